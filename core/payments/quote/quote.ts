// The price of a conversion (spec "Quote"; C4, C5, C6): what the operation itself would charge at the same rate. The side
// that was requested is kept as asked; the other one is what the operation makes of it, paid up and received down.
// Pure: a rate and fees in, amounts out.
import { Result } from "effect"
import { feeFor, feeLines } from "../../base/fees/fee.ts"
import { type FeeOverrides, feeSchedule } from "../../base/fees/schedule.ts"
import { type Rate, assetForCents, assetToCharge } from "../../base/money/rate.ts"
import { type Cents, min, unitsUnsafe } from "../../base/money/units.ts"
import { type QuotedOperation, valueLimits } from "./pairs.ts"

/** What a conversion is priced by. */
export interface QuoteTerms {
  readonly operation: QuotedOperation
  readonly rate: Rate
  readonly fees: FeeOverrides
}

/** Which side was requested, in its smallest units. */
export type QuotedAmount =
  | { readonly side: "reais"; readonly cents: Cents }
  | { readonly side: "asset"; readonly units: bigint }

/** A conversion with both of its sides. Its BRL side is the value of the operation that would make it. */
export interface Price {
  readonly value: Cents
  readonly fee: Cents
  /** Smallest units of the asset's side. */
  readonly units: bigint
}

/** No operation of such a size exists. */
export type OutOfBounds = "belowMinimum" | "aboveMaximum"

/** What the operation of a value moves on the asset's side: delivered, rounded down, or charged, rounded up. */
const unitsOf = ({ fees, operation, rate }: QuoteTerms, value: Cents): bigint => {
  const { gross, net } = feeLines(operation, value, fees)
  return operation === "deposit" ? assetForCents(rate, net) : assetToCharge(rate, gross)
}

/** The price of what was requested, or why no operation of that size is made. */
export const priceOf = (terms: QuoteTerms, asked: QuotedAmount): Result.Result<Price, OutOfBounds> => {
  const { maximum, minimum } = valueLimits[terms.operation]
  const value = asked.side === "reais" ? asked.cents : valueFor(terms, asked.units)
  if (value < minimum) return Result.fail("belowMinimum")
  if (value > maximum) return Result.fail("aboveMaximum")
  const units = asked.side === "asset" ? asked.units : unitsOf(terms, value)
  if (units === 0n) return Result.fail("belowMinimum")
  return Result.succeed({ value, fee: feeFor(terms.operation, value, terms.fees), units })
}

/**
 * The value behind an amount of the asset: the least deposit that delivers it, the greatest payout that it pays for. One below the minimum
 * or above the maximum stands for everything beyond.
 */
export const valueFor = (terms: QuoteTerms, units: bigint): Cents => {
  const { maximum, minimum } = valueLimits[terms.operation]
  const [low, high] = [BigInt(minimum) - 1n, BigInt(maximum) + 1n]
  const moved = (value: bigint) => unitsOf(terms, unitsUnsafe("BRL", value))
  return unitsUnsafe(
    "BRL",
    terms.operation === "deposit"
      ? first(low, high, (value) => moved(value) >= units)
      : first(low, high, (value) => moved(value + 1n) > units)
  )
}

// The first number from `low` on for which a condition holds that never ends once it began; `high` when none does.
const first = (low: bigint, high: bigint, holds: (value: bigint) => boolean): bigint => {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = (from + to) >> 1n
    if (holds(middle)) to = middle
    else from = middle + 1n
  }
  return from
}

/** A part of the fee. */
export interface FeePart {
  readonly type: "FIXED" | "PERCENTAGE"
  readonly cents: Cents
}

/** The parts of a fee, which make it up exactly; a part of nothing is left out. */
export const feeParts = ({ fees, operation }: QuoteTerms, fee: Cents): ReadonlyArray<FeePart> => {
  const { fixedCents } = { ...feeSchedule[operation], ...fees[operation] }
  const fixed = min(fixedCents, fee)
  const parts: ReadonlyArray<FeePart> = [
    { type: "FIXED", cents: fixed },
    { type: "PERCENTAGE", cents: unitsUnsafe("BRL", fee - fixed) }
  ]
  return parts.filter(({ cents }) => cents > 0n)
}
