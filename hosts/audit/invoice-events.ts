// What receivers are told of Lightning invoices: `invoice-events`.
import { reais } from "./amounts.ts"
import { type Body, readEvent } from "./bodies.ts"
import { has } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import { type Inspection, type Invariant, listed } from "./invariant.ts"
import { type Invoice, invariant, isPaid, named } from "./invoice-file.ts"

const requireTold = (inspection: Inspection, evidence: Evidence, invoice: Invoice): void => {
  const entries = evidence.bookedFor(invoice.id)
  const told = (name: string) => evidence.toldOf(invoice.id).filter((event) => event.name === name).map(({ id }) => id)
  const owes = (name: string, least: number, most: number) => {
    const ids = told(name)
    const many = least === most ? String(least) : `${least} or ${most}`
    const isRight = ids.length >= least && ids.length <= most
    inspection.require(isRight, named(invoice), `it has not as many ${name} events as it owes`, many, listed(ids))
  }
  const success = has(entries, "payoutPaid") ? 1 : 0
  owes("PAYOUT_SUCCESSFUL", success, success)
  // A refusal that turned out to be none is forgotten; its event stays.
  owes("PAYOUT_FAILED", invoice.refusal === null ? 0 : 1, isPaid(invoice) ? 1 : 0)
  const reversed = entries.filter(({ template }) => template === "payoutReversed").length
  const sent = invoice.refund !== null && invoice.refund.sentAt !== null ? 1 : 0
  owes("PAYOUT_REFUNDED", reversed + sent, reversed + sent)
}

const requireStory = (inspection: Inspection, invoice: Invoice, event: Body<"event">, keys: Set<string>): void => {
  const record = `event ${event.id}`
  const data = readEvent(event)?.data ?? {}
  const tells = (name: string, expected: string) =>
    inspection.equal(record, `it tells another ${name} than its invoice has`, expected, String(data[name]))
  tells("valueInBrl", reais(invoice.value))
  // What was not known yet is told as null.
  if (typeof data["endToEndId"] === "string") tells("endToEndId", String(invoice.endToEndId))
  if (event.name === "PAYOUT_SUCCESSFUL") {
    tells("transactionId", invoice.paymentHash)
    tells("fee", reais(invoice.fee))
    tells("valueInSatoshis", invoice.sats)
    tells("invoice", invoice.bolt11)
  }
  if (event.name !== "PAYOUT_REFUNDED") return
  const returnId = data["reversalTicketId"]
  const key = String(returnId ?? data["refundTxId"])
  inspection.require(!keys.has(key), record, "another event told the same refund", "one event a refund", key)
  keys.add(key)
  if (returnId === undefined) {
    tells("refundTxId", String(invoice.refund?.paymentHash))
    tells("valueInSatoshis", String(invoice.refund?.sats))
    return
  }
  const reversal = invoice.reversals.find((each) => each.returnId === returnId)
  tells("transactionId", invoice.paymentHash)
  tells("returnedAmount", reversal === undefined ? "no such return" : reais(reversal.value))
}

const events = invariant({
  name: "invoice-events",
  holds:
    "an invoice has at most one success and one failure event, one event for each return and refund, and they tell its own story"
}, (inspection, evidence, invoice) => {
  requireTold(inspection, evidence, invoice)
  const keys = new Set<string>()
  for (const event of evidence.toldOf(invoice.id)) {
    inspection.look()
    requireStory(inspection, invoice, event, keys)
  }
})

export const invoiceEventInvariants: ReadonlyArray<Invariant<Evidence>> = [events]
