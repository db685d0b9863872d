// What all invariants of payouts go by: how a payout is named, what it takes, and how the books say that it was lost.
import type { Body } from "./bodies.ts"
import { has } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import type { Inspection, Invariant } from "./invariant.ts"
import type { Refund } from "./payout-movements.ts"

export type Payout = Body<"payout">

const untaken: ReadonlySet<string> = new Set(["DEBITING", "FAILED"])
const restored: ReadonlySet<string> = new Set(["RESTORED", "GIVEN_BACK", "RESTORED_PAID", "GIVEN_BACK_PAID"])
const returning: ReadonlySet<string> = new Set(["RESTORING", "RETURNING", "RESTORING_PAID", "RETURNING_PAID"])

/** Whether the asset has left the wallet, is on its way back whole, or is back. */
export const isDebited = ({ state }: Payout): boolean => !untaken.has(state)
export const isReturning = ({ state }: Payout): boolean => returning.has(state)
export const isRestored = ({ state }: Payout): boolean => restored.has(state)

export const named = ({ id, state }: Payout): string => `payout ${id} (${state})`

/** Where a refund of this purpose has to go: elsewhere than the debit came from only by hand, and where the payout says so. */
export const placeOf = (
  { address, manualRefundsTo, network }: Payout,
  purpose: Refund["purpose"]
): { readonly network: string; readonly address: string } =>
  manualRefundsTo !== undefined && isOrdered({ purpose }) ? manualRefundsTo : { network, address }

export const gross = ({ fee, value }: Payout): bigint => BigInt(value) + BigInt(fee)
export const owed = ({ owner }: Payout): string => `payout-owed/${owner}`
export const reversalOwed = ({ owner }: Payout): string => `reversal-owed/${owner}`
export const isWhole = ({ purpose }: Refund): boolean => purpose === "restore" || purpose === "return"
export const isOrdered = ({ purpose }: Pick<Refund, "purpose">): boolean => purpose === "return" || purpose === "refund"

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
