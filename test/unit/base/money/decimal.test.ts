// Decimal strings by example: what is read, what is refused and why, how amounts are printed.
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { type DecimalReason, parseDecimal, printBrl, printDecimal } from "../../../../core/base/money/decimal.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"

describe("parseDecimal", () => {
  it.each(
    [
      ["BRL", "50.00", 5000n],
      ["BRL", "50", 5000n],
      ["BRL", "0.1", 10n],
      ["BRL", "0", 0n],
      ["BRL", "10000000000000.00", 10n ** 15n],
      ["USDT", "1.500000", 1_500_000n],
      ["BRLA", "0.000000000000000001", 1n],
      ["BTC", "21000000", 21n * 10n ** 14n]
    ] as const
  )("reads %s %s", (asset, text, expected) => {
    expect(Result.getOrThrow(parseDecimal(asset, text))).toBe(expected)
  })

  const refusals: ReadonlyArray<readonly [string, DecimalReason]> = [
    ["", "empty"],
    ["-1.00", "sign"],
    ["+1.00", "sign"],
    ["1e3", "exponent"],
    ["1.5E-3", "exponent"],
    [" 1", "malformed"],
    ["1 ", "malformed"],
    ["1\n", "malformed"],
    ["1.", "malformed"],
    [".5", "malformed"],
    ["1,50", "malformed"],
    ["1.2.3", "malformed"],
    ["0x10", "malformed"],
    ["1_000", "malformed"],
    ["١", "malformed"],
    ["NaN", "malformed"],
    ["01.00", "leadingZero"],
    ["00", "leadingZero"],
    ["1.000", "excessDigits"],
    ["10000000000000.01", "aboveBound"],
    ["9".repeat(100_000), "aboveBound"]
  ]

  it.each(refusals)("refuses %j of BRL: %s", (text, reason) => {
    expect(Result.getOrThrow(Result.flip(parseDecimal("BRL", text)))).toEqual({ reason })
  })
})

describe("printDecimal", () => {
  it.each(
    [
      ["BRL", 5000n, "50.00"],
      ["BRL", 5n, "0.05"],
      ["BRL", 0n, "0.00"],
      ["USDT", 1_500_000n, "1.5"],
      ["USDT", 10_000_000n, "10"],
      ["USDT", 1n, "0.000001"],
      ["BRLA", 0n, "0"],
      ["BRLA", 10n ** 18n + 1n, "1.000000000000000001"],
      ["DEPIX", 120_000_000n, "1.2"]
    ] as const
  )("prints %s %s", (asset, value, text) => {
    expect(printDecimal(asset, unitsUnsafe(asset, value))).toBe(text)
  })

  it("prints BRL with two decimals", () => {
    expect(printBrl(unitsUnsafe("BRL", 123_456n))).toBe("1234.56")
  })
})
