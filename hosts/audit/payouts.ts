// Payouts up to their PIX: `payout-debit-once`, `payout-paid-once`, `payout-restored-whole` and `payout-ends`.
import { cost } from "./amounts.ts"
import { dueIf, requireBooked } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import { type Invariant, listed } from "./invariant.ts"
import { moved } from "./moves.ts"
import { gross, invariant, isDebited, isLost, isRestored, isReturning, isWhole, named, owed } from "./payout-file.ts"

const debitOnce = invariant({
  name: "payout-debit-once",
  holds: "a payout debits its wallet once, by value and fee at its price, and exactly when its record says so"
}, (inspection, evidence, payout) => {
  const { asset, id, rate, transactionHash, units } = payout
  inspection.equal(
    named(payout),
    "its wallet pays another amount than value and fee cost at its price",
    String(cost(gross(payout), rate)),
    units
  )
  inspection.require(
    evidence.of.movement.has(`debit/${id}`),
    named(payout),
    "no movement debits its wallet",
    `movement debit/${id}`,
    "none"
  )
  inspection.equal(
    named(payout),
    "debit and transaction hash do not go together",
    isDebited(payout) ? "a hash" : "no hash",
    transactionHash === null ? "no hash" : "a hash"
  )
  requireBooked(
    inspection,
    named(payout),
    evidence.bookedFor(id),
    ["payoutDebited"],
    dueIf(isDebited(payout), `${id}/payoutDebited`, [
      ...moved(asset, BigInt(units), "treasury", "conversion"),
      ...moved("BRL", gross(payout), "conversion", owed(payout))
    ])
  )
})

const paidOnce = invariant({
  name: "payout-paid-once",
  holds:
    "a PIX that settled is booked once with its fee, or as a loss where the asset was given back; never both, and never neither"
}, (inspection, evidence, payout) => {
  const { endToEndId, fee, id, paidAt, state, value } = payout
  const isSettled = paidAt !== null
  const isLoss = isLost(evidence, payout)
  const isCovered = !isReturning(payout) && !isRestored(payout)
  requireBooked(
    inspection,
    named(payout),
    evidence.bookedFor(id),
    ["payoutPaid", "payoutFeeEarned", "paidAfterRestoring", "lossCovered"],
    [
      ...isLoss
        ? dueIf(isSettled, `${id}/paidAfterRestoring`, moved("BRL", BigInt(value), "losses", "pix-settlement"))
        : dueIf(isSettled, `${id}/payoutPaid`, moved("BRL", BigInt(value), owed(payout), "pix-settlement")),
      ...dueIf(isLoss && isCovered, `${id}/lossCovered`, undefined),
      ...dueIf(
        isSettled && (!isLoss || isCovered),
        `${id}/payoutFeeEarned`,
        moved("BRL", BigInt(fee), owed(payout), "fee-income")
      )
    ]
  )
  inspection.require(
    !isSettled || !isRestored(payout) || isLoss,
    named(payout),
    "it was paid and given back whole, and nobody bears the loss",
    "a paidAfterRestoring entry",
    "none"
  )
  inspection.require(
    state !== "COMPLETED" || isSettled,
    named(payout),
    "it is COMPLETED, but no PIX settled",
    "an instant",
    "none"
  )
  inspection.require(
    endToEndId === null || isSettled,
    named(payout),
    "it has the end-to-end id of a PIX that did not settle",
    "none",
    String(endToEndId)
  )
})

const restoredWhole = invariant({
  name: "payout-restored-whole",
  holds:
    "a payout that failed after its debit was given back whole, fee included and once, or an operator is to decide it"
}, (inspection, evidence, payout) => {
  const { asset, id, state, units } = payout
  const isBack = isRestored(payout)
  const restored = evidence.refundsOf(id).filter((refund) => isWhole(refund) && refund.state === "SENT")
  inspection.require(
    restored.length === (isBack ? 1 : 0),
    named(payout),
    isBack ? "it was restored, but not by one refund" : "it was not restored, but its asset was sent back",
    isBack ? "1 refund" : "none",
    listed(restored.map((refund) => refund.id))
  )
  const key = restored[0]?.purpose === "return" ? `/${restored[0].about}` : ""
  requireBooked(
    inspection,
    named(payout),
    evidence.bookedFor(id),
    ["payoutRestored"],
    dueIf(isBack, `${id}/payoutRestored${key}`, [
      ...moved("BRL", gross(payout), owed(payout), "conversion"),
      ...moved(asset, BigInt(units), "conversion", "treasury")
    ])
  )
  if (state !== "OWED") return
  const isSeen = evidence.raisedOf(id).some(({ reason }) => /^(?:pixRefused|restoreRefused),/.test(reason))
  inspection.require(
    isSeen,
    named(payout),
    "its asset was taken and not given back, and no operator is to decide it",
    "a review",
    "none"
  )
})

const ends = invariant({
  name: "payout-ends",
  holds: "every payout that is not at its end, and every refund on its way, has an open movement with its job"
}, (inspection, evidence, payout) => {
  const { id, refunding, state } = payout
  if (state === "DEBITING") evidence.requireMovement(inspection, named(payout), `debit/${id}`)
  if (state === "PAYING") evidence.requireMovement(inspection, named(payout), `pix/${id}`)
  const sending = evidence.refundsOf(id).filter((refund) => refund.state === "SENDING")
  inspection.require(
    isReturning(payout) ? sending.some(isWhole) : !sending.some(isWhole),
    named(payout),
    "its state does not say whether it is being given back whole",
    isReturning(payout) ? "a refund of the whole" : "none",
    listed(sending.map((refund) => refund.id))
  )
  for (const refund of sending) evidence.requireMovement(inspection, `refund ${refund.id} (SENDING)`, refund.id)
  inspection.require(
    refunding === 0 || sending.length > 0,
    named(payout),
    "part of it is being given back, but nothing is on its way",
    "a refund",
    "none"
  )
})

export const payoutInvariants: ReadonlyArray<Invariant<Evidence>> = [debitOnce, paidOnce, restoredWhole, ends]
