// Why something is in the operator's review queue: a code, with what is known of it. The id of a review is made of its subject, the
// code and what tells two reviews of one code apart, so that each is raised once; of nothing that a configuration may change.
import { Schema } from "effect"
import { Reason } from "./reason.ts"

const text = Schema.String

/** What movements are held for that the operator can put an end to; of each cause there is one review. */
export const heldCauses = ["float", "fuel", "limit", "paused", "custody"] as const
export type HeldCause = (typeof heldCauses)[number]

const proof = {
  evidence: Schema.NullOr(text),
  reason: Schema.optionalKey(Reason),
  leg: Schema.optionalKey(Schema.Int)
}

const coded = <const C extends string, F extends Schema.Struct.Fields>(code: C, fields: F) =>
  Schema.Struct({ code: Schema.Literal(code), ...fields })

/** A PIX that we received and that belongs to no charge; the payer is null where the rail does not say. */
const UnclaimedPix = Schema.Struct({
  endToEndId: text,
  /** Null where it is that of the charge, which is unknown. */
  value: Schema.NullOr(text),
  payer: Schema.NullOr(text),
  /** Masked where it is a CPF. */
  taxId: Schema.NullOr(text)
})
export type UnclaimedPix = typeof UnclaimedPix.Type

/** Amounts are decimal text in whole units, of BRL where nothing else is said; instants are Unix milliseconds. */
export const ReviewReason = Schema.Union([
  // What cannot be, by the table of a lifecycle; `key` is the fact's own where a record can have several.
  coded("impossible", { on: text, state: text, key: text, ...proof }),
  coded("decidedAgain", { on: text, state: text }),
  coded("operatorDecides", { on: text, state: text, key: text, reason: Schema.optionalKey(Reason) }),

  // Reports of providers that match nothing of ours, or contradict it.
  coded("unknownTicket", { pix: Schema.optionalKey(UnclaimedPix) }),
  coded("pixWithoutCharge", { pix: UnclaimedPix }),
  coded("unknownPayment", { fact: text }),
  coded("unknownInvoice", {}),
  coded("unknownAttempt", { status: text }),
  coded("pixNeverSent", { fact: text }),
  coded("paidNeverSent", { fact: text }),
  coded("paidByOtherPix", { endToEndId: text }),
  coded("returnedElsewhere", { returnId: text }),
  coded("returnOfUnknownPix", { factId: text, eventId: Schema.NullOr(text) }),
  coded("returnWithoutId", { value: text }),
  coded("returnValueDiffers", { movementId: text, value: text }),
  coded("eventReused", {
    type: text,
    about: text,
    digest: text,
    sender: text,
    eventId: Schema.NullOr(text)
  }),
  coded("settledAfterRefusal", { movementId: text, proof: Schema.NullOr(text) }),
  coded("settledAgain", { movementId: text, proof: Schema.NullOr(text), before: Schema.NullOr(text) }),

  // What the other side says moved is not what was ordered; the amounts are of the order's asset.
  coded("answerDiffers", { movementId: text, reason: Reason }),
  // What moved beyond the order, below zero where less did; `days` it has been so.
  coded("inSuspense", { movementId: text, asset: text, amount: text, days: Schema.Int }),
  coded("paidLess", { asset: text, said: text, ordered: text }),
  coded("proofUsed", { movementId: text, proof: text, usedBy: text }),

  // Deposits.
  coded("chargeUnknown", { reason: Reason }),
  coded("chargeNotKnown", { account: text }),
  coded("surplusNotReturned", { receiptId: text, reason: Reason }),
  coded("paymentNotReturned", { movementId: text, reason: Reason }),
  coded("returnRefused", { returnId: text, detail: text }),
  coded("returnNotReported", { state: text }),
  coded("returnedInPart", { returnId: text, state: text }),
  coded("deliveredAfterReturn", { state: text }),

  // Swaps, sweeps and disputes.
  coded("stranded", { on: text, error: text, ...proof }),
  coded("sweepFailed", { reason: Schema.NullOr(Reason) }),
  coded("disputeOfUnknownPix", { status: text }),
  coded("disputeAbovePayment", { status: text, value: text }),
  coded("disputeDecidedTwice", { status: text }),

  // The provider's books, and rows of them or of its messages that cannot be read; the subject is where the row is from.
  coded("factUnreadable", { digest: text, detail: text }),
  coded("bookedAmountDiffers", { endToEndId: text, value: text, reported: text }),
  coded("movementNotListed", { movement: text, value: text, bookedAt: Schema.Int, until: Schema.Int }),
  coded("movementsNotListed", { count: Schema.Int, from: Schema.Int, until: Schema.Int }),
  coded("balanceDrifts", { since: Schema.Int, by: text, difference: text, known: text }),

  // What one side alone has had for longer than a day when a place was closed.
  coded("closingDiffers", { place: text, day: text, count: Schema.Int, first: text, since: text }),

  // What waits for too long: an outcome that stays unknown, everything that is held for one cause (the subject names it), and a report
  // that was accepted and cannot be applied.
  coded("outcomeUnknown", { movementId: text, since: Schema.Int }),
  coded("movementsHeld", { cause: Schema.Literals(heldCauses), count: Schema.Int, oldest: text, since: Schema.Int }),
  coded("factKept", { factId: text, fact: text, since: Schema.Int }),

  // What is open at an account that is not configured any more; the subject is the account.
  coded("otherAccount", { open: Schema.Int, first: text }),

  // What left a treasury after the backup that was restored; the subject is the transaction.
  coded("outflowUnexplained", { network: text, asset: text, amount: text, to: text }),

  // Floats, chains, keys, jobs and invariants.
  coded("floatLow", {
    what: text,
    network: text,
    since: Schema.Int,
    units: text,
    mark: Schema.NullOr(text)
  }),
  coded("floatHigh", {
    what: text,
    network: text,
    since: Schema.Int,
    units: text,
    mark: Schema.NullOr(text),
    sweepable: Schema.NullOr(Schema.Struct({ units: text, to: text }))
  }),
  coded("transferTakenBack", { transaction: text }),
  coded("keysRead", { wallets: Schema.Int, since: Schema.Int }),
  coded("jobMissing", { job: text, task: text }),
  coded("invariantBroken", { invariant: text, detail: text })
])
export type ReviewReason = typeof ReviewReason.Type
export type ReviewCode = ReviewReason["code"]
export type ReviewReasonOf<C extends ReviewCode> = Extract<ReviewReason, { readonly code: C }>

/** What tells two reviews of one code and subject apart; nothing where there is one at most. */
const keysOf = (of: ReviewReason): ReadonlyArray<string> => {
  switch (of.code) {
    case "impossible":
      return [of.on, of.state, of.key]
    case "operatorDecides":
      return [of.on, of.key]
    case "decidedAgain":
      return [of.on, of.state]
    // Each PIX on it has to be placed.
    case "unknownTicket":
      return of.pix === undefined ? [] : [of.pix.endToEndId]
    case "unknownPayment":
    case "pixNeverSent":
      return [of.fact]
    case "unknownAttempt":
    case "disputeAbovePayment":
      return [of.status]
    case "paidByOtherPix":
    case "bookedAmountDiffers":
      return [of.endToEndId.toUpperCase()]
    case "returnedElsewhere":
    case "returnRefused":
    case "returnedInPart":
      return [of.returnId.toUpperCase()]
    case "returnOfUnknownPix":
    case "factKept":
      return [of.factId]
    // Nothing else tells a return apart whose report names neither it nor its event.
    case "returnWithoutId":
      return [of.value]
    case "returnValueDiffers":
    case "answerDiffers":
    case "inSuspense":
    case "settledAfterRefusal":
    case "paymentNotReturned":
    case "outcomeUnknown":
      return [of.movementId]
    case "factUnreadable":
      return [of.digest]
    case "proofUsed":
      return [of.movementId, of.proof.toUpperCase()]
    case "settledAgain":
      return [of.movementId, of.proof ?? ""]
    case "eventReused":
      return [of.type, of.about, of.digest]
    case "surplusNotReturned":
      return [of.receiptId]
    case "stranded":
      return [of.error]
    case "movementNotListed":
      return [of.movement]
    case "movementsNotListed":
      return [String(of.from)]
    case "balanceDrifts":
    case "floatLow":
    case "floatHigh":
    case "keysRead":
      return [String(of.since)]
    case "jobMissing":
      return [of.job]
    case "invariantBroken":
      return [of.invariant]
    case "pixWithoutCharge":
    case "unknownInvoice":
    case "paidLess":
    case "paidNeverSent":
    case "chargeUnknown":
    case "chargeNotKnown":
    case "movementsHeld":
    case "closingDiffers":
    case "otherAccount":
    case "outflowUnexplained":
    case "returnNotReported":
    case "deliveredAfterReturn":
    case "sweepFailed":
    case "disputeOfUnknownPix":
    case "disputeDecidedTwice":
    case "transferTakenBack":
      return []
  }
}

/** The id of the review of a subject for a reason. */
export const reviewId = (subject: string, of: ReviewReason): string =>
  [subject, of.code, ...keysOf(of).filter((key) => key !== "")].join("/")
