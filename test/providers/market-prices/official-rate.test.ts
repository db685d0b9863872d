// PTAX as the official rate of the dollar: exact, of its day, and not for ever.
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { officialRate, tenThousandthsOf } from "../../../adapters/market-prices/official-rate.ts"
import { days } from "../../../core/base/time/instant.ts"

const at = Date.parse("2026-11-24T13:10:00-03:00")
const read = (date: string, rate = "5.4321") =>
  Effect.runSync(
    Effect.result(officialRate(Effect.succeed({ rate, at, source: "PTAX" }), days(7)).dollar(date))
  )

describe("the official rate", () => {
  it.each([["5.4321", 54_321n], ["5.4", 54_000n], ["12", 120_000n], ["0.0001", 1n]])(
    "is exact: %s",
    (text, expected) => expect(tenThousandthsOf(text)).toBe(expected)
  )

  it.each(["5.43215", "5,4", "-5.4", "5.4e1", "", "Infinity"])("is none for %s", (text) => {
    expect(tenThousandthsOf(text)).toBeUndefined()
    expect(Result.isFailure(read("2026-11-24", text))).toBe(true)
  })

  it("holds on its day and for a week after it, and not before", () => {
    expect(read("2026-11-24")).toEqual(Result.succeed({ tenThousandths: 54_321n, date: "2026-11-24" }))
    expect(Result.isSuccess(read("2026-12-01"))).toBe(true)
    expect(Result.isFailure(read("2026-12-02"))).toBe(true)
    expect(Result.isFailure(read("2026-11-23"))).toBe(true)
  })

  it("is not there before the first reading", () => {
    const none = officialRate(Effect.succeed(undefined), days(7)).dollar("2026-11-24")
    expect(Result.isFailure(Effect.runSync(Effect.result(none)))).toBe(true)
  })
})
