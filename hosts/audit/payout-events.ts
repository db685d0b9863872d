// What receivers are notified of PIX payments, `payout-events`, and that those of payouts tell their own story, `payout-story`.
import { decimalOf, reais } from "./amounts.ts"
import { readEvent } from "./bodies.ts"
import { has } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import { type Inspection, type Invariant, listed } from "./invariant.ts"
import { type Payment, type Payout, invariant, isLost, isOrdered, named, placeOf } from "./payment-file.ts"
import type { Reversal } from "./payment-movements.ts"

const requireTold = (inspection: Inspection, evidence: Evidence, payment: Payment): void => {
  const events = evidence.toldOf(payment.id)
  const { id, kind, refusal, state } = payment
  const isCovered = has(evidence.bookedFor(id), "lossCovered")
  const reversed = isLost(evidence, payment) && !isCovered ? [] : evidence.reversalsOf(id)
  const refunds = evidence.refundsOf(id)
  const isPending = ({ returnId }: Reversal) =>
    refunds.some(({ about, purpose, state }) =>
      purpose === "reversal" && about === returnId.toUpperCase() && state === "SENDING"
    )
  const isOfInvoice = kind === "lightningInvoice"
  const sent = refunds.filter((refund) => refund.state === "SENT" && (isOfInvoice || isOrdered(refund)))
  // While the asset of a payout is on its way back by itself, no one is notified yet; and whoever was paid, and given nothing back,
  // did not fail.
  const isOpen = state === "RESTORING" || state === "RESTORING_PAID"
  const isFailure = isOfInvoice || !isOpen && (!isCovered || refunds.some(({ purpose }) => purpose === "return"))
  const due: Readonly<Record<string, number>> = {
    PAYOUT_SUCCESSFUL: isCovered || has(evidence.bookedFor(id), "payoutSettled") ? 1 : 0,
    PAYOUT_FAILED: refusal !== null && isFailure ? 1 : 0,
    PAYOUT_REFUNDED: reversed.filter((each) => !isPending(each)).length + sent.length
  }
  for (const [name, count] of Object.entries(due)) {
    const ids = events.filter((event) => event.name === name).map((event) => event.id)
    const problem = `it owes ${count} ${name} event${count === 1 ? "" : "s"}`
    inspection.require(ids.length === count, named(payment), problem, String(count), listed(ids))
  }
}

const field = (data: Readonly<Record<string, unknown>>, name: string): string => String(data[name])

const requireStory = (inspection: Inspection, evidence: Evidence, payout: Payout): void => {
  const keys = new Set<string>()
  for (const event of evidence.toldOf(payout.id)) {
    inspection.look()
    const record = `event ${event.id}`
    const data = readEvent(event)?.data ?? {}
    const tells = (name: string, expected: string | null) =>
      inspection.equal(record, `it tells another ${name} than its payout has`, String(expected), field(data, name))
    tells("valueInBrl", reais(payout.value))
    // What was not known yet, or is to be given back by a person, is told as null.
    if (typeof data["endToEndId"] === "string") tells("endToEndId", payout.endToEndId)
    if (typeof data["refundAddress"] === "string") tells("refundAddress", placeOf(payout, "refund").address)
    if (event.name === "PAYOUT_SUCCESSFUL") {
      tells("transactionId", payout.id)
      tells("externalId", payout.externalId)
      tells("fee", reais(payout.fee))
      tells("txHash", payout.transactionHash)
      const { assetAmount } = Object(data["quote"]) as { readonly assetAmount?: unknown }
      const paid = decimalOf(payout.asset, BigInt(payout.units))
      inspection.equal(record, "it tells another amount than the wallet paid", paid, String(assetAmount))
    }
    if (event.name !== "PAYOUT_REFUNDED") continue
    tells("transactionId", payout.id)
    const isReversal = "reversalTicketId" in data
    const key = isReversal ? field(data, "reversalTicketId").toUpperCase() : field(data, "refundTxId")
    inspection.require(!keys.has(key), record, "another event told the same refund", "one event a refund", key)
    keys.add(key)
    if (isReversal) requireReversalTold(inspection, evidence, payout, record, data)
    else requireRefundTold(inspection, evidence, payout, record, data)
  }
}

type Data = Readonly<Record<string, unknown>>

const requireReversalTold = (
  inspection: Inspection,
  evidence: Evidence,
  payout: Payout,
  record: string,
  data: Data
): void => {
  const returnId = field(data, "reversalTicketId").toUpperCase()
  const reversal = evidence.reversalsOf(payout.id).find((each) => each.returnId.toUpperCase() === returnId)
  const expected = reversal === undefined ? "no such reversal" : reais(reversal.value)
  inspection.equal(record, "it tells another amount than its reversal brought", expected, field(data, "returnedAmount"))
}

const requireRefundTold = (
  inspection: Inspection,
  evidence: Evidence,
  payout: Payout,
  record: string,
  data: Data
): void => {
  const refund = evidence.refundsOf(payout.id).find((each) => each.proof === data["refundTxId"])
  const expected = refund === undefined ? "no such refund" : decimalOf(payout.asset, BigInt(refund.units))
  inspection.equal(record, "it tells another amount than its refund sent", expected, field(data, "stableAmount"))
}

const events = invariant({
  name: "payout-events",
  holds:
    "a payout or Lightning invoice has at most one success and one failure event, and one event for each reversal and refund"
}, requireTold)

const story: Invariant<Evidence> = {
  name: "payout-story",
  holds: "the events of a payout tell its own story",
  of: "payouts",
  inspect: (evidence, inspection) => {
    for (const payout of evidence.of.payout.values()) requireStory(inspection, evidence, payout)
  }
}

export const payoutEventInvariants: ReadonlyArray<Invariant<Evidence>> = [events, story]
