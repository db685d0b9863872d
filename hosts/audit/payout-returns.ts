// What comes back of payouts and what is given back: `payout-returns`.
import { total, worth } from "./amounts.ts"
import { type Due, dueIf, requireBooked } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import type { Inspection, Invariant } from "./invariant.ts"
import { debited, moved } from "./moves.ts"
import { type Payout, gross, invariant, isLost, isWhole, named, reversalOwed } from "./payout-file.ts"
import type { Refund } from "./payout-movements.ts"

const refundDue = (payout: Payout, refund: Refund): ReadonlyArray<Due> => {
  if (refund.state !== "SENT" || isWhole(refund)) return []
  const { asset, id } = payout
  if (refund.purpose === "refund") {
    return [
      { id: `${id}/reversalRefunded/${refund.about}`, moves: undefined },
      { id: `${id}/paidPayoutRefunded/${refund.about}`, moves: undefined }
    ]
  }
  return [{
    id: `${id}/reversalRefunded/${refund.about}`,
    moves: [
      ...moved("BRL", BigInt(refund.cents), reversalOwed(payout), "conversion"),
      ...moved(asset, BigInt(refund.units), "conversion", "treasury")
    ]
  }]
}

// What the operator sends is first what had come back, and the rest is lost: how much of each depends on what came first.
const requireShares = (inspection: Inspection, evidence: Evidence, payout: Payout, refund: Refund): void => {
  const shares = evidence.bookedFor(payout.id).filter(({ id }) => id.endsWith(`/${refund.about}`))
  const of = (asset: string) => shares.reduce((sum, entry) => sum + debited(entry, asset), 0n)
  // Both halves of each exchange are on a debit side once.
  inspection.equal(
    `refund ${refund.id}`,
    "its entries give back another value than it says",
    `${refund.cents} BRL; ${refund.units} ${payout.asset}`,
    `${of("BRL")} BRL; ${of(payout.asset)} ${payout.asset}`
  )
}

const requireRefund = (inspection: Inspection, evidence: Evidence, payout: Payout, refund: Refund): void => {
  const { about, cents, id, purpose, state, transactionHash, units } = refund
  const record = `refund ${id} (${state})`
  const worthOf = isWhole(refund) ? BigInt(payout.units) : worth(BigInt(cents), payout.rate)
  // Parts are counted from what was given back before, so that all of them together are exact.
  const isWorth = BigInt(units) === worthOf || (!isWhole(refund) && BigInt(units) === worthOf + 1n)
  inspection.require(isWorth, record, "it sends another amount than its cents are worth", String(worthOf), units)
  if (isWhole(refund)) {
    inspection.equal(record, "it gives another value back than was taken", String(gross(payout)), String(cents))
  }
  inspection.equal(
    record,
    "being sent and having a transaction do not go together",
    state === "SENT" ? "a hash" : "no hash",
    transactionHash === null ? "no hash" : "a hash"
  )
  const named = about === null ? `${purpose}/${payout.id}` : `${purpose}/${payout.id}/${about}`
  inspection.equal(record, "it goes out under another id", named, id)
  if (purpose === "reversal") {
    const reversal = evidence.reversalsOf(payout.id).find(({ returnId }) => returnId.toUpperCase() === about)
    inspection.equal(record, "it is not the refund of its reversal", String(reversal?.value), String(cents))
  }
  if (purpose === "refund" && state === "SENT") requireShares(inspection, evidence, payout, refund)
}

const returns = invariant({
  name: "payout-returns",
  holds:
    "what came back of a payout and what was given back are the sums of their records, booked exactly, and never above its value"
}, (inspection, evidence, payout) => {
  const { id, refunded, refunding, returned, state, value } = payout
  const refunds = evidence.refundsOf(id)
  const reversals = evidence.reversalsOf(id)
  inspection.look(refunds.length + reversals.length)
  const sum = (wanted: Refund["state"]) =>
    total(refunds.filter((each) => !isWhole(each) && each.state === wanted).map(({ cents }) => cents))
  const cents = (problem: string, expected: number, found: number) =>
    inspection.equal(named(payout), problem, `${expected} cents`, `${found} cents`)
  cents("what came back is not the sum of its reversals", total(reversals.map((each) => each.value)), returned)
  cents("what was given back is not the sum of its refunds", sum("SENT"), refunded)
  cents("what is on its way back is not the sum of its refunds", sum("SENDING"), refunding)
  inspection.require(
    returned <= value && refunded + refunding <= value,
    named(payout),
    "more came or went back than was paid",
    `at most ${value} cents`,
    `${returned} cents back, ${refunded + refunding} cents given back`
  )
  const wentBack = returned > 0 || refunded > 0
  inspection.require(
    state === "REFUNDED" ? wentBack : state !== "COMPLETED" || !wentBack,
    named(payout),
    "its state does not say what came or went back",
    wentBack ? "REFUNDED" : "COMPLETED",
    state
  )
  for (const refund of refunds) requireRefund(inspection, evidence, payout, refund)
  requireReturnEntries(inspection, evidence, payout)
})

const requireReturnEntries = (inspection: Inspection, evidence: Evidence, payout: Payout): void => {
  const { id } = payout
  const entries = evidence.bookedFor(id)
  const isLoss = isLost(evidence, payout)
  const due: Array<Due> = []
  for (const { returnId, value } of evidence.reversalsOf(id)) {
    const key = returnId.toUpperCase()
    // What came back after a loss was covered is owed again.
    const wasLost = isLoss && entries.some((entry) => entry.id === `${id}/returnedAfterRestoring/${key}`)
    const [template, account] = wasLost
      ? ["returnedAfterRestoring", "losses"]
      : ["payoutReversed", reversalOwed(payout)]
    due.push({
      id: `${id}/${template}/${key}`,
      moves: moved("BRL", BigInt(value), "pix-settlement", account ?? "")
    })
    const recovered = `${id}/lossRecovered/${key}`
    due.push(...dueIf(
      !isLoss && entries.some((entry) => entry.id === recovered),
      recovered,
      moved("BRL", BigInt(value), reversalOwed(payout), "losses")
    ))
  }
  for (const refund of evidence.refundsOf(id)) due.push(...refundDue(payout, refund))
  requireBooked(inspection, named(payout), entries, [
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
    named(payout),
    "more was made good than had been lost",
    `at most ${booked("paidPayoutRefunded")} cents`,
    `${booked("lossRecovered")} cents`
  )
  const open = booked("payoutReversed") - booked("lossRecovered") - booked("reversalRefunded")
  const isSeen = evidence.raisedOf(id).some(({ reason }) =>
    /^(?:reversed|reversalRefundRefused|operatorRefundRefused),/.test(reason)
  )
  inspection.require(
    open === 0n || payout.refunding > 0 || isSeen,
    named(payout),
    "what came back is owed to who paid, and nobody gives it back",
    "a refund on its way, or a review",
    `${open} cents owed`
  )
}

export const payoutReturnInvariants: ReadonlyArray<Invariant<Evidence>> = [returns]
