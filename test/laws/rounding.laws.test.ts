// Laws of the three divisions: where each lies around the exact quotient.
import * as fc from "fast-check"
import { describe, it } from "vitest"
import { mulDivCeil, mulDivFloor, mulDivHalfUp } from "../../core/base/money/units.ts"

const factor = fc.bigInt({ min: 0n, max: 10n ** 31n })
const divisor = fc.oneof(fc.bigInt({ min: 1n, max: 20n }), fc.bigInt({ min: 1n, max: 10n ** 31n }))

describe("rounding", () => {
  it("floor is at most the exact quotient and ceil at least", () => {
    fc.assert(
      fc.property(
        factor,
        factor,
        divisor,
        (a, b, d) => mulDivFloor(a, b, d) * d <= a * b && a * b <= mulDivCeil(a, b, d) * d
      )
    )
  })

  it("floor and ceil are less than one away from it", () => {
    fc.assert(
      fc.property(
        factor,
        factor,
        divisor,
        (a, b, d) => a * b - mulDivFloor(a, b, d) * d < d && mulDivCeil(a, b, d) * d - a * b < d
      )
    )
  })

  it("ceil - floor is one, or zero where the division is exact", () => {
    fc.assert(
      fc.property(
        factor,
        factor,
        divisor,
        (a, b, d) => mulDivCeil(a, b, d) - mulDivFloor(a, b, d) === (a * b % d === 0n ? 0n : 1n)
      )
    )
  })

  it("half up is within half, and a half goes up", () => {
    fc.assert(fc.property(factor, factor, divisor, (a, b, d) => {
      const error = 2n * (mulDivHalfUp(a, b, d) * d - a * b)
      return -d < error && error <= d
    }))
  })

  it("half up is the floor or the ceil", () => {
    fc.assert(
      fc.property(
        factor,
        factor,
        divisor,
        (a, b, d) => [mulDivFloor(a, b, d), mulDivCeil(a, b, d)].includes(mulDivHalfUp(a, b, d))
      )
    )
  })

  it("undoes a multiplication in every direction", () => {
    fc.assert(
      fc.property(
        factor,
        divisor,
        (a, d) => [mulDivFloor, mulDivCeil, mulDivHalfUp].every((divide) => divide(a, d, d) === a)
      )
    )
  })
})
