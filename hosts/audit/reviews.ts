// Reviews as invariants ask for them: by the code of their reason.
import type { ReviewCode } from "../../core/base/reason/review-reason.ts"
import type { Body } from "./bodies.ts"

export type Review = Body<"review">

/** Whether a review has one of some codes. */
export const isOf = (...codes: ReadonlyArray<ReviewCode>) => ({ reason }: Review): boolean =>
  codes.some((code) => code === reason.code)

/** Whether a review leaves to an operator what one of some triggers brought. */
export const isLeftToOperator = (triggers: ReadonlyArray<string>) => (review: Review): boolean =>
  isOf("operatorDecides")(review) && triggers.includes(review.reason.on ?? "")
