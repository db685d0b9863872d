// What stands before leg 0, the last moment at which nothing of the user has moved: balance, price and slippage (spec "DePix
// swap": checked by the worker, shown by tracking).
import { Effect } from "effect"
import { type Sats, add, mulDivFloor } from "../../base/money/units.ts"
import { SparkWallet } from "../../ports/spark-wallet.ts"
import { SwapPool } from "../../ports/swap-pool.ts"
import type { Swap, SwapError } from "./swap.ts"

/** What the pool has to give at least, and what it can be expected to give at most, or why the swap stops here. */
export type Admission =
  | { readonly _tag: "Admitted"; readonly poolMinimum: Sats; readonly poolMaximum: Sats }
  | { readonly _tag: "Stopped"; readonly error: SwapError }

const stopped = (error: SwapError): Admission => ({ _tag: "Stopped", error })

/** Asks Spark and the pool; fails while one of them cannot be asked. */
export const admitExchange = Effect.fnUntraced(function*(swap: Swap) {
  // Where it cannot be read, leg 0 is refused instead: nothing has moved then either.
  const held = yield* SparkWallet.use((spark) => spark.balances(swap.sparkAddress))
  if (held !== undefined && held.depix < swap.units) return stopped("INSUFFICIENT_BALANCE")
  const quote = yield* SwapPool.use((pool) => pool.simulate(swap.units))
  // What is kept for routing has to come on top of what has to arrive.
  const needed = add(swap.minAmountOut, swap.maxLightningFee)
  if (quote.sats < needed) return stopped("INSUFFICIENT_OUTPUT")
  if (quote.slippageBps > swap.maxSlippageBps) return stopped("SLIPPAGE_EXCEEDED")
  const moved = (bps: number) => mulDivFloor(quote.sats, BigInt(10_000 + bps), 10_000n) as Sats
  const withSlippage = moved(-swap.maxSlippageBps)
  const admitted: Admission = {
    _tag: "Admitted",
    poolMinimum: withSlippage > needed ? withSlippage : needed,
    poolMaximum: moved(swap.maxSlippageBps)
  }
  return admitted
})
