// Swaps in a liquidity pool. Only movements call it.
import { Context, type Effect } from "effect"
import type { LookUp, Sending } from "../outcome.ts"
import type { PoolReceipt, PoolSwap } from "../swap-pool.ts"

export class PoolSwaps extends Context.Service<PoolSwaps, {
  readonly swap: (request: PoolSwap) => Effect.Effect<Sending<PoolReceipt>>
  readonly lookUpSwap: (operationId: string) => Effect.Effect<LookUp<PoolReceipt>>
}>()("pontepay/core/ports/PoolSwaps") {}
