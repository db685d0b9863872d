// What the service says, as it says it; names of triggers become words.
import { englishReason } from "../../../../core/base/reason/english.ts"
import { englishReviews } from "../../../../core/base/reason/english-reviews.ts"
import { enLifecycle } from "./en-lifecycle.ts"
import { enStatus } from "./en-status.ts"
import { type Said, reviewsOf } from "./said.ts"

const asSaid = (text: string): string => text

export const enSaid: Said = {
  refusal: (_code, sentence) => sentence,
  reason: englishReason,
  review: reviewsOf(englishReviews, { lifecycles: enLifecycle, status: enStatus }, englishReason, "en"),
  leg: (leg, text) => text === "" ? `leg ${leg}` : `leg ${leg}: ${text}`,
  detail: asSaid,
  rejection: (_code, sentence) => sentence,
  flag: (_name, about) => about,
  agreed: asSaid
}
