// What all invariants of Lightning invoices go by: how an invoice is named, and what it owes.
import type { Body } from "./bodies.ts"
import type { Evidence } from "./evidence.ts"
import type { Inspection, Invariant } from "./invariant.ts"

export type Invoice = Body<"lightningInvoice">
export type Refund = NonNullable<Invoice["refund"]>

export const named = ({ id, state }: Invoice): string => `Lightning invoice ${id} (${state})`
export const owed = ({ owner }: Invoice): string => `payout-owed/${owner}`
export const reversalOwed = ({ owner }: Invoice): string => `reversal-owed/${owner}`
export const isPaid = ({ state }: Invoice): boolean => state !== "WAITING" && state !== "EXPIRED"

export const invariant = (
  parts: Pick<Invariant<Evidence>, "name" | "holds">,
  inspect: (inspection: Inspection, evidence: Evidence, invoice: Invoice) => void
): Invariant<Evidence> => ({
  ...parts,
  of: "Lightning invoices",
  inspect: (evidence, inspection) => {
    for (const invoice of evidence.of.lightningInvoice.values()) {
      inspection.look()
      inspect(inspection, evidence, invoice)
    }
  }
})
