// What comes back of PIX payments and what is given back: `payout-returns`.
import { total, worth } from "./amounts.ts"
import { type Due, dueIf, requireBooked } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import type { Inspection, Invariant } from "./invariant.ts"
import { debited, moved } from "./moves.ts"
import { type Payment, gross, invariant, isLost, isWhole, named, reversalOwed } from "./payment-file.ts"
import type { Refund } from "./payment-movements.ts"
import { isLeftToOperator } from "./reviews.ts"

const refundDue = (payment: Payment, refund: Refund): ReadonlyArray<Due> => {
  if (refund.state !== "SENT" || isWhole(refund)) return []
  const { asset, id } = payment
  if (refund.purpose === "refund") {
    return [
      { id: `${id}/reversalRefunded/${refund.about}`, moves: undefined },
      { id: `${id}/paidPayoutRefunded/${refund.about}`, moves: undefined }
    ]
  }
  return [{
    id: `${id}/reversalRefunded/${refund.about}`,
    moves: [
      ...moved("BRL", BigInt(refund.cents), reversalOwed(payment), "conversion"),
      ...moved(asset, BigInt(refund.units), "conversion", "treasury")
    ]
  }]
}

// What the operator sends is first what had come back, and the rest is lost: how much of each depends on what came first.
const requireShares = (inspection: Inspection, evidence: Evidence, payment: Payment, refund: Refund): void => {
  const shares = evidence.bookedFor(payment.id).filter(({ id, template }) =>
    template !== "networkFeePaid" && id.endsWith(`/${refund.about}`)
  )
  const of = (asset: string) => shares.reduce((sum, entry) => sum + debited(entry, asset), 0n)
  // Both halves of each exchange are on a debit side once.
  inspection.equal(
    `refund ${refund.id}`,
    "its entries give back another value than it says",
    `${refund.cents} BRL; ${refund.units} ${payment.asset}`,
    `${of("BRL")} BRL; ${of(payment.asset)} ${payment.asset}`
  )
}

const requireRefund = (inspection: Inspection, evidence: Evidence, payment: Payment, refund: Refund): void => {
  const { about, cents, id, proof, purpose, state, units } = refund
  const record = `refund ${id} (${state})`
  const worthOf = BigInt(cents) === gross(payment) ? BigInt(payment.units) : worth(BigInt(cents), payment.rate)
  // Parts are counted from what was given back before, so that all of them together are exact.
  const isWorth = BigInt(units) === worthOf || (!isWhole(refund) && BigInt(units) === worthOf + 1n)
  inspection.require(isWorth, record, "it sends another amount than its cents are worth", String(worthOf), units)
  if (isWhole(refund)) {
    inspection.equal(record, "it gives another value back than was taken", String(gross(payment)), String(cents))
  }
  inspection.equal(
    record,
    "being sent and having a transaction do not go together",
    state === "SENT" ? "a hash" : "no hash",
    proof === null ? "no hash" : "a hash"
  )
  const named = about === null ? `${purpose}/${payment.id}` : `${purpose}/${payment.id}/${about}`
  inspection.equal(record, "it goes out under another id", named, id)
  if (purpose === "reversal") {
    const reversal = evidence.reversalsOf(payment.id).find(({ returnId }) => returnId.toUpperCase() === about)
    inspection.equal(record, "it is not the refund of its reversal", String(reversal?.value), String(cents))
  }
  if (purpose === "refund" && state === "SENT") requireShares(inspection, evidence, payment, refund)
}

const returns = invariant({
  name: "payout-returns",
  holds:
    "what came back of a payout or Lightning invoice and what was given back are the sums of their records, booked exactly, and never above its value"
}, (inspection, evidence, payment) => {
  const { id, most, refunded, refunding, returned, state, value } = payment
  const refunds = evidence.refundsOf(id)
  const reversals = evidence.reversalsOf(id)
  inspection.look(refunds.length + reversals.length)
  const sum = (wanted: Refund["state"]) =>
    total(refunds.filter((each) => !isWhole(each) && each.state === wanted).map(({ cents }) => cents))
  const cents = (problem: string, expected: number, found: number) =>
    inspection.equal(named(payment), problem, `${expected} cents`, `${found} cents`)
  cents("what came back is not the sum of its reversals", total(reversals.map((each) => each.value)), returned)
  cents("what was given back is not the sum of its refunds", sum("SENT"), refunded)
  cents("what is on its way back is not the sum of its refunds", sum("SENDING"), refunding)
  inspection.require(
    returned <= value && refunded + refunding <= most,
    named(payment),
    "more came or went back than was paid",
    `at most ${value} cents back, ${most} cents given back`,
    `${returned} cents back, ${refunded + refunding} cents given back`
  )
  const wentBack = returned > 0 || refunded > 0
  inspection.require(
    state === "REFUNDED" ? wentBack : state !== "COMPLETED" || !wentBack,
    named(payment),
    "its state does not say what came or went back",
    wentBack ? "REFUNDED" : "COMPLETED",
    state
  )
  for (const refund of refunds) requireRefund(inspection, evidence, payment, refund)
  requireReturnEntries(inspection, evidence, payment)
})

// Routing is paid by us, and booked with what arrived.
const feeDue = ({ id, kind }: Payment, { about, state }: Refund): ReadonlyArray<Due> =>
  dueIf(
    kind === "lightningInvoice" && state === "SENT",
    `${id}/networkFeePaid${about === null ? "" : `/${about}`}`,
    undefined
  )

/** What routing a refund may cost, in satoshis: a hundredth, and never less than ten. */
const routingBound = (sats: bigint): bigint => {
  const hundredth = (sats + 99n) / 100n
  return hundredth > 10n ? hundredth : 10n
}

const requireCheapRouting = (inspection: Inspection, evidence: Evidence, { id }: Payment, refund: Refund): void => {
  const booked = `${id}/networkFeePaid${refund.about === null ? "" : `/${refund.about}`}`
  for (const entry of evidence.bookedFor(id).filter((each) => each.id === booked)) {
    const fee = debited(entry, "BTC")
    const bound = routingBound(BigInt(refund.units))
    inspection.require(
      fee <= bound && entry.postings.every(({ account }) => account === "network-fees" || account === "treasury"),
      `entry ${entry.id}`,
      "routing took more than it may",
      `at most ${bound} sats`,
      `${fee} sats`
    )
  }
}

const requireReturnEntries = (inspection: Inspection, evidence: Evidence, payment: Payment): void => {
  const { id } = payment
  const entries = evidence.bookedFor(id)
  const isLoss = isLost(evidence, payment)
  const due: Array<Due> = []
  for (const { returnId, value } of evidence.reversalsOf(id)) {
    const key = returnId.toUpperCase()
    // What came back after a loss was covered is owed again.
    const wasLost = isLoss && entries.some((entry) => entry.id === `${id}/returnedAfterRestoring/${key}`)
    const [template, account] = wasLost
      ? ["returnedAfterRestoring", "losses"]
      : ["payoutReversed", reversalOwed(payment)]
    due.push({
      id: `${id}/${template}/${key}`,
      moves: moved("BRL", BigInt(value), "pix-settlement", account ?? "")
    })
    const recovered = `${id}/lossRecovered/${key}`
    due.push(...dueIf(
      !isLoss && entries.some((entry) => entry.id === recovered),
      recovered,
      moved("BRL", BigInt(value), reversalOwed(payment), "losses")
    ))
  }
  for (const refund of evidence.refundsOf(id)) {
    due.push(...refundDue(payment, refund), ...feeDue(payment, refund))
    requireCheapRouting(inspection, evidence, payment, refund)
  }
  requireBooked(inspection, named(payment), entries, [
    "networkFeePaid",
    "payoutReversed",
    "returnedAfterRestoring",
    "lossRecovered",
    "reversalRefunded",
    "paidPayoutRefunded"
  ], due)
  const booked = (template: string) =>
    entries.filter((entry) => entry.template === template).reduce((sum, entry) => sum + debited(entry, "BRL"), 0n)
  inspection.require(
    booked("lossRecovered") <= booked("paidPayoutRefunded"),
    named(payment),
    "more was made good than had been lost",
    `at most ${booked("paidPayoutRefunded")} cents`,
    `${booked("lossRecovered")} cents`
  )
  const open = booked("payoutReversed") - booked("lossRecovered") - booked("reversalRefunded")
  const triggers = ["reversed", "reversalRefundRefused", "operatorRefundRefused"]
  const isSeen = evidence.raisedOf(id).some(isLeftToOperator(triggers))
  inspection.require(
    open === 0n || payment.refunding > 0 || isSeen,
    named(payment),
    "what came back is owed to who paid, and no one gives it back",
    "a refund on its way, or a review",
    `${open} cents owed`
  )
}

export const paymentReturnInvariants: ReadonlyArray<Invariant<Evidence>> = [returns]
