// The movements of a payout or Lightning invoice as its invariants read them: its PIX, what came back of it, and what was given
// back.
import type { Body } from "./bodies.ts"

/** Something that goes back to who had paid. */
export interface Refund {
  readonly id: string
  readonly paymentId: string
  readonly purpose: "restore" | "reversal" | "return" | "refund"
  /** The return that it answers, in upper case, or the id of the operator's order. */
  readonly about: string | null
  readonly cents: number
  readonly units: string
  readonly network: string
  readonly address: string
  readonly state: "SENDING" | "SENT" | "REFUSED"
  /** The hash that proves it. */
  readonly proof: string | null
}

/** A part of its PIX that came back. */
export interface Reversal {
  readonly id: string
  readonly returnId: string
  readonly value: number
}

type Movement = Body<"movement">

const payments: ReadonlySet<string> = new Set(["payout", "lightningInvoice"])
const purposes: ReadonlySet<string> = new Set(["restore", "reversal", "return", "refund"])

const stateOf = ({ state }: Movement): Refund["state"] =>
  state === "DONE" ? "SENT" : state === "REFUSED" || state === "CANCELLED" ? "REFUSED" : "SENDING"

/** The refund that a movement is; undefined for any other movement. */
export const refundIn = (movement: Movement): Refund | undefined => {
  const { about, cents, id, order, purpose, receipt, subject, subjectKind } = movement
  if (!payments.has(subjectKind) || !purposes.has(purpose)) return undefined
  return {
    id,
    paymentId: subject,
    purpose: purpose as Refund["purpose"],
    about: about?.answers ?? about?.order ?? null,
    cents: cents ?? 0,
    units: order.units ?? order.sats ?? "0",
    network: order.network ?? "",
    address: order.address ?? "",
    state: stateOf(movement),
    proof: receipt?.transactionHash ?? receipt?.paymentHash ?? null
  }
}

/** What came back of the PIX that a movement paid. */
export const reversalsIn = ({ reversals, subject }: Movement): ReadonlyArray<Reversal> =>
  reversals.map(({ returnId, value }) => ({ id: `${subject}/${returnId.toUpperCase()}`, returnId, value }))
