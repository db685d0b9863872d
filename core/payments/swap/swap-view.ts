// What the interface shows of a swap: the accepted request and the tracking record (spec "DePix swap"; C30). Units and names
// are the wire's: amounts of DePix are raw units, amounts of BTC satoshis.
import type { Movement } from "../movement/movement.ts"
import { errorOf } from "./decide-swap.ts"
import { type Swap, legsTo } from "./swap.ts"
import { swapStates } from "./swap.states.ts"

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

/** Statuses of a leg (C30): a leg is SUBMITTED from the commit that sends its movement. */
const statusOf = (movement: Movement | undefined) => {
  switch (movement?.state) {
    case undefined:
    case "PLANNED":
      return "PENDING" as const
    case "DONE":
      return "CONFIRMED" as const
    case "REFUSED":
    case "CANCELLED":
      return "FAILED" as const
    case "SENDING":
    case "HELD":
    case "CANCELLING":
      return movement.doubtedAt === null ? "SUBMITTED" as const : "UNKNOWN" as const
  }
}

// Leg 3 shows the satoshis of its invoice from the start; the others show what they brought.
const amountOutOf = (movement: Movement | undefined): bigint | null => {
  if (movement?.order.kind === "userPayment") return movement.order.sats
  if (movement?.receipt?.kind === "poolSwap") return movement.receipt.sats
  return movement?.order.kind === "satsTransfer" && movement.receipt !== null ? movement.order.sats : null
}

const destinationOf = (receipt: Movement["receipt"]): string | null => {
  if (receipt?.kind === "userPayment") return receipt.requestId
  return receipt?.kind === "poolSwap" || receipt?.kind === "satsTransfer" ? receipt.transferId : null
}

const legView = (leg: number, movement: Movement | undefined) => {
  const receipt = movement?.receipt ?? null
  const status = statusOf(movement)
  const fee = receipt?.kind === "userPayment" ? receipt.fee : null
  return {
    leg,
    status,
    originChain: "spark" as const,
    destinationChain: leg === 3 ? "lightning" as const : "spark" as const,
    originTxHash: receipt?.kind === "tokenTransfer" ? receipt.transferId : null,
    destinationTxHash: destinationOf(receipt),
    actualAmountOut: amountOutOf(movement)?.toString() ?? null,
    error: status === "FAILED" ? errorOf(leg) : null,
    ...(leg === 1 ? { swapRequestId: receipt?.kind === "poolSwap" ? receipt.requestId : null } : {}),
    ...(leg === 3 ? { feeSats: fee === null ? null : Number(fee) } : {})
  }
}

/** The tracking record, of a swap and the movements of its legs in their order. */
export const swapRecord = (swap: Swap, movements: ReadonlyArray<Movement | undefined>) => ({
  ...swapAnswer(swap),
  reference: swap.reference,
  error: swap.error,
  legs: legsTo(swap.network).map((leg) => legView(leg, movements[leg]))
})
