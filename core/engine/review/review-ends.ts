// What ends a review, by the code of its reason: the rows of lifecycles that answer it, the step that looks regularly and finds it
// gone, or a person alone. One table, for whatever raises and solves reviews.
import type { ReviewCode, ReviewReason } from "../../base/reason/review-reason.ts"
import type { Move } from "../machine/machine.ts"

/** A row of a lifecycle that answers a review of the record that takes it; any state where none is named. */
export interface AnsweringRow {
  readonly lifecycle: string
  readonly on: string
  readonly from?: ReadonlyArray<string>
  readonly to?: string
  /** Only of reviews that these triggers raised. */
  readonly raisedOn?: ReadonlyArray<string>
}

/**
 * How reviews of a code come and go. `raisedBy`: an event is something new each time; a watch finds the same again and again.
 * `solvedBy`: rows of lifecycles, in their commit; `step` is the step that raised it, once it does not find it any more, or that
 * books the answer; `person` leaves it to be closed.
 */
export interface ReviewEnd {
  readonly raisedBy: "event" | "watch"
  readonly solvedBy: ReadonlyArray<AnsweringRow> | "step" | "person"
}

const byPerson: ReviewEnd = { raisedBy: "event", solvedBy: "person" }
const byStep: ReviewEnd = { raisedBy: "event", solvedBy: "step" }
const byRows = (...solvedBy: ReadonlyArray<AnsweringRow>): ReviewEnd => ({ raisedBy: "event", solvedBy })
/** What the step that looks regularly raises; it solves it as well, unless a person alone can judge it. */
const watched = (solvedBy: "step" | "person"): ReviewEnd => ({ raisedBy: "watch", solvedBy })

// An order that is refused later raises a review of its own, so the order itself is the answer.
const depositIsPlaced: ReadonlyArray<AnsweringRow> = [
  { lifecycle: "deposit", on: "returnConfirmed", to: "REFUNDED" },
  { lifecycle: "deposit", on: "restDeliveryOrdered" },
  { lifecycle: "deposit", on: "restReturnOrdered" }
]

const refundIsOrdered = ["payout", "Lightning invoice"].flatMap((lifecycle): ReadonlyArray<AnsweringRow> => [
  {
    lifecycle,
    on: "refundOrdered",
    raisedOn: ["pixRefused", "restoreRefused", "reversed", "operatorRefundRefused"]
  },
  { lifecycle, on: "pixSettled", from: ["OWED"], raisedOn: ["pixRefused", "restoreRefused"] }
])

export const reviewEnds: Readonly<Record<ReviewCode, ReviewEnd>> = {
  impossible: byPerson,
  decidedAgain: byPerson,
  operatorDecides: byRows(...refundIsOrdered, { lifecycle: "payout", on: "refundOrdered", raisedOn: ["debited"] }),
  unknownTicket: byStep,
  // The provider's books have it as well as its message, and a person sends it back.
  pixWithoutCharge: watched("person"),
  unknownPayment: byPerson,
  unknownInvoice: byPerson,
  unknownAttempt: byPerson,
  pixNeverSent: byPerson,
  paidNeverSent: byPerson,
  paidByOtherPix: byPerson,
  returnedElsewhere: byPerson,
  returnOfUnknownPix: byStep,
  returnWithoutId: byPerson,
  returnValueDiffers: byPerson,
  eventReused: byPerson,
  settledAfterRefusal: byPerson,
  settledAgain: byPerson,
  chargeUnknown: watched("step"),
  chargeNotKnown: byRows(
    { lifecycle: "deposit", on: "pixSettled", from: ["EXPIRED"] },
    { lifecycle: "Lightning invoice", on: "invoicePaid", from: ["EXPIRED"] }
  ),
  surplusNotReturned: byStep,
  paymentNotReturned: byRows(...depositIsPlaced),
  returnRefused: byRows(...depositIsPlaced),
  returnNotReported: byRows(...depositIsPlaced),
  returnedInPart: byRows(...depositIsPlaced),
  deliveredAfterReturn: byPerson,
  stranded: byPerson,
  sweepFailed: byRows({ lifecycle: "treasury sweep", on: "moved", from: ["REFUSED"] }),
  disputeOfUnknownPix: byPerson,
  disputeAbovePayment: byPerson,
  disputeDecidedTwice: byPerson,
  // Each look-up finds it again, and the outcome answers it.
  answerDiffers: watched("step"),
  proofUsed: watched("step"),
  // What an operator closes is there again the next day, as long as anything is in suspense.
  inSuspense: byStep,
  paidLess: byPerson,
  factUnreadable: byPerson,
  bookedAmountDiffers: watched("person"),
  movementNotListed: watched("person"),
  movementsNotListed: watched("person"),
  balanceDrifts: watched("person"),
  closingDiffers: watched("step"),
  outcomeUnknown: watched("step"),
  movementsHeld: watched("step"),
  factKept: watched("step"),
  otherAccount: watched("step"),
  outflowUnexplained: watched("step"),
  floatLow: watched("step"),
  floatHigh: watched("step"),
  transferTakenBack: byPerson,
  keysRead: byPerson,
  jobMissing: byPerson,
  invariantBroken: watched("person")
}

const isTaken = (row: AnsweringRow, { from, machine, on, to }: Move): boolean =>
  row.lifecycle === machine && row.on === on && (row.from?.includes(from) ?? true) && (row.to ?? to) === to

const rowsOf = ({ solvedBy }: ReviewEnd): ReadonlyArray<AnsweringRow> => typeof solvedBy === "string" ? [] : solvedBy

const answering = Object.values(reviewEnds).flatMap(rowsOf)

/** Whether a row that was taken answers reviews of any code. */
export const mayAnswer = (move: Move): boolean => answering.some((row) => isTaken(row, move))

/** Whether a row that the record took answers a review of it. */
export const isAnsweredBy = (of: ReviewReason, move: Move): boolean =>
  rowsOf(reviewEnds[of.code]).some((row) =>
    isTaken(row, move) && (row.raisedOn === undefined || ("on" in of && row.raisedOn.includes(of.on)))
  )
