// What comes back of Lightning invoices and what is given back: `invoice-returns`.
import { total, worth } from "./amounts.ts"
import { type Due, dueIf, requireBooked } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import { type Inspection, type Invariant, listed } from "./invariant.ts"
import { type Invoice, type Refund, invariant, named, owed, reversalOwed } from "./invoice-file.ts"
import { debited, moved } from "./moves.ts"

const refundTemplate = { unpaid: "payoutRestored", paid: "paidPayoutRefunded", reversed: "reversalRefunded" } as const

const refundDue = (invoice: Invoice, refund: Refund, reversed: bigint): ReadonlyArray<Due> => {
  if (refund.sentAt === null) return []
  const key = `/refund-${refund.number}`
  const from = { unpaid: owed(invoice), paid: "losses", reversed: reversalOwed(invoice) }[refund.of]
  const template = refundTemplate[refund.of]
  return [
    {
      id: `${invoice.id}/${template}${key}`,
      moves: [
        ...moved("BRL", BigInt(refund.cents), from, "conversion"),
        ...moved("BTC", BigInt(refund.sats), "conversion", "treasury")
      ]
    },
    { id: `${invoice.id}/networkFeePaid${key}`, moves: undefined },
    ...dueIf(
      refund.of === "paid",
      `${invoice.id}/lossRecovered${key}`,
      moved("BRL", reversed, reversalOwed(invoice), "losses")
    )
  ]
}

/** What routing a refund may cost, in satoshis: a hundredth, and never less than ten. */
const routingBound = (sats: bigint): bigint => {
  const hundredth = (sats + 99n) / 100n
  return hundredth > 10n ? hundredth : 10n
}

const requireRefund = (inspection: Inspection, evidence: Evidence, invoice: Invoice, refund: Refund): void => {
  const record = `refund ${refund.number} of ${named(invoice)}`
  const returned = total(invoice.reversals.map(({ value }) => value))
  const isPart = refund.of === "reversed"
  inspection.require(
    isPart ? refund.cents > 0 && refund.cents <= returned : refund.cents === invoice.gross,
    record,
    "it gives another value back than came",
    isPart ? `1 to ${returned} cents` : `${invoice.gross} cents`,
    `${refund.cents} cents`
  )
  const sats = isPart ? String(worth(BigInt(refund.cents), invoice.rate)) : invoice.sats
  inspection.equal(record, "it sends other sats than its cents are worth", sats, refund.sats)
  inspection.require(
    (refund.sentAt === null) === (refund.paymentHash === null) && (refund.sentAt === null || refund.bolt11 !== null),
    record,
    "it was not sent by an invoice on record",
    "an invoice and a payment hash with the instant",
    `${String(refund.bolt11)}, ${String(refund.paymentHash)}`
  )
  for (const entry of evidence.bookedFor(invoice.id).filter(({ template }) => template === "networkFeePaid")) {
    const fee = debited(entry, "BTC")
    const bound = routingBound(BigInt(refund.sats))
    inspection.require(
      fee <= bound && entry.postings.every(({ account }) => account === "network-fees" || account === "treasury"),
      `entry ${entry.id}`,
      "routing took more than it may",
      `at most ${bound} sats`,
      `${fee} sats`
    )
  }
}

const returns = invariant({
  name: "invoice-returns",
  holds:
    "what the bank sent back and the sats that went back are booked exactly, and never more than was paid; a PIX that was paid and a refund are a loss"
}, (inspection, evidence, invoice) => {
  const { id, refund, reversals, state, value } = invoice
  inspection.look(reversals.length)
  const entries = evidence.bookedFor(id)
  const returned = total(reversals.map((each) => each.value))
  inspection.require(
    returned <= value,
    named(invoice),
    "more came back than was paid",
    `at most ${value} cents`,
    `${returned} cents`
  )
  const due: Array<Due> = []
  let owing = 0n
  for (const reversal of reversals) {
    const key = reversal.returnId.toUpperCase()
    const isLate = entries.some((entry) => entry.id === `${id}/returnedAfterRestoring/${key}`)
    if (!isLate) owing += BigInt(reversal.value)
    due.push({
      id: `${id}/${isLate ? "returnedAfterRestoring" : "payoutReversed"}/${key}`,
      moves: moved("BRL", BigInt(reversal.value), "pix-settlement", isLate ? "losses" : reversalOwed(invoice))
    })
  }
  const keys = reversals.map(({ returnId }) => returnId.toUpperCase())
  inspection.require(
    new Set(keys).size === keys.length,
    named(invoice),
    "one return counts twice",
    "each once",
    listed(keys)
  )
  if (refund !== null) {
    requireRefund(inspection, evidence, invoice, refund)
    due.push(...refundDue(invoice, refund, owing))
  }
  requireBooked(inspection, named(invoice), entries, [
    "payoutReversed",
    "returnedAfterRestoring",
    "reversalRefunded",
    "payoutRestored",
    "paidPayoutRefunded",
    "lossRecovered",
    "networkFeePaid"
  ], due)
  const isSent = refund !== null && refund.sentAt !== null
  inspection.require(
    (state === "REFUNDED") === isSent,
    named(invoice),
    "its state does not say whether the sats went back",
    isSent ? "REFUNDED" : "not REFUNDED",
    state
  )
})

export const invoiceReturnInvariants: ReadonlyArray<Invariant<Evidence>> = [returns]
