// Laws of decimal strings: printing is canonical and parsing undoes it; excess digits are refused.
import { Result } from "effect"
import * as fc from "fast-check"
import { describe, it } from "vitest"
import { type AssetCode, assetCodes, assets, decimalsOf } from "../../core/base/money/assets.ts"
import { parseDecimal, printDecimal } from "../../core/base/money/decimal.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"

const asset = fc.constantFrom(...assetCodes)
const amountOf = (code: AssetCode) =>
  fc.bigInt({ min: 0n, max: assets[code].maxUnits }).map((value) => unitsUnsafe(code, value))
const amount = asset.chain((code) => amountOf(code).map((value) => ({ code, value })))
const digits = fc.string({ unit: fc.constantFrom(...Array.from("0123456789")), minLength: 1, maxLength: 24 })

describe("decimal strings", () => {
  it("parse of print is the amount", () => {
    fc.assert(
      fc.property(
        amount,
        ({ code, value }) => Result.getOrThrow(parseDecimal(code, printDecimal(code, value))) === value
      )
    )
  })

  it("print is canonical: two decimals for BRL, no trailing zero or dot elsewhere", () => {
    fc.assert(
      fc.property(
        amount,
        ({ code, value }) =>
          (code === "BRL" ? /^(0|[1-9]\d*)\.\d\d$/ : /^(0|[1-9]\d*)(\.\d*[1-9])?$/).test(printDecimal(code, value))
      )
    )
  })

  it("two texts that parse to one amount print as one text", () => {
    fc.assert(fc.property(amount, ({ code, value }) => {
      const text = printDecimal(code, value)
      const [integer = "", fraction = ""] = text.split(".")
      const padded = `${integer}.${fraction.padEnd(decimalsOf(code), "0")}`
      return printDecimal(code, Result.getOrThrow(parseDecimal(code, padded))) === text
    }))
  })

  it("refuses a digit more than the asset has, even a zero", () => {
    fc.assert(fc.property(amount, digits, ({ code, value }, excess) => {
      const [integer = "", fraction = ""] = printDecimal(code, value).split(".")
      const parsed = parseDecimal(code, `${integer}.${fraction.padEnd(decimalsOf(code), "0")}${excess}`)
      return Result.isFailure(parsed) && parsed.failure.reason === "excessDigits"
    }))
  })

  it("accepts exactly what the grammar says, and never throws", () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...Array.from("0123456789.-+e ")), maxLength: 12 }),
      fc.string(),
      fc.tuple(digits, digits).map(([integer, fraction]) => `${integer}.${fraction}`)
    )
    fc.assert(fc.property(asset, text, (code, input) => {
      const match = /^(?:0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(input)
      const fits = match !== null && (match[1] ?? "").length <= decimalsOf(code) &&
        BigInt(input.replace(".", "") + "0".repeat(decimalsOf(code) - (match[1] ?? "").length)) <= assets[code].maxUnits
      return Result.isSuccess(parseDecimal(code, input)) === fits
    }))
  })
})
