// Reviews and actions as the operator sees them.
import { englishReview, plainNaming } from "../../base/reason/english-reviews.ts"
import { isoInstant, secondsUntil } from "../../base/time/instant.ts"
import type { OperatorAct } from "../../engine/review/operator-act.ts"
import type { Review } from "../../engine/review/review.ts"

/** A review as a row of the operator's list. */
export const reviewView = (review: Review, now: number) => {
  const [reason, evidence] = englishReview(review.reason, naming)
  return {
    reviewId: review.id,
    accountId: review.owner,
    subject: review.subject,
    reason,
    evidence,
    cause: review.reason,
    state: review.state,
    times: review.times,
    note: review.note ?? null,
    /** Since it was opened last, and until it ended. */
    ageSeconds: secondsUntil(review.openedAt, review.state === "OPEN" ? now : review.updatedAt),
    createdAt: isoInstant(review.createdAt),
    openedAt: isoInstant(review.openedAt),
    updatedAt: isoInstant(review.updatedAt)
  }
}

const naming = plainNaming(isoInstant)

/** A action as a row of the operator's list. */
export const actView = (act: OperatorAct) => ({
  actId: act.id,
  accountId: act.owner,
  action: act.action,
  subject: act.subject,
  detail: JSON.parse(act.detail) as Readonly<Record<string, unknown>>,
  requestId: act.requestId,
  keyId: act.keyId ?? null,
  by: act.by ?? null,
  approvedBy: act.approvedBy ?? null,
  createdAt: isoInstant(act.createdAt)
})
