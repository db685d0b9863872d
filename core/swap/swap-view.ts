// What the interface shows of a swap: the accepted request and the tracking record (spec "DePix swap"; C30). Units and names
// are the wire's: amounts of DePix are raw units, amounts of BTC satoshis.
import type { Swap, SwapLeg } from "./swap.ts"
import { swapStates } from "./swap.states.ts"
import { swapLegStates } from "./swap-leg.states.ts"

/** The accepted request with the status as it stands. */
export const swapAnswer = (swap: Swap) => ({
  success: true as const,
  swapId: swap.id,
  clientRequestId: swap.clientRequestId,
  status: swapStates.states[swap.state],
  fromAsset: "DEPIX" as const,
  toAsset: "BTC" as const,
  amountIn: swap.units.toString(),
  network: swap.network,
  destination: swap.destination,
  minAmountOutSats: Number(swap.minAmountOut),
  maxSlippageBps: swap.maxSlippageBps,
  maxLightningFeeSats: Number(swap.maxLightningFee)
})
export type SwapAnswer = ReturnType<typeof swapAnswer>

const legView = (leg: SwapLeg, number: number) => ({
  leg: number,
  status: swapLegStates.states[leg.state],
  originChain: "spark" as const,
  destinationChain: number === 3 ? "lightning" as const : "spark" as const,
  originTxHash: leg.originTxHash,
  destinationTxHash: leg.destinationTxHash,
  actualAmountOut: leg.actualAmountOut?.toString() ?? null,
  error: leg.error,
  ...(number === 1 ? { swapRequestId: leg.swapRequestId } : {}),
  ...(number === 3 ? { feeSats: leg.feeSats === null ? null : Number(leg.feeSats) } : {})
})

/** The tracking record. */
export const swapRecord = (swap: Swap) => ({
  ...swapAnswer(swap),
  reference: swap.reference,
  error: swap.error,
  legs: swap.legs.map(legView)
})
