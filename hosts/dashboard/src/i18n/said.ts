// What the service says by codes, and how a language says it: refusals, reasons, reviews. What has words in every language does not
// compile without them; English refusals and details are said as the service says them.
import { type Naming, type ReviewWords, type SaidReview, reviewsIn } from "../../../../core/base/reason/wording.ts"
import type { Reason } from "../../../../core/base/reason/reason.ts"
import type { ReviewReason } from "../../../../core/base/reason/review-reason.ts"
import type { LifecycleWords } from "../../../http/api/dashboard/vocabulary.ts"
import type { KycAttempt } from "../../../http/api/definition/management-answers.ts"
import { reais } from "../format/money.ts"
import { dayAndTime } from "../format/time.ts"

export interface Said {
  /** A refusal, by its code; `cause` is what the sentence of the service ends with, where it is a reason. */
  readonly refusal: (code: string | null, sentence: string, cause?: Reason | null) => string
  /** Why something was not done, or waits. */
  readonly reason: (of: Reason) => string
  /** Why something waits for an operator, and what that goes by; `kind` is that of the record, where it is known. */
  readonly review: (of: ReviewReason, kind?: string) => SaidReview
  /** Which leg of a swap something is about, with what says so. */
  readonly leg: (leg: number, text: string) => string
  /** What is wrong with a field. */
  readonly detail: (message: string) => string
  /** Why an attempt was rejected: by the code, or in the provider's own words. */
  readonly rejection: (code: KycAttempt["rejectionCode"], sentence: string) => string
  /** What an account may do with a flag. */
  readonly flag: (name: string, about: string) => string
  /** A word of a status as it stands beside records of a kind: Portuguese adjectives agree with their nouns. */
  readonly agreed: (word: string, kind?: string) => string
}

interface Vocabulary {
  readonly lifecycles: LifecycleWords
  readonly status: Readonly<Record<string, string>>
}

/** What a trigger means to a kind of record; where the kind is not known, all that it can mean. */
const meaningIn = ({ lifecycles }: Vocabulary, trigger: string, kind: string | undefined): string => {
  const all: Readonly<Record<string, { readonly triggers: Readonly<Record<string, string>> }>> = lifecycles
  const own = kind === undefined ? undefined : all[kind]?.triggers[trigger]
  if (own !== undefined) return own
  const meanings = new Set(Object.values(all).flatMap(({ triggers }) => triggers[trigger] ?? []))
  return meanings.size === 0 ? trigger : [...meanings].join(" / ")
}

/** Reviews in a language, with its words for triggers and states. */
export const reviewsOf = (
  words: ReviewWords,
  vocabulary: Vocabulary,
  reason: (of: Reason) => string,
  locale: string
): Said["review"] =>
(of, kind) => {
  const naming: Naming = {
    trigger: (on) => meaningIn(vocabulary, on, kind),
    state: (state) => `“${vocabulary.status[state] ?? state}”`,
    reason,
    brl: (amount) => reais(amount, locale),
    instant: (at) => dayAndTime(new Date(at).toISOString(), locale)
  }
  return reviewsIn(words)(of, naming)
}
