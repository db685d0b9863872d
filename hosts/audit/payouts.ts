// Payouts up to their PIX: `payout-debit-once`, `payout-paid-once`, `payout-restored-whole` and `payout-ends`.
import { cost } from "./amounts.ts"
import { dueIf, requireBooked } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import { type Invariant, listed } from "./invariant.ts"
import { moved } from "./moves.ts"
import { type Payout, gross, invariant, isLost, isWhole, named, owed } from "./payout-file.ts"

const debitOnce = invariant({
  name: "payout-debit-once",
  holds: "a payout debits its wallet once, by value and fee at its price, and exactly when its record says so"
}, (inspection, evidence, payout) => {
  const { asset, debitedAt, id, rate, spend, state, transactionHash, units } = payout
  const isDebited = debitedAt !== null
  inspection.equal(
    named(payout),
    "its wallet pays another amount than value and fee cost at its price",
    String(cost(gross(payout), rate)),
    units
  )
  inspection.equal(named(payout), "its debit goes out under another id", `debit/${id}`, spend.operationId)
  inspection.equal(
    named(payout),
    "debit and transaction hash do not go together",
    isDebited ? "a hash" : "no hash",
    transactionHash === null ? "no hash" : "a hash"
  )
  const mayBeUntouched = state === "DEBITING" || state === "FAILED"
  inspection.require(
    isDebited ? state !== "DEBITING" : mayBeUntouched,
    named(payout),
    "its state and its debit contradict each other",
    isDebited ? "any state but DEBITING" : "DEBITING or FAILED",
    state
  )
  requireBooked(
    inspection,
    named(payout),
    evidence.bookedFor(id),
    ["payoutDebited"],
    dueIf(isDebited, `${id}/payoutDebited`, [
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
  const { endToEndId, fee, id, paidAt, restoredAt, state, value } = payout
  const isSettled = paidAt !== null
  const isLoss = isLost(evidence, payout)
  requireBooked(
    inspection,
    named(payout),
    evidence.bookedFor(id),
    ["payoutPaid", "payoutFeeEarned", "paidAfterRestoring"],
    isLoss
      ? dueIf(
        isSettled,
        `${id}/paidAfterRestoring`,
        moved("BRL", BigInt(value), "losses", "pix-settlement")
      )
      : [
        ...dueIf(
          isSettled,
          `${id}/payoutPaid`,
          moved("BRL", BigInt(value), owed(payout), "pix-settlement")
        ),
        ...dueIf(
          isSettled,
          `${id}/payoutFeeEarned`,
          moved("BRL", BigInt(fee), owed(payout), "fee-income")
        )
      ]
  )
  inspection.require(
    !isSettled || restoredAt === null || isLoss,
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
  const { asset, debitedAt, id, restoredAt, state, units } = payout
  const restored = evidence.refundsOf(id).filter((refund) => isWhole(refund) && refund.state === "SENT")
  inspection.require(
    restored.length === (restoredAt === null ? 0 : 1),
    named(payout),
    restoredAt === null ? "it was not restored, but its asset was sent back" : "it was restored, but not by one refund",
    restoredAt === null ? "none" : "1 refund",
    listed(restored.map((refund) => refund.id))
  )
  const key = restored[0]?.cause === "orderedUnpaid" ? `/${restored[0].id}` : ""
  requireBooked(
    inspection,
    named(payout),
    evidence.bookedFor(id),
    ["payoutRestored"],
    dueIf(restoredAt !== null, `${id}/payoutRestored${key}`, [
      ...moved("BRL", gross(payout), owed(payout), "conversion"),
      ...moved(asset, BigInt(units), "conversion", "treasury")
    ])
  )
  if (state !== "FAILED" || debitedAt === null || restoredAt !== null) return
  const isSeen = evidence.raisedOf(id).some(({ reason }) => /^(?:pixRefused|restoreRefused),/.test(reason))
  inspection.require(
    isSeen,
    named(payout),
    "its asset was taken and not given back, and no operator is to decide it",
    "a review",
    "none"
  )
})

/** The job that moves a payout on, while there is something to wait for. */
const nextJob = ({ id, state }: Payout): readonly [id: string, task: string] | undefined => {
  switch (state) {
    case "DEBITING":
      return [`debit/${id}`, "debit-payout"]
    case "PAYING":
    case "UNKNOWN":
      return [`pay/${id}`, "pay-payout"]
    case "COMPLETED":
    case "REFUNDING":
    case "FAILED":
    case "REFUNDED":
      return undefined
  }
}

const ends = invariant({
  name: "payout-ends",
  holds: "every payout that is not at its end, and every refund on its way, has a job that a worker will take"
}, (inspection, evidence, payout) => {
  const next = nextJob(payout)
  if (next !== undefined) evidence.requireJob(inspection, named(payout), next[0], next[1], payout.id)
  const sending = evidence.refundsOf(payout.id).filter(({ state }) => state === "SENDING")
  inspection.require(
    payout.state !== "REFUNDING" || sending.some(isWhole),
    named(payout),
    "it is being given back, but nothing is on its way",
    "a refund of the whole",
    listed(sending.map(({ id }) => id))
  )
  for (const { id } of sending) {
    evidence.requireJob(inspection, `refund ${id} (SENDING)`, `send/${id}`, "deliver-refund", id)
  }
})

export const payoutInvariants: ReadonlyArray<Invariant<Evidence>> = [debitOnce, paidOnce, restoredWhole, ends]
