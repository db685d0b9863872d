// How the dashboard writes money and time: exactly, by the asset, in the reader's language.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { assetCodes, decimalsOf } from "../../../../core/base/money/assets.ts"
import {
  amount,
  amountOfUnits,
  decimalOf,
  decimalTyped,
  groupedDecimal,
  rateIn,
  reais
} from "../../../../hosts/dashboard/src/format/money.ts"
import {
  axisTime,
  dayAndTime,
  duration,
  inUtc,
  instantOf,
  localInput,
  stretch
} from "../../../../hosts/dashboard/src/format/time.ts"
import { around } from "../../../../hosts/dashboard/src/plots/draw.ts"

describe("money", () => {
  it.each([
    ["0", "BRL", "en-US", "R$ 0.00"],
    ["5", "BRL", "en-US", "R$ 0.05"],
    ["123456789", "BRL", "en-US", "R$ 1,234,567.89"],
    ["123456789", "BRL", "pt-BR", "R$ 1.234.567,89"],
    ["-1050", "BRL", "pt-BR", "−R$ 10,50"],
    ["9027777", "USDC", "en-US", "9.027777 USDC"],
    ["1500000000000000000", "BRLA", "pt-BR", "1,5 BRLA"],
    ["1", "BRLA", "en-US", "0.000000000000000001 BRLA"],
    ["-100000000", "BTC", "en-US", "−1 BTC"]
  ])("writes %s units of %s in %s as %s", (units, asset, locale, text) => {
    expect(amountOfUnits(units, asset, locale)).toBe(text)
  })

  it("loses no digit of any amount of any asset §dashboard-exact", () => {
    fc.assert(fc.property(
      fc.constantFrom(...assetCodes),
      fc.bigInt({ min: -(10n ** 31n), max: 10n ** 31n }),
      (asset, units) => {
        const text = groupedDecimal(decimalOf(units.toString(), asset), "en-US").replaceAll(",", "").replace("−", "-")
        const [whole = "", fraction = ""] = text.split(".")
        expect(BigInt(whole + fraction.padEnd(decimalsOf(asset), "0"))).toBe(units)
      }
    ))
  })

  it.each([
    ["3000", "3000"],
    ["3000.00", "3000.00"],
    ["1.500,50", "1500.50"],
    ["1,500.50", "1500.50"],
    ["1500,5", "1500.5"],
    ["1.500", "1500"],
    ["1.234.567,89", "1234567.89"],
    // The service says what is wrong with these.
    ["3000.001", "3000.001"],
    ["1.500.50", "1.500.50"],
    ["muito", "muito"]
  ])("takes %s as it is typed in either language: %s", (typed, text) => {
    expect(decimalTyped(typed)).toBe(text)
  })

  it("writes a rate as what one whole unit costs", () => {
    const rate = {
      base: "USDC",
      quote: "BRL",
      numerator: "540000000000000000000",
      denominator: "1000000000000000000000000"
    }
    expect(rateIn(rate, "pt-BR")).toBe("1 USDC = R$ 5,40")
    expect([rateIn({ ...rate, denominator: "0" }, "en-US"), rateIn(null, "en-US"), rateIn("5.4", "en-US")])
      .toEqual([undefined, undefined, undefined])
  })

  it("leaves what is no number as it is", () => {
    expect(amount("about 3", "USDC", "en-US")).toBe("about 3 USDC")
    expect(reais("", "en-US")).toBe("R$ ")
  })
})

describe("time", () => {
  it.each([
    [0, "0 sec"],
    [59, "59 sec"],
    [60, "1 min"],
    [3_600, "1 hr"],
    [7_500, "2 hr 5 min"],
    [90_061, "1 day 1 hr"]
  ])("writes %s seconds as %s", (seconds, text) => {
    expect(duration(seconds, "en-US")).toBe(text)
  })

  it("writes an instant as each language does", () => {
    expect(dayAndTime("2020-11-21T17:02:24.000Z", "pt-BR")).toMatch(/^2[01]\/11\/2020 \d\d:02:24$/)
    expect(dayAndTime("2020-11-21T17:02:24.000Z", "en-US")).toMatch(/^Nov 2[01], 2020, \d\d:02:24$/)
  })

  it("says UTC in full", () => {
    expect(inUtc("2026-11-21T17:02:24.123Z")).toBe("2026-11-21 17:02:24 UTC")
  })

  it("reads back what a field of local time shows", () => {
    expect(instantOf(localInput("2026-11-21T17:02:00.000Z"))).toBe("2026-11-21T17:02:00.000Z")
    expect(instantOf("soon")).toBe(undefined)
    expect(localInput("soon")).toBe("")
  })

  it("names a day of a plot as its axis does: by the day in UTC", () => {
    const at = "2026-02-01T00:00:00.000Z"
    expect([stretch(at, "day", "pt-BR"), axisTime(at, "day", "pt-BR")]).toEqual(["01 de fev.", "01/02"])
    expect(stretch(at, "hour", "pt-BR")).toMatch(/:00:00$/)
  })

  it("is drawn around a point that is alone", () => {
    const [from, until] = around(3_600)(undefined, 1_800_000_000, 1_800_000_000)
    expect([from, until]).toEqual([1_799_998_200, 1_800_001_800])
  })
})
