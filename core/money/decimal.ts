// Decimal strings to amounts and back (spec "General notes" 2; C19, C37). Nothing is rounded here: a digit that
// the asset cannot hold is refused. Invariant: parsing what was printed gives the same amount.
import { Result } from "effect"
import { type AssetCode, decimalsOf } from "./assets.ts"
import { type Cents, type Units, units } from "./units.ts"

/** Why a text is no amount: `malformed` covers spaces, stray characters and a dot without digits on both sides. */
export type DecimalReason = "empty" | "sign" | "exponent" | "malformed" | "leadingZero" | "excessDigits" | "aboveBound"

export interface DecimalError {
  readonly reason: DecimalReason
}

// Longer than any bound plus its decimals: refused before it is turned into a number.
const maxIntegerDigits = 40

const refuse = (reason: DecimalReason): Result.Result<never, DecimalError> => Result.fail({ reason })

/** A plain decimal as an integer of its last allowed digit: `("5.43", 4)` is 54300n. */
export const parseScaled = (text: string, scale: number): Result.Result<bigint, DecimalError> => {
  if (text === "") return refuse("empty")
  if (/^[+-]/.test(text)) return refuse("sign")
  if (/^\d[\d.]*e[+-]?\d+$/i.test(text)) return refuse("exponent")
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) return refuse("malformed")
  const [, integer = "", fraction = ""] = match
  if (/^0\d/.test(integer)) return refuse("leadingZero")
  if (fraction.length > scale) return refuse("excessDigits")
  if (integer.length > maxIntegerDigits) return refuse("aboveBound")
  return Result.succeed(BigInt(integer + fraction.padEnd(scale, "0")))
}

/**
 * An amount from a plain decimal string in whole units, such as "50.00" for BRL. Refuses signs, exponents, spaces,
 * leading zeros, digits beyond the asset's decimals and amounts above its bound.
 */
export const parseDecimal = <A extends AssetCode>(asset: A, text: string): Result.Result<Units<A>, DecimalError> =>
  Result.flatMap(
    parseScaled(text, decimalsOf(asset)),
    (value) => Result.mapError(units(asset, value), (): DecimalError => ({ reason: "aboveBound" }))
  )

/** The one way an amount is written: BRL with two decimals ("50.00"), every other asset without trailing zeros ("1.5"). */
export const printDecimal = <A extends AssetCode>(asset: A, amount: Units<A>): string => {
  const decimals = decimalsOf(asset)
  const digits = amount.toString().padStart(decimals + 1, "0")
  const integer = digits.slice(0, -decimals)
  const fraction = digits.slice(-decimals)
  if (asset === "BRL") return `${integer}.${fraction}`
  const kept = fraction.replace(/0+$/, "")
  return kept === "" ? integer : `${integer}.${kept}`
}

/** Cents as a BRL decimal string with two decimals, such as `valueInBrl` on the wire. */
export const printBrl = (cents: Cents): string => printDecimal("BRL", cents)
