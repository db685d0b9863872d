// Swaps in a liquidity pool. Only movements call it.
import { Context, type Effect } from "effect"
import type { LookUp, Sending } from "../outcome.ts"
import type { PoolReceipt, PoolSwap } from "../swap-pool.ts"
import type { ProviderAccount } from "../provider-account.ts"

export class PoolSwaps extends Context.Service<PoolSwaps, {
  /** Of which pool, for which wallet, swaps are asked. */
  readonly account: ProviderAccount
  readonly swap: (request: PoolSwap) => Effect.Effect<Sending<PoolReceipt>>
  /** What became of a swap, by its id. */
  readonly lookUpSwap: (request: PoolSwap) => Effect.Effect<LookUp<PoolReceipt>>
}>()("pontepay/core/ports/PoolSwaps") {}
