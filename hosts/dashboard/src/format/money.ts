// Amounts as people read them, exactly: the digits are those of the text or the whole number, never of a float.
import { type AssetCode, assets } from "../../../../core/base/money/assets.ts"

/** Digits after the point of one whole unit; 0 for what is not in the table, so that nothing is shown smaller than it is. */
const decimalsOf = (asset: string): number => assets[asset as AssetCode]?.decimals ?? 0

interface Parts {
  readonly isNegative: boolean
  readonly whole: bigint
  /** Digits after the point, without zeros at the end. */
  readonly fraction: string
}

const partsOfDecimal = (text: string): Parts | undefined => {
  const [, sign, whole = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  if (sign === undefined) return undefined
  return { isNegative: sign === "-", whole: BigInt(whole), fraction: fraction.replace(/0+$/, "") }
}

/** Smallest units as a decimal in whole units: ("-150", 2) is "-1.5". */
export const decimalOf = (units: string, asset: string): string => {
  const decimals = decimalsOf(asset)
  const [, sign = "", digits = "0"] = /^(-?)(\d+)$/.exec(units) ?? []
  const padded = digits.padStart(decimals + 1, "0")
  return decimals === 0 ? sign + padded : `${sign}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`
}

const pointOf = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? "."

/** A decimal text in whole units, grouped for a language, with at least so many digits after the point. */
export const groupedDecimal = (text: string, locale: string, least = 0): string => {
  const parts = partsOfDecimal(text)
  if (parts === undefined) return text
  const whole = new Intl.NumberFormat(locale).format(parts.whole)
  const fraction = parts.fraction.padEnd(least, "0")
  return `${parts.isNegative ? "−" : ""}${whole}${fraction === "" ? "" : pointOf(locale) + fraction}`
}

const typedForms = [
  /^(\d+)(?:[.,](\d{1,2}))?$/,
  /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/,
  /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/
]

/**
 * A value in reais as somebody types it, as decimal text: with a point or a comma before the cents, and either or none between
 * the thousands. What is no such value stays as it was typed, for the service to refuse.
 */
export const decimalTyped = (text: string): string => {
  const [, whole, cents] = typedForms.flatMap((form) => form.exec(text.trim()) ?? [])
  if (whole === undefined) return text
  const digits = whole.replaceAll(/[.,]/g, "")
  return cents === undefined ? digits : `${digits}.${cents}`
}

interface Rate {
  readonly base: string
  readonly quote: string
  readonly numerator: string
  readonly denominator: string
}

const isRate = (value: unknown): value is Rate =>
  typeof value === "object" && value !== null && ["base", "quote", "numerator", "denominator"]
    .every((name) => typeof (value as Readonly<Record<string, unknown>>)[name] === "string")

const rateDigits = 8

/** A stored rate, which is of smallest units, as what one whole unit costs; undefined for what is none. */
export const rateIn = (value: unknown, locale: string): string | undefined => {
  if (!isRate(value) || !/^\d+$/.test(value.numerator) || !/^[1-9]\d*$/.test(value.denominator)) return undefined
  const scaled = BigInt(value.numerator) * 10n ** BigInt(decimalsOf(value.base) + rateDigits) /
    (BigInt(value.denominator) * 10n ** BigInt(decimalsOf(value.quote)))
  const digits = scaled.toString().padStart(rateDigits + 1, "0")
  const price = amount(`${digits.slice(0, -rateDigits)}.${digits.slice(-rateDigits)}`, value.quote, locale)
  return `1 ${value.base} = ${price}`
}

/** Reais from their decimal text: "1234.5" is R$ 1,234.50 or R$ 1.234,50. */
export const reais = (text: string, locale: string): string => {
  const shown = groupedDecimal(text, locale, 2)
  return shown.startsWith("−") ? `−R$ ${shown.slice(1)}` : `R$ ${shown}`
}

/** An amount of any asset from its decimal text. */
export const amount = (text: string, asset: string, locale: string): string =>
  asset === "BRL" ? reais(text, locale) : `${groupedDecimal(text, locale)} ${asset}`

/** The same from smallest units. */
export const amountOfUnits = (units: string, asset: string, locale: string): string =>
  amount(decimalOf(units, asset), asset, locale)
