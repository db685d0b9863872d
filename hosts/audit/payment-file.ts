// What all invariants of PIX payments go by: how a payout or a Lightning invoice is named, what came in for it, and how the
// books say that it was lost.
import type { Body } from "./bodies.ts"
import { has } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import type { Inspection, Invariant } from "./invariant.ts"
import type { Refund } from "./payment-movements.ts"

export type Payout = Body<"payout">
export type Invoice = Body<"lightningInvoice">

/** A PIX that is paid for what came in before. */
export interface Payment extends
  Pick<
    Payout,
    "endToEndId" | "fee" | "id" | "owner" | "paidAt" | "rate" | "refunded" | "refunding" | "refusal" | "returned"
  >
{
  readonly kind: keyof typeof words
  readonly state: string
  readonly value: number
  /** What came in, or has to. */
  readonly asset: string
  readonly units: string
  /** The most that may go back, in cents: a paid Lightning invoice goes back with its fee. */
  readonly most: number
}

export const ofPayout = (payout: Payout): Payment => ({ ...payout, kind: "payout", most: payout.value })

const ofInvoice = (invoice: Invoice): Payment => ({
  ...invoice,
  kind: "lightningInvoice",
  asset: "BTC",
  units: invoice.sats,
  most: invoice.value + invoice.fee
})

const untaken: ReadonlySet<string> = new Set(["DEBITING", "FAILED", "WAITING", "EXPIRED"])
const restored: ReadonlySet<string> = new Set(["RESTORED", "GIVEN_BACK", "RESTORED_PAID", "GIVEN_BACK_PAID"])
const returning: ReadonlySet<string> = new Set(["RESTORING", "RETURNING", "RESTORING_PAID", "RETURNING_PAID"])

/** Whether what pays for it has come in; it may be on its way back whole, or be back. */
export const cameIn = ({ state }: Pick<Payment, "state">): boolean => !untaken.has(state)
export const isReturning = ({ state }: Pick<Payment, "state">): boolean => returning.has(state)
export const isRestored = ({ state }: Pick<Payment, "state">): boolean => restored.has(state)

export const named = ({ id, kind, state }: Pick<Payment, "id" | "kind" | "state">): string =>
  `${words[kind]} ${id} (${state})`

const words = { payout: "payout", lightningInvoice: "Lightning invoice" } as const

/** Where a refund of a payout has to go: elsewhere than the debit came from only by hand, and where the payout says so. */
export const placeOf = (
  { address, manualRefundsTo, network }: Payout,
  purpose: Refund["purpose"]
): { readonly network: string; readonly address: string } =>
  manualRefundsTo !== undefined && isOrdered({ purpose }) ? manualRefundsTo : { network, address }

export const gross = ({ fee, value }: Pick<Payment, "fee" | "value">): bigint => BigInt(value) + BigInt(fee)
export const owed = ({ owner }: Payment): string => `payout-owed/${owner}`
export const reversalOwed = ({ owner }: Payment): string => `reversal-owed/${owner}`
export const isWhole = ({ purpose }: Refund): boolean => purpose === "restore" || purpose === "return"
export const isOrdered = ({ purpose }: Pick<Refund, "purpose">): boolean => purpose === "return" || purpose === "refund"

/** Whether the PIX settled although what came in was given back: its worth is a loss. */
export const isLost = (evidence: Evidence, { id }: Payment): boolean =>
  has(evidence.bookedFor(id), "settledAfterRestoring")

/** Payouts and Lightning invoices. */
export const paymentsOf = ({ of }: Evidence): ReadonlyArray<Payment> => [
  ...[...of.payout.values()].map(ofPayout),
  ...[...of.lightningInvoice.values()].map(ofInvoice)
]

export const invariant = (
  parts: Pick<Invariant<Evidence>, "name" | "holds">,
  inspect: (inspection: Inspection, evidence: Evidence, payment: Payment) => void
): Invariant<Evidence> => ({
  ...parts,
  of: "payouts and Lightning invoices",
  inspect: (evidence, inspection) => {
    for (const payment of paymentsOf(evidence)) {
      inspection.look()
      inspect(inspection, evidence, payment)
    }
  }
})
