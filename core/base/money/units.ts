// Amounts: exact integers of an asset's smallest unit, the asset in the type (C37). Invariant: never negative,
// and never above the asset's bound where an amount enters or is stored. Arithmetic between those edges is exact.
import { Result, Schema, SchemaTransformation } from "effect"
import { type AssetCode, assets } from "./assets.ts"

declare const assetOf: unique symbol

/** An amount of asset `A` in its smallest unit. */
export type Units<A extends AssetCode> = bigint & { readonly [assetOf]: A }
/** An amount of reais, in cents. */
export type Cents = Units<"BRL">
/** An amount of bitcoin, in satoshis. */
export type Sats = Units<"BTC">

export interface UnitsError {
  readonly reason: "negative" | "aboveBound"
  readonly asset: AssetCode
}

/** An amount of an asset from smallest units; refuses a negative one and one above the asset's bound. */
export const units = <A extends AssetCode>(asset: A, value: bigint): Result.Result<Units<A>, UnitsError> => {
  if (value < 0n) return Result.fail({ reason: "negative", asset })
  if (value > assets[asset].maxUnits) return Result.fail({ reason: "aboveBound", asset })
  return Result.succeed(value as Units<A>)
}

/** An amount known to be right (a constant, a row of ours); throws `RangeError` when it is not, since that is a bug. */
export const unitsUnsafe = <A extends AssetCode>(asset: A, value: bigint): Units<A> =>
  Result.getOrThrowWith(units(asset, value), (error) => new RangeError(`${value} ${asset}: ${error.reason}`))

/** Nothing of an asset. */
export const zero = <A extends AssetCode>(asset: A): Units<A> => unitsUnsafe(asset, 0n)

/** Sum of two amounts of one asset; exact, and bounded again where it is stored. */
export const add = <A extends AssetCode>(a: Units<A>, b: Units<NoInfer<A>>): Units<A> => (a + b) as Units<A>

/** What is left of `a` after `b`; `undefined` when `b` is more than there is. */
export const subtract = <A extends AssetCode>(a: Units<A>, b: Units<NoInfer<A>>): Units<A> | undefined =>
  b > a ? undefined : (a - b) as Units<A>

/** Order of two amounts of one asset: -1 when `a` is less, 0 when equal, 1 when more. */
export const compare = <A extends AssetCode>(a: Units<A>, b: Units<NoInfer<A>>): -1 | 0 | 1 =>
  a < b ? -1 : a > b ? 1 : 0

/** The lesser of two amounts of one asset. */
export const min = <A extends AssetCode>(a: Units<A>, b: Units<NoInfer<A>>): Units<A> => b < a ? b : a

const boundedUnits = <A extends AssetCode>(asset: A) =>
  Schema.BigInt.pipe(
    Schema.refine((value): value is Units<A> => Result.isSuccess(units(asset, value)), {
      expected: `0 to ${assets[asset].maxUnits} smallest units of ${asset}`
    })
  )

/** An amount in storage: canonical decimal integer string, bounded in both directions. */
export const UnitsSchema = <A extends AssetCode>(asset: A): Schema.Codec<Units<A>, string> =>
  Schema.String.check(Schema.isPattern(/^(?:0|[1-9]\d{0,38})$/, { expected: "a whole number without leading zeros" }))
    .pipe(Schema.decodeTo(boundedUnits(asset), SchemaTransformation.bigintFromString))

/** BRL cents on the wire: a JSON integer within the bound of BRL, which is a safe integer. */
export const CentsFromNumber: Schema.Codec<Cents, number> = Schema.Int.pipe(
  Schema.decodeTo(
    boundedUnits("BRL"),
    SchemaTransformation.transform({
      decode: (value: number) => BigInt(value),
      encode: (value: bigint) => Number(value)
    })
  )
)

// Multiply, then divide, with the rounding in the name (C5). The only division of amounts in the project: fees
// round half up, what a customer pays rounds up, what a customer receives rounds down.

const product = (a: bigint, b: bigint, divisor: bigint): bigint => {
  if (a < 0n || b < 0n || divisor <= 0n) throw new RangeError(`No division of ${a} * ${b} by ${divisor}`)
  return a * b
}

/** a * b / divisor, rounded down; throws `RangeError` on a negative factor or a divisor below one. */
export const mulDivFloor = (a: bigint, b: bigint, divisor: bigint): bigint => product(a, b, divisor) / divisor

/** a * b / divisor, rounded up; throws `RangeError` on a negative factor or a divisor below one. */
export const mulDivCeil = (a: bigint, b: bigint, divisor: bigint): bigint =>
  (product(a, b, divisor) + divisor - 1n) / divisor

/** a * b / divisor to the nearest, a half goes up; throws `RangeError` on a negative factor or a divisor below one. */
export const mulDivHalfUp = (a: bigint, b: bigint, divisor: bigint): bigint =>
  (2n * product(a, b, divisor) + divisor) / (2n * divisor)
