// The three divisions by example, and the inputs that are bugs.
import { describe, expect, it } from "vitest"
import { mulDivCeil, mulDivFloor, mulDivHalfUp } from "../../../../core/base/money/units.ts"

describe("rounding", () => {
  it.each([
    { a: 7n, b: 1n, divisor: 2n, floor: 3n, ceil: 4n, halfUp: 4n },
    { a: 10n, b: 1n, divisor: 3n, floor: 3n, ceil: 4n, halfUp: 3n },
    { a: 11n, b: 1n, divisor: 3n, floor: 3n, ceil: 4n, halfUp: 4n },
    { a: 6n, b: 2n, divisor: 3n, floor: 4n, ceil: 4n, halfUp: 4n },
    { a: 0n, b: 5n, divisor: 3n, floor: 0n, ceil: 0n, halfUp: 0n },
    { a: 1n, b: 1n, divisor: 10n ** 30n, floor: 0n, ceil: 1n, halfUp: 0n }
  ])("rounds $a * $b / $divisor", ({ a, b, divisor, floor, ceil, halfUp }) => {
    expect(mulDivFloor(a, b, divisor)).toBe(floor)
    expect(mulDivCeil(a, b, divisor)).toBe(ceil)
    expect(mulDivHalfUp(a, b, divisor)).toBe(halfUp)
  })

  it.each([[-1n, 1n, 1n], [1n, -1n, 1n], [1n, 1n, 0n], [1n, 1n, -1n]])("throws on %s * %s / %s", (a, b, divisor) => {
    for (const divide of [mulDivFloor, mulDivCeil, mulDivHalfUp]) {
      expect(() => divide(a, b, divisor)).toThrow(RangeError)
    }
  })
})
