// That the events of Lightning invoices tell their own story: `invoice-story`.
import { reais } from "./amounts.ts"
import { type Body, readEvent } from "./bodies.ts"
import type { Evidence } from "./evidence.ts"
import type { Inspection, Invariant } from "./invariant.ts"
import type { Invoice } from "./payment-file.ts"

const requireStory = (
  inspection: Inspection,
  evidence: Evidence,
  invoice: Invoice,
  event: Body<"event">,
  keys: Set<string>
): void => {
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
    const refund = evidence.refundsOf(invoice.id).find(({ proof }) => proof === data["refundTxId"])
    tells("valueInSatoshis", refund === undefined ? "no such refund" : refund.units)
    return
  }
  const reversal = evidence.reversalsOf(invoice.id).find((each) => each.returnId === returnId)
  tells("transactionId", invoice.paymentHash)
  tells("returnedAmount", reversal === undefined ? "no such return" : reais(reversal.value))
}

const story: Invariant<Evidence> = {
  name: "invoice-story",
  holds: "the events of a Lightning invoice tell its own story",
  of: "Lightning invoices",
  inspect: (evidence, inspection) => {
    for (const invoice of evidence.of.lightningInvoice.values()) {
      const keys = new Set<string>()
      for (const event of evidence.toldOf(invoice.id)) {
        inspection.look()
        requireStory(inspection, evidence, invoice, event, keys)
      }
    }
  }
}

export const invoiceEventInvariants: ReadonlyArray<Invariant<Evidence>> = [story]
