// What an operator has to look at: an invariant that broke, or money that only a person can place. One row a reason and
// fact, however often the fact comes in.
import { Schema } from "effect"
import { ReviewReason, reviewId } from "../../base/reason/review-reason.ts"
import { recordKind } from "../store/records.ts"
import { personalField } from "../store/personal.ts"

export const Review = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  subject: Schema.String,
  reason: ReviewReason,
  createdAt: Schema.Int
})
export type Review = typeof Review.Type

export const Reviews = recordKind({
  kind: "review",
  schema: Review,
  personal: {
    purpose: "what a person has to look at (article 7 V)",
    seenBy: "operators",
    fields: {
      "reason.detail": personalField.text,
      "reason.evidence": personalField.text,
      "reason.reason.detail": personalField.text
    }
  },
  lists: { all: () => "all", bySubject: (each: Review) => each.subject }
})

/** The review of a record for one reason; its id is made of both, so that it is raised once. */
export const review = (parts: Omit<Review, "id">): Review => ({ id: reviewId(parts.subject, parts.reason), ...parts })
