// Exchange rates to BRL as integer ratios with their source and instant (spec "Pegs", `fxRateAtTx`; C5).
// Invariant: `numerator` cents are worth `denominator` smallest units of the base, both above zero. What a customer
// receives rounds down and what a customer pays rounds up, so going there and back never gains.
import { Result, Schema, SchemaTransformation } from "effect"
import { type AssetCode, type BrlPegged, assetCodes, wholeUnit } from "./assets.ts"
import { type DecimalReason, parseScaled } from "./decimal.ts"
import { type Cents, type Units, mulDivCeil, mulDivFloor, mulDivHalfUp } from "./units.ts"

/** A price: `numerator` cents for `denominator` smallest units of the base. */
export interface Rate<A extends AssetCode = AssetCode> {
  readonly base: A
  readonly quote: "BRL"
  readonly numerator: bigint
  readonly denominator: bigint
  readonly source: string
  /** Unix milliseconds at which the source gave the price; 0 for a peg, which holds at any time. */
  readonly at: number
}

/** Why a text is no price. */
export interface RateError {
  readonly reason: DecimalReason | "zero"
}

// Prices finer than this carry no information, and the digits of both sides stay small.
const priceDecimals = 18
const significantDigits = 15

/** The rate for a price in BRL per whole unit of the base, given as a plain decimal string; a price of zero is refused. */
export const rateFromDecimal = <A extends AssetCode>(
  base: A,
  price: string,
  source: string,
  at: number
): Result.Result<Rate<A>, RateError> =>
  Result.flatMap(
    parseScaled(price, priceDecimals),
    (scaled): Result.Result<Rate<A>, RateError> =>
      scaled === 0n ? Result.fail({ reason: "zero" }) : Result.succeed(rateFromScaled(base, scaled, source, at))
  )

/** The same for a price that was computed: BRL per whole unit in units of 10^-18, above zero. */
export const rateFromScaled = <A extends AssetCode>(
  base: A,
  scaled: bigint,
  source: string,
  at: number
): Rate<A> => ({
  base,
  quote: "BRL",
  numerator: scaled * wholeUnit("BRL"),
  denominator: 10n ** BigInt(priceDecimals) * wholeUnit(base),
  source,
  at
})

const bpsOfOne = 10_000n

/** The rate with its price higher by hundredths of a percent, or lower where they are negative: exact, and above zero. */
export const movedBy = <A extends AssetCode>(rate: Rate<A>, bps: number): Rate<A> => {
  const price = bpsOfOne + BigInt(bps)
  if (price <= 0n) {
    throw new RangeError(`a price is moved by less than all of it, not by ${bps} hundredths of a percent`)
  }
  return bps === 0 ? rate : { ...rate, numerator: rate.numerator * price, denominator: rate.denominator * bpsOfOne }
}

/** The rate of an asset that converts 1:1 to reais. */
export const pegRate = <A extends BrlPegged>(base: A): Rate<A> => ({
  base,
  quote: "BRL",
  numerator: wholeUnit("BRL"),
  denominator: wholeUnit(base),
  source: "peg",
  at: 0
})

/** Smallest units of the base that a customer receives for cents: rounded down. */
export const assetForCents = <A extends AssetCode>(rate: Rate<A>, cents: Cents): Units<A> =>
  mulDivFloor(cents, rate.denominator, rate.numerator) as Units<A>

/** Smallest units of the base that a customer pays to cover cents: rounded up. */
export const assetToCharge = <A extends AssetCode>(rate: Rate<A>, cents: Cents): Units<A> =>
  mulDivCeil(cents, rate.denominator, rate.numerator) as Units<A>

/** Cents that a customer receives for an amount of the base: rounded down. */
export const centsForAsset = <A extends AssetCode>(rate: Rate<A>, amount: Units<NoInfer<A>>): Cents =>
  mulDivFloor(amount, rate.numerator, rate.denominator) as Cents

/** Cents that a customer pays to receive an amount of the base: rounded up. */
export const centsToCharge = <A extends AssetCode>(rate: Rate<A>, amount: Units<NoInfer<A>>): Cents =>
  mulDivCeil(amount, rate.numerator, rate.denominator) as Cents

// All deposits of a minute have the same rate object.
const rateNumbers = new WeakMap<Rate, number>()

/** BRL per whole unit of the base as a JSON number of at most 15 significant digits; for display and `fxRateAtTx` only. */
export const rateNumber = (rate: Rate): number => {
  const before = rateNumbers.get(rate)
  if (before !== undefined) return before
  const number = computeNumber(rate)
  rateNumbers.set(rate, number)
  return number
}

const computeNumber = (rate: Rate): number => {
  const numerator = rate.numerator * wholeUnit(rate.base)
  const denominator = rate.denominator * wholeUnit("BRL")
  const scaled = (exponent: number): bigint =>
    exponent >= 0
      ? mulDivHalfUp(numerator, 10n ** BigInt(exponent), denominator)
      : mulDivHalfUp(numerator, 1n, denominator * 10n ** BigInt(-exponent))
  // The quotient has this many integer digits or one more, so the first try gives 15 or 16 digits.
  const exponent = significantDigits - (numerator.toString().length - denominator.toString().length)
  const digits = scaled(exponent)
  return digits.toString().length <= significantDigits
    ? Number(`${digits}e${-exponent}`)
    : Number(`${scaled(exponent - 1)}e${1 - exponent}`)
}

const Positive = Schema.String.check(Schema.isPattern(/^[1-9]\d*$/)).pipe(
  Schema.decodeTo(Schema.BigInt.check(Schema.isGreaterThanBigInt(0n)), SchemaTransformation.bigintFromString)
)

/** A rate in storage: both sides of the ratio as decimal integer strings. */
export const RateSchema = Schema.Struct({
  base: Schema.Literals(assetCodes),
  quote: Schema.Literal("BRL"),
  numerator: Positive,
  denominator: Positive,
  source: Schema.NonEmptyString,
  at: Schema.Int
})
