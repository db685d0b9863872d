// Payouts and Lightning invoices up to their PIX: `payout-debit-once`, `payout-came-in-once`, `payout-paid-once`, `payout-restored-whole` and `payout-ends`.
import { cost } from "./amounts.ts"
import { dueIf, requireBooked } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import { type Invariant, listed } from "./invariant.ts"
import { moved } from "./moves.ts"
import {
  cameIn,
  gross,
  invariant,
  isLost,
  isRestored,
  isReturning,
  isWhole,
  named,
  ofPayout,
  owed
} from "./payment-file.ts"
import { isLeftToOperator } from "./reviews.ts"

const debitOnce: Invariant<Evidence> = {
  name: "payout-debit-once",
  holds: "a payout debits its wallet once, and exactly when its record says so",
  of: "payouts",
  inspect: (evidence, inspection) => {
    for (const payout of evidence.of.payout.values()) {
      inspection.look()
      const record = named(ofPayout(payout))
      const { id, transactionHash } = payout
      const debit = `movement debit/${id}`
      inspection.require(
        evidence.of.movement.has(`debit/${id}`),
        record,
        "no movement debits its wallet",
        debit,
        "none"
      )
      inspection.equal(
        record,
        "debit and transaction hash do not go together",
        cameIn(payout) ? "a hash" : "no hash",
        transactionHash === null ? "no hash" : "a hash"
      )
    }
  }
}

const cameInOnce = invariant({
  name: "payout-came-in-once",
  holds: "what pays for a PIX is value and fee at its price, and is booked once, exactly when it came in"
}, (inspection, evidence, payment) => {
  const { asset, id, rate, units } = payment
  const price = String(cost(gross(payment), rate))
  inspection.equal(named(payment), "it takes another amount than value and fee cost at its price", price, units)
  requireBooked(
    inspection,
    named(payment),
    evidence.bookedFor(id),
    ["payoutDebited"],
    dueIf(cameIn(payment), `${id}/payoutDebited`, [
      ...moved(asset, BigInt(units), "treasury", "conversion"),
      ...moved("BRL", gross(payment), "conversion", owed(payment))
    ])
  )
})

const paidOnce = invariant({
  name: "payout-paid-once",
  holds:
    "a PIX that settled is booked once with its fee, or as a loss where the asset was given back; never both, and never neither"
}, (inspection, evidence, payment) => {
  const { endToEndId, fee, id, paidAt, state, value } = payment
  const isSettled = paidAt !== null
  const isLoss = isLost(evidence, payment)
  const isCovered = !isReturning(payment) && !isRestored(payment)
  requireBooked(
    inspection,
    named(payment),
    evidence.bookedFor(id),
    ["payoutSettled", "payoutFeeEarned", "settledAfterRestoring", "lossCovered"],
    [
      ...isLoss
        ? dueIf(isSettled, `${id}/settledAfterRestoring`, moved("BRL", BigInt(value), "losses", "pix-settlement"))
        : dueIf(isSettled, `${id}/payoutSettled`, moved("BRL", BigInt(value), owed(payment), "pix-settlement")),
      ...dueIf(isLoss && isCovered, `${id}/lossCovered`, undefined),
      ...dueIf(
        isSettled && (!isLoss || isCovered),
        `${id}/payoutFeeEarned`,
        moved("BRL", BigInt(fee), owed(payment), "fee-income")
      )
    ]
  )
  inspection.require(
    !isSettled || !isRestored(payment) || isLoss,
    named(payment),
    "it was paid and given back whole, and no one bears the loss",
    "a settledAfterRestoring entry",
    "none"
  )
  inspection.require(
    state !== "COMPLETED" || isSettled,
    named(payment),
    "it is COMPLETED, but no PIX settled",
    "an instant",
    "none"
  )
  inspection.require(
    endToEndId === null || isSettled,
    named(payment),
    "it has the end-to-end id of a PIX that did not settle",
    "none",
    String(endToEndId)
  )
})

const restoredWhole = invariant({
  name: "payout-restored-whole",
  holds:
    "what came in for a PIX that failed was given back whole, fee included and once, or an operator is to decide it"
}, (inspection, evidence, payment) => {
  const { asset, id, state, units } = payment
  const isBack = isRestored(payment)
  const restored = evidence.refundsOf(id).filter((refund) => isWhole(refund) && refund.state === "SENT")
  inspection.require(
    restored.length === (isBack ? 1 : 0),
    named(payment),
    isBack ? "it was restored, but not by one refund" : "it was not restored, but its asset was sent back",
    isBack ? "1 refund" : "none",
    listed(restored.map((refund) => refund.id))
  )
  const key = restored[0]?.purpose === "return" ? `/${restored[0].about}` : ""
  requireBooked(
    inspection,
    named(payment),
    evidence.bookedFor(id),
    ["payoutRestored"],
    dueIf(isBack, `${id}/payoutRestored${key}`, [
      ...moved("BRL", gross(payment), owed(payment), "conversion"),
      ...moved(asset, BigInt(units), "conversion", "treasury")
    ])
  )
  if (state !== "OWED") return
  const isSeen = evidence.raisedOf(id).some(isLeftToOperator(["pixRefused", "restoreRefused"]))
  inspection.require(
    isSeen,
    named(payment),
    "its asset was taken and not given back, and no operator is to decide it",
    "a review",
    "none"
  )
})

const ends = invariant({
  name: "payout-ends",
  holds:
    "every payout and Lightning invoice that is not at its end, and every refund on its way, has an open movement with its job"
}, (inspection, evidence, payment) => {
  const { id, refunding, state } = payment
  if (state === "WAITING") {
    evidence.requireJob(inspection, named(payment), `expire-lightning-invoice/${id}`, "expire-lightning-invoice", id)
  }
  if (state === "DEBITING") evidence.requireMovement(inspection, named(payment), `debit/${id}`)
  if (state === "PAYING") evidence.requireMovement(inspection, named(payment), `pix/${id}`)
  const sending = evidence.refundsOf(id).filter((refund) => refund.state === "SENDING")
  inspection.require(
    isReturning(payment) ? sending.some(isWhole) : !sending.some(isWhole),
    named(payment),
    "its state does not say whether it is being given back whole",
    isReturning(payment) ? "a refund of the whole" : "none",
    listed(sending.map((refund) => refund.id))
  )
  for (const refund of sending) evidence.requireMovement(inspection, `refund ${refund.id} (SENDING)`, refund.id)
  inspection.require(
    refunding === 0 || sending.length > 0,
    named(payment),
    "part of it is being given back, but nothing is on its way",
    "a refund",
    "none"
  )
})

export const payoutInvariants: ReadonlyArray<Invariant<Evidence>> = [
  debitOnce,
  cameInOnce,
  paidOnce,
  restoredWhole,
  ends
]
