// Decimal strings to amounts and back (spec "General notes" 2; C19, C37). Nothing is rounded here: a digit that
// the asset cannot hold is refused. Invariant: parsing what was printed gives the same amount.
import { Result } from "effect"
import { type AssetCode, assets, decimalsOf } from "./assets.ts"
import { type NativeCoin, coinDecimals } from "./coins.ts"
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
  const { fraction, integer } = partsOf(amount, decimalsOf(asset))
  return asset === "BRL" ? `${integer}.${fraction}` : joined(integer, fraction)
}

const partsOf = (units: bigint, decimals: number): { readonly integer: string; readonly fraction: string } => {
  const digits = units.toString().padStart(decimals + 1, "0")
  return { integer: digits.slice(0, -decimals), fraction: digits.slice(-decimals) }
}

const joined = (integer: string, fraction: string): string => {
  const kept = fraction.replace(/0+$/, "")
  return kept === "" ? integer : `${integer}.${kept}`
}

// Decimals of what a treasury or a fee account holds: an asset, or the coin in which a network takes its fees.
const decimalsOfHeld = (what: AssetCode | NativeCoin): number =>
  what in assets ? decimalsOf(what as AssetCode) : coinDecimals[what as NativeCoin]

/** Smallest units of it, from an amount such as "0.25". */
export const parseHeld = (what: AssetCode | NativeCoin, text: string): Result.Result<bigint, DecimalError> =>
  parseScaled(text, decimalsOfHeld(what))

/** An amount of it in whole units, such as "0.25". */
export const printHeld = (what: AssetCode | NativeCoin, units: bigint): string => {
  const { fraction, integer } = partsOf(units, decimalsOfHeld(what))
  return joined(integer, fraction)
}

/** Cents as a BRL decimal string with two decimals, such as `valueInBrl` on the wire. */
export const printBrl = (cents: Cents): string => printDecimal("BRL", cents)
