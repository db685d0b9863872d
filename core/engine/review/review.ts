// What an operator has to look at: an invariant that broke, or money that only a person can place. One row a reason and
// fact, however often the fact comes in; it is open until it is answered or closed (`review.states.ts`).
import { Equal, Schema } from "effect"
import { ReviewReason, reviewId } from "../../base/reason/review-reason.ts"
import { step } from "../machine/machine.ts"
import { recordKind } from "../store/records.ts"
import { personalField } from "../store/personal.ts"
import { reviewEnds } from "./review-ends.ts"
import { type ReviewState, reviewStates } from "./review.states.ts"

export const Review = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  subject: Schema.String,
  /** As it was found last. */
  reason: ReviewReason,
  state: Schema.Literals(Object.keys(reviewStates.states) as ReadonlyArray<ReviewState>),
  /** How often it was opened. */
  times: Schema.Int,
  /** What the operator wrote who closed it last. */
  note: Schema.optionalKey(Schema.String),
  /** When it was opened for the first and for the last time, and when its state changed: Unix milliseconds. */
  createdAt: Schema.Int,
  openedAt: Schema.Int,
  updatedAt: Schema.Int
})
export type Review = typeof Review.Type

/** What a review is raised with. */
export type RaisedReview = Pick<Review, "owner" | "subject" | "reason" | "createdAt">

// A record never leaves a list, so what is open now is what was opened less what ended, each under the same text.
const openingOf = ({ openedAt, times }: Review): string => `${String(openedAt).padStart(15, "0")}/${times}`

export const Reviews = recordKind({
  kind: "review",
  schema: Review,
  personal: {
    purpose: "what a person has to look at (article 7 V)",
    seenBy: "operators",
    fields: {
      note: personalField.text,
      "reason.detail": personalField.text,
      "reason.pix.payer": personalField.payer,
      "reason.pix.taxId": personalField.payer,
      "reason.evidence": personalField.text,
      "reason.reason.detail": personalField.text
    }
  },
  lists: {
    all: () => "all",
    bySubject: (each: Review) => each.subject,
    opened: openingOf,
    ended: (each: Review) => each.state === "OPEN" ? undefined : openingOf(each)
  }
})

/** The list texts of reviews that were opened from an instant on, and before another (Unix milliseconds). */
export const openedBetween = (from: number, below: number) => ({
  from: String(from).padStart(15, "0"),
  below: String(below).padStart(15, "0")
})

/** The review of a record for one reason; its id is made of both, so that it is raised once. */
export const review = (raised: RaisedReview): Review => ({
  id: reviewId(raised.subject, raised.reason),
  ...raised,
  state: reviewStates.initial,
  times: 1,
  openedAt: raised.createdAt,
  updatedAt: raised.createdAt
})

/** The review after it was raised once more; undefined where that changes nothing. */
export const raisedAgain = (before: Review, { createdAt: now, reason }: RaisedReview): Review | undefined => {
  const on = reviewEnds[reason.code].raisedBy === "event" ? "happened" : "seen"
  const taken = step(reviewStates, before.state, on, {})
  if (taken._tag !== "Taken") return undefined
  if (before.state === taken.to) return Equal.equals(before.reason, reason) ? undefined : { ...before, reason }
  return { ...before, reason, state: taken.to, times: before.times + 1, openedAt: now, updatedAt: now }
}

/** The review once the event was booked that answers it; undefined where it was answered before. */
export const answered = (before: Review, now: number): Review | undefined => {
  const taken = step(reviewStates, before.state, "answered", {})
  return taken._tag === "Taken" ? { ...before, state: taken.to, updatedAt: now } : undefined
}

/** The review once an operator has closed it; undefined where it was not open. */
export const closed = (before: Review, note: string, now: number): Review | undefined => {
  const taken = step(reviewStates, before.state, "closed", {})
  return taken._tag === "Taken" ? { ...before, state: taken.to, note, updatedAt: now } : undefined
}
