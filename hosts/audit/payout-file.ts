// What all invariants of payouts go by: how a payout is named, what it takes, and how the books say that it was lost.
import type { Body } from "./bodies.ts"
import { has } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import type { Inspection, Invariant } from "./invariant.ts"

export type Payout = Body<"payout">
export type Refund = Body<"payoutRefund">

export const named = ({ id, state }: Payout): string => `payout ${id} (${state})`

/** Where a refund of this cause has to go: elsewhere than the debit came from only by hand, and where the payout says so. */
export const placeOf = (
  { address, manualRefundsTo, network }: Payout,
  cause: Refund["cause"]
): { readonly network: string; readonly address: string } =>
  manualRefundsTo !== undefined && cause.startsWith("ordered") ? manualRefundsTo : { network, address }

export const gross = ({ fee, value }: Payout): bigint => BigInt(value) + BigInt(fee)
export const owed = ({ owner }: Payout): string => `payout-owed/${owner}`
export const reversalOwed = ({ owner }: Payout): string => `reversal-owed/${owner}`
export const isWhole = ({ cause }: Refund): boolean => cause === "failure" || cause === "orderedUnpaid"

/** Whether the PIX settled although the asset was given back: its worth is a loss. */
export const isLost = (evidence: Evidence, { id }: Payout): boolean => has(evidence.bookedFor(id), "paidAfterRestoring")

export const invariant = (
  parts: Pick<Invariant<Evidence>, "name" | "holds">,
  inspect: (inspection: Inspection, evidence: Evidence, payout: Payout) => void
): Invariant<Evidence> => ({
  ...parts,
  of: "payouts",
  inspect: (evidence, inspection) => {
    for (const payout of evidence.of.payout.values()) {
      inspection.look()
      inspect(inspection, evidence, payout)
    }
  }
})
