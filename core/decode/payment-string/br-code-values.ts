// Which values the fields of a BR Code can have, for people whose code has another one. The rules are those of
// core/standards/pix/br-code.ts.
import { brCodeCaps } from "../../standards/pix/br-code.ts"

const upTo = (max: number): string => `1 to ${max} characters`
const address = `an address of 1 to ${brCodeCaps.location} characters, without https:// and without spaces`

const values: Readonly<Record<string, string>> = {
  "00": "01",
  "01": "11 or 12",
  "52": "four digits",
  "53": "986 (BRL)",
  "54":
    `at most ${brCodeCaps.amount} characters: reais without leading zeros, then a point and one or two decimals or nothing`,
  "58": "BR",
  "59": upTo(brCodeCaps.merchantName),
  "60": upTo(brCodeCaps.merchantCity),
  "62.05": `1 to ${brCodeCaps.txid} letters and digits, or ***`
}

const accountValues: Readonly<Record<string, string>> = {
  "01": upTo(brCodeCaps.key),
  "02": upTo(brCodeCaps.additionalInfo),
  "03": "eight digits or upper-case letters",
  "25": address
}

/** The values that a field can have, by its path; undefined where they are not bound. */
export const valuesOf = (path: string): string | undefined => values[path] ?? accountValues[path.split(".")[1] ?? ""]
