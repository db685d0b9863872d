// How a leg stands with whoever makes it: asked for under its id, or looked up by it, and what that tells (spec "DePix swap",
// legs and their evidence). Leg 0 and leg 3 are sent with the user's seed, the others by the service.
import { Effect, type Redacted } from "effect"
import { type LookUp, type Outcome, absent } from "../ports/outcome.ts"
import { SparkWallet } from "../ports/spark-wallet.ts"
import { SwapPool } from "../ports/swap-pool.ts"
import { type LegEvidence, type SwapFact, outputOf } from "./decide-swap.ts"
import { type LegNumber, type Swap, legOperation } from "./swap.ts"

export type Seed = Redacted.Redacted<Uint8Array>

/** From when on a leg is not sent any more with the seed, so that an Absent is for ever: milliseconds after it was stored. */
const sendWithinMs = 15_000

/** Unix milliseconds until which a leg that was stored may still be sent. */
const sendBefore = (swap: Swap, leg: LegNumber): number => (swap.legs[leg]?.submittedAt ?? 0) + sendWithinMs

/** How far the clocks of two processes may differ: milliseconds. */
const clocksApartMs = 600_000

/** Unix milliseconds by anybody's clock from which a leg that did not arrive never will. */
export const neverSentAfter = (swap: Swap, leg: LegNumber): number => sendBefore(swap, leg) + clocksApartMs

/** Whether a leg that never arrived can be asked for again: the service's own legs, under the same id. */
export const canAskAgain = (leg: LegNumber): boolean => leg === 1 || leg === 2

const evidenced = <A>(found: LookUp<A>, evidence: (value: A) => LegEvidence): LookUp<LegEvidence> =>
  found._tag === "Done" ? { _tag: "Done", value: evidence(found.value) } : found

/** Asks for a leg that is on record. Absent: it needs the seed, and there is none. */
export const askForLeg = Effect.fnUntraced(function*(swap: Swap, leg: LegNumber, seed: Seed | undefined) {
  const spark = yield* SparkWallet
  const about = { operationId: legOperation(swap, leg), from: swap.sparkAddress, sendBefore: sendBefore(swap, leg) }
  switch (leg) {
    case 0:
      return seed === undefined
        ? absent
        : evidenced(yield* spark.transferToken({ ...about, units: swap.units }, seed), evidence[0])
    case 1: {
      const minimumSats = swap.poolMinimum ?? swap.minAmountOut
      const request = { operationId: about.operationId, units: swap.units, minimumSats }
      return evidenced(yield* SwapPool.use((pool) => pool.swap(request)), evidence[1])
    }
    case 2:
      return evidenced(yield* spark.transferSats(deliveryOf(swap, about.operationId)), evidence[2](swap))
    case 3: {
      const bolt11 = swap.legs[3]?.bolt11
      return seed === undefined || bolt11 === undefined || bolt11 === null
        ? absent
        : evidenced(yield* spark.payInvoice({ ...about, bolt11, maximumFee: swap.maxLightningFee }, seed), evidence[3])
    }
  }
})

const deliveryOf = (swap: Swap, operationId: string) => ({
  operationId,
  // Over Lightning the user's own wallet comes first: it pays the recipient.
  to: swap.network === "spark" ? swap.destination : swap.sparkAddress,
  sats: outputOf(swap)
})

/** What became of a leg, by its id. */
export const lookUpLeg = Effect.fnUntraced(function*(swap: Swap, leg: LegNumber) {
  const spark = yield* SparkWallet
  const operationId = legOperation(swap, leg)
  switch (leg) {
    case 0:
      return evidenced(yield* spark.lookUpTransfer(operationId), evidence[0])
    case 1:
      return evidenced(yield* SwapPool.use((pool) => pool.lookUpSwap(operationId)), evidence[1])
    case 2:
      return evidenced(yield* spark.lookUpTransfer(operationId), evidence[2](swap))
    case 3:
      return evidenced(yield* spark.lookUpPayment(operationId), evidence[3])
  }
})

const evidence = {
  0: ({ transferId }: { readonly transferId: string }): LegEvidence => ({ originTxHash: transferId }),
  1: (receipt: {
    readonly requestId: string
    readonly transferId: string
    readonly sats: LegEvidence["actualAmountOut"] & bigint
  }): LegEvidence => ({
    swapRequestId: receipt.requestId,
    destinationTxHash: receipt.transferId,
    actualAmountOut: receipt.sats
  }),
  2: (swap: Swap) => ({ transferId }: { readonly transferId: string }): LegEvidence => ({
    destinationTxHash: transferId,
    actualAmountOut: outputOf(swap)
  }),
  3: (receipt: { readonly requestId: string; readonly fee: LegEvidence["feeSats"] & bigint }): LegEvidence => ({
    destinationTxHash: receipt.requestId,
    feeSats: receipt.fee
  })
}

/** What an outcome says of a leg. */
export const legFact = (leg: LegNumber, outcome: Outcome<LegEvidence>): SwapFact => {
  switch (outcome._tag) {
    case "Done":
      return { on: "legConfirmed", leg, evidence: outcome.value }
    case "Refused":
      return legRefused(leg, outcome.reason)
    case "Unknown":
      return { on: "legDoubted", leg }
  }
}

/** A leg that is impossible, or that never arrived and cannot be asked for any more. */
export const legRefused = (leg: LegNumber, reason: string): SwapFact => ({
  on: "legRefused",
  leg,
  reason,
  error: leg === 3 ? "LIGHTNING_FAILED" : "TRANSFER_REFUSED"
})
