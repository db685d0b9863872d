// Lightning invoices that pay a PIX: `invoice-paid-once` and `invoice-ends`.
import { cost } from "./amounts.ts"
import { dueIf, has, requireBooked } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import type { Invariant } from "./invariant.ts"
import { type Invoice, invariant, isPaid, named, owed } from "./invoice-file.ts"
import { moved } from "./moves.ts"

const paidOnce = invariant({
  name: "invoice-paid-once",
  holds:
    "the sats of an invoice are booked once when they came in, and its PIX once when it settled: paid out, or lost where the sats had gone back"
}, (inspection, evidence, invoice) => {
  const { endToEndId, fee, gross, id, rate, sats, settledAt, state, value } = invoice
  const entries = evidence.bookedFor(id)
  const sum = value + fee
  inspection.equal(named(invoice), "it takes another value than value and fee", `${sum} cents`, `${gross} cents`)
  const price = String(cost(BigInt(gross), rate))
  inspection.equal(named(invoice), "it asks for other sats than value and fee cost at its price", price, sats)
  const isLoss = has(entries, "paidAfterRestoring")
  const isSettled = settledAt !== null
  const cents = BigInt(value)
  requireBooked(inspection, named(invoice), entries, [
    "payoutDebited",
    "payoutPaid",
    "payoutFeeEarned",
    "paidAfterRestoring"
  ], [
    ...dueIf(isPaid(invoice), `${id}/payoutDebited`, [
      ...moved("BTC", BigInt(sats), "treasury", "conversion"),
      ...moved("BRL", BigInt(gross), "conversion", owed(invoice))
    ]),
    ...isLoss
      ? dueIf(isSettled, `${id}/paidAfterRestoring`, moved("BRL", cents, "losses", "pix-settlement"))
      : [
        ...dueIf(isSettled, `${id}/payoutPaid`, moved("BRL", cents, owed(invoice), "pix-settlement")),
        ...dueIf(isSettled, `${id}/payoutFeeEarned`, moved("BRL", BigInt(fee), owed(invoice), "fee-income"))
      ]
  ])
  inspection.require(
    !isSettled || isLoss || !has(entries, "payoutRestored"),
    named(invoice),
    "its PIX was paid and its sats went back, and nobody bears the loss",
    "a paidAfterRestoring entry",
    "none"
  )
  const needsPix = state === "COMPLETED" || state === "REVERSED" || state === "RETURNING" || state === "GIVING_BACK"
  inspection.require(
    isSettled || !(needsPix || endToEndId !== null),
    named(invoice),
    "it counts as paid out, but no PIX settled",
    "an instant",
    "none"
  )
})

/** The job that moves an invoice on, or undefined at an end. */
const nextJob = ({ id, refund, state }: Invoice): readonly [id: string, task: string] | undefined => {
  switch (state) {
    case "WAITING":
      return [`lapse-lightning-invoice/${id}`, "lapse-lightning-invoice"]
    case "PAYING":
    case "UNKNOWN":
      return [`deliver-lightning-invoice/${id}`, "deliver-lightning-invoice"]
    case "REFUNDING":
    case "RETURNING":
    case "GIVING_BACK":
      return [`return-lightning-invoice/${id}/${refund?.number ?? 0}`, "return-lightning-invoice"]
    case "COMPLETED":
    case "FAILED":
    case "REFUNDED":
    case "EXPIRED":
    case "REVERSED":
      return undefined
  }
}

const ends = invariant({
  name: "invoice-ends",
  holds:
    "every invoice that can still be paid, pays or gives back has a job, and one whose sats or PIX nobody can place has a review"
}, (inspection, evidence, invoice) => {
  const next = nextJob(invoice)
  if (next !== undefined) evidence.requireJob(inspection, named(invoice), next[0], next[1], invoice.id)
  const needsPerson = invoice.state === "FAILED" || invoice.state === "REVERSED"
  inspection.require(
    !needsPerson || evidence.raisedOf(invoice.id).length > 0,
    named(invoice),
    "money is owed, and no operator is to decide it",
    "a review",
    "none"
  )
})

export const lightningInvoiceInvariants: ReadonlyArray<Invariant<Evidence>> = [paidOnce, ends]
