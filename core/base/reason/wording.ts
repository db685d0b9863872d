// How reasons and reviews are said in any language: the sentences that a language has to have, and how they are put together. The
// sentences are in `english.ts` and `english-reviews.ts`, and in the dashboard's Portuguese, which loads none of the English.
import type { PlainCode, Reason, ReasonCode, ReasonOf } from "./reason.ts"
import type { ReviewCode, ReviewReason, ReviewReasonOf, UnclaimedPix } from "./review-reason.ts"

/** The sentences of reasons in a language: a code that has none does not compile. */
export type ReasonWords =
  & Readonly<Record<PlainCode, string>>
  & { readonly [C in Exclude<ReasonCode, PlainCode>]: (of: ReasonOf<C>) => string }

/** A reason in the words of a language, with the technical text that came with it. */
export const reasonsIn = (words: ReasonWords) => (of: Reason): string => {
  const sentence = words[of.code]
  if (typeof sentence === "function") return (sentence as (given: Reason) => string)(of)
  return "detail" in of && of.detail !== undefined ? `${sentence}: ${of.detail}` : sentence
}

/** What a language calls triggers and states, where whoever shows them has words for them, and how it says reasons and instants. */
export interface Naming {
  readonly trigger: (on: string) => string
  readonly state: (state: string) => string
  readonly reason: (of: Reason) => string
  /** An amount of BRL, of decimal text. */
  readonly brl: (amount: string) => string
  /** Unix milliseconds. */
  readonly instant: (at: number) => string
}

/** Why it needs a person, and what that goes by. */
export type SaidReview = readonly [reason: string, evidence: string]

/** The sentences of reviews in a language: a code that has none does not compile. */
export type ReviewWords = { readonly [C in ReviewCode]: (of: ReviewReasonOf<C>, naming: Naming) => SaidReview }

/** A proof in the words of a language; empty where there is none. */
export const proofIn = (
  { evidence, leg, reason }: { readonly evidence?: string | null; readonly leg?: number; readonly reason?: Reason },
  naming: Pick<Naming, "reason">,
  legWord: string
): string => {
  const proof = reason === undefined ? evidence ?? "" : naming.reason(reason)
  if (leg === undefined) return proof
  return proof === "" ? `${legWord} ${leg}` : `${legWord} ${leg}: ${proof}`
}

/** A received PIX in the words of a language: amount, payer and end-to-end id, as far as they are known. */
export const pixIn = (
  { endToEndId, payer, taxId, value }: UnclaimedPix,
  { brl }: Pick<Naming, "brl">,
  fromWord: string
): string => {
  const who = [payer, taxId].filter((each) => each !== null).join(" ")
  return [value === null ? "" : brl(value), who === "" ? "" : `${fromWord} ${who}`, endToEndId]
    .filter((each) => each !== "").join(", ")
}

/** Reviews in the words of a language. */
export const reviewsIn = (words: ReviewWords) => (of: ReviewReason, naming: Naming): SaidReview =>
  (words[of.code] as (given: ReviewReason, naming: Naming) => SaidReview)(of, naming)
