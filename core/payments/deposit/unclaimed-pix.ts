// A PIX that we received and that belongs to no charge of ours: an operator sees what it is and who paid it, because only he can place it.
import { Effect, Option, Result } from "effect"
import { printBrl } from "../../base/money/decimal.ts"
import { operatorOwner } from "../../base/ids/ids.ts"
import type { UnclaimedPix } from "../../base/reason/review-reason.ts"
import { raiseReview } from "../../engine/review/raise-review.ts"
import { get } from "../../engine/store/records.ts"
import type { FactOf } from "../../ports/provider-fact.ts"
import { maskTaxId, parseTaxId } from "../../standards/pix/tax-id.ts"
import { PixReceipts } from "./deposit.ts"

/** A PIX as its review shows it: the payer by his name, and by his tax id as receipts have it. */
export const unclaimed = (
  { endToEndId, payer, value }: Pick<FactOf<"ChargePaid">, "endToEndId" | "payer" | "value">
): UnclaimedPix => ({
  endToEndId: endToEndId.toUpperCase(),
  value: value === null ? null : printBrl(value),
  payer: payer?.name ?? null,
  taxId: Result.match(parseTaxId(payer?.taxId ?? ""), { onSuccess: maskTaxId, onFailure: () => null })
})

/** Puts a PIX that names no charge in the review queue. One that is on record came with its charge before. */
export const reviewPixWithoutCharge = Effect.fnUntraced(function*(fact: FactOf<"PixWithoutCharge">) {
  const subject = fact.endToEndId.toUpperCase()
  if (Option.isSome(yield* get(PixReceipts, subject))) return "Known" as const
  yield* raiseReview({ owner: operatorOwner, subject, reason: { code: "pixWithoutCharge", pix: unclaimed(fact) } })
  return "Alarmed" as const
})
