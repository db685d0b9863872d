// The English of reviews: for each code the sentence of why something needs a person, and of what it goes by.
import { englishReason } from "./english.ts"
import type { ReviewReason } from "./review-reason.ts"
import { type Naming, type ReviewWords, type SaidReview, pixIn, proofIn, reviewsIn } from "./wording.ts"

const inState = (on: string, state: string, naming: Naming, proof = ""): string => {
  const happened = `${naming.trigger(on)}, in ${naming.state(state)}`
  return proof === "" ? happened : `${happened}: ${proof}`
}

export const englishReviews: ReviewWords = {
  impossible: ({ on, state, ...proof }, naming) => [
    `impossible in ${naming.state(state)}: ${naming.trigger(on)}`,
    proofIn(proof, naming, "leg")
  ],
  decidedAgain: ({ on, state }, naming) => [`${naming.trigger(on)}, after ${naming.state(state)}`, ""],
  operatorDecides: ({ key, on, reason, state }, naming) => [
    `an operator has to decide: ${naming.trigger(on)}`,
    reason === undefined
      ? [inState(on, state, naming), key].filter((each) => each !== "").join(", ")
      : naming.reason(reason)
  ],

  unknownTicket: ({ pix }, naming) => ["unknown ticket", pix === undefined ? "" : pixIn(pix, naming, "from")],
  pixWithoutCharge: ({ pix }, naming) => ["a PIX that belongs to no charge", pixIn(pix, naming, "from")],
  unknownPayment: ({ fact }) => ["unknown payment", fact],
  unknownInvoice: () => ["payment of an unknown Lightning invoice", ""],
  unknownAttempt: ({ status }) => ["unknown attempt", status],
  pixNeverSent: ({ fact }) => ["a PIX that was never sent", fact],
  paidNeverSent: ({ fact }) => ["the provider's books have a payment that was never requested", fact],
  paidByOtherPix: ({ endToEndId }) => ["paid by a PIX of another charge", endToEndId],
  returnedElsewhere: ({ returnId }) => ["returned by a return of another deposit", returnId],
  returnOfUnknownPix: ({ eventId, factId }) => ["return of an unknown PIX", eventId ?? factId],
  returnWithoutId: ({ value }, { brl }) => ["a return without an id", brl(value)],
  returnValueDiffers: ({ movementId, value }, { brl }) => [
    "our return reported with another value",
    `${movementId}: ${brl(value)}`
  ],
  eventReused: ({ about, eventId, sender, type }) => [
    "event id used again for another fact",
    `${sender} ${eventId ?? ""}: ${type} ${about}`
  ],
  settledAfterRefusal: ({ movementId, proof }) => ["settled after it was refused", proof ?? movementId],
  settledAgain: ({ before, movementId, proof }) => [
    "settled again under another id",
    `${movementId}: ${proof}, before it ${before}`
  ],

  answerDiffers: ({ movementId, reason }, naming) => [
    "what the other side says moved is not what was ordered: find out what moved, and resolve the movement",
    `${movementId}: ${naming.reason(reason)}`
  ],
  inSuspense: ({ amount, asset, days, movementId }) => [
    "another amount moved than was ordered: say what became of the difference",
    `${movementId}: ${amount} ${asset} in suspense for ${days} days`
  ],
  paidLess: ({ asset, ordered, said }) => [
    "an invoice was paid with less than its amount",
    `${said} ${asset} instead of ${ordered}`
  ],
  proofUsed: ({ movementId, proof, usedBy }) => [
    "one proof for two movements: find out which of them it settled, and what became of the other",
    `${proof} settled ${usedBy}, and was given for ${movementId}`
  ],

  chargeUnknown: (
    { reason },
    naming
  ) => ["the provider does not say what was paid on the charge", naming.reason(reason)],
  chargeNotKnown: (
    { account }
  ) => ["whoever made the charge does not know it: look there whether it was paid", account],
  surplusNotReturned: ({ reason, receiptId }, naming) => [
    "surplus cannot be returned",
    `${receiptId}: ${naming.reason(reason)}`
  ],
  paymentNotReturned: ({ reason }, naming) => ["the payment cannot be returned", naming.reason(reason)],
  returnRefused: ({ detail, returnId }) => ["return refused by the provider", `${returnId}: ${detail}`],
  returnNotReported: () => ["the provider has not reported the return of the payment", ""],
  returnedInPart: ({ returnId }) => ["returned in part before the delivery", returnId],
  deliveredAfterReturn: () => ["delivered after a full return", ""],

  stranded: ({ error, on, ...proof }, naming) => [
    `stranded: ${error}`,
    [naming.trigger(on), proofIn(proof, naming, "leg")].filter((each) => each !== "").join(": ")
  ],
  sweepFailed: ({ reason }, naming) => ["the sweep did not happen", reason === null ? "" : naming.reason(reason)],
  disputeOfUnknownPix: ({ status }) => ["dispute of an unknown PIX", status],
  disputeAbovePayment: ({ status, value }, { brl }) => ["dispute of more than was paid", `${status}: ${brl(value)}`],
  disputeDecidedTwice: ({ status }) => ["dispute was decided in two ways", status],

  bookedAmountDiffers: ({ endToEndId, reported, value }, { brl }) => [
    "the provider's books have another amount",
    `${endToEndId}: ${brl(value)}, and ${brl(reported)} were reported`
  ],
  movementNotListed: ({ bookedAt, movement, until, value }, { brl, instant }) => [
    "the PIX provider's list lacks a movement of ours",
    `${movement}: we booked ${brl(value)} at ${instant(bookedAt)}; its list has none such up to ${instant(until)}`
  ],
  movementsNotListed: ({ count, until }, { instant }) => [
    "the PIX provider's list lacks too many movements of ours",
    `${count} more than are reviewed one by one, up to ${instant(until)}`
  ],
  factUnreadable: (
    { detail }
  ) => ["a row of the PIX provider cannot be read: see what it means there, and book it by hand", detail],
  balanceDrifts: ({ by, difference, known }, { brl }) => [
    "the PIX provider's balance goes another way than our books",
    `${brl(by)} more than expected: ${brl(difference)} apart, ${brl(known)} before`
  ],
  closingDiffers: ({ count, day, first, place, since }) => [
    "the statement and our journal differ for more than a day",
    `${place}, closed for ${day}: ${count} on one side alone, the oldest ${first} since ${since}`
  ],

  outcomeUnknown: ({ movementId, since }, { instant }) => [
    "whether it happened has been unknown for long",
    `${movementId}, since ${instant(since)}`
  ],
  movementsHeld: ({ cause, count, oldest, since }, { instant, reason }) => [
    `movements wait: ${reason({ code: cause })}`,
    `${count} held, the oldest ${oldest} since ${instant(since)}`
  ],
  factKept: ({ fact, factId, since }, { instant }) => [
    "a report of the provider cannot be applied yet",
    `${fact} ${factId}, since ${instant(since)}`
  ],

  otherAccount: ({ first, open }) => [
    "charges or movements are open at an account that is not configured: configure it again, or resolve them by hand",
    `${open} open, the first ${first}`
  ],

  outflowUnexplained: ({ amount, asset, network, to }) => [
    "a transfer that no movement explains left after the backup that was restored",
    `${amount} ${asset} on ${network} to ${to}`
  ],

  floatLow: ({ mark, network, units, what }) => [
    `the float is below its low mark${mark === null ? "" : ` of ${mark} ${what}`}`,
    `${units} ${what} can be spent on ${network}`
  ],
  floatHigh: ({ mark, network, sweepable, units, what }) => [
    `the float is above its high mark${mark === null ? "" : ` of ${mark} ${what}`}`,
    `${units} ${what} can be spent on ${network}`
    + (sweepable === null ? "" : `; ${sweepable.units} above it can be swept to ${sweepable.to}`)
  ],
  transferTakenBack: ({ transaction }) => ["a transfer that was done was taken back by the network", transaction],
  keysRead: ({ wallets }) => ["keys of many wallets were read within an hour", `${wallets} wallets`],
  jobMissing: ({ job, task }) => ["its job was missing", `${job}: ${task}, added again`],
  invariantBroken: ({ detail, invariant }) => [`an invariant does not hold: ${invariant}`, detail]
}

export const englishReview: (of: ReviewReason, naming: Naming) => SaidReview = reviewsIn(englishReviews)

/** As the service itself says it: triggers and states by their names. */
export const plainNaming = (instant: (at: number) => string): Naming => ({
  trigger: (on) => on,
  state: (state) => state,
  reason: englishReason,
  brl: (amount) => `${amount} BRL`,
  instant
})
