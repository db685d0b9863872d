// A liquidity pool that takes DePix of the settlement wallet and gives satoshis. Its fee is inside what it gives. A swap has
// an id of ours: asked twice, it happens once.
import { Context, Data, type Effect } from "effect"
import type { Sats, Units } from "../base/money/units.ts"
import type { Way } from "./way.ts"

/** What the pool would give now. */
export interface PoolQuote {
  readonly sats: Sats
  /** How far this amount moves the pool's price, in hundredths of a percent. */
  readonly slippageBps: number
}

export interface PoolSwap {
  readonly operationId: string
  readonly units: Units<"DEPIX">
  /** Less than this and the pool gives back what it took: Refused. */
  readonly minimumSats: Sats
  /** More than this was not to be expected: it is not believed without an operator. */
  readonly mostSats: Sats
}

/** Evidence of a swap. */
export interface PoolReceipt {
  /** The pool's id of the swap. */
  readonly requestId: string
  /** The transfer by which the satoshis came. */
  readonly transferId: string
  readonly sats: Sats
}

/** The pool cannot be asked; nothing happened. */
export class PoolUnavailable extends Data.TaggedError("PoolUnavailable")<{ readonly reason: string }> {}

/** Quotes: what use cases ask of a pool. What swaps is `PoolSwaps`. */
export class SwapPool extends Context.Service<SwapPool, {
  /** How DePix is converted. */
  readonly ways: { readonly swaps: Way }
  readonly simulate: (units: Units<"DEPIX">) => Effect.Effect<PoolQuote, PoolUnavailable>
}>()("pontepay/core/ports/SwapPool") {}
