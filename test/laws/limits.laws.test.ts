// Laws of limits: at a limit passes, one beyond is refused, whatever the limit; and what passes is priced without loss.
import { Schema } from "effect"
import * as fc from "fast-check"
import { describe, it } from "vitest"
import { DepositRequest } from "../../core/payments/deposit/admit-deposit.ts"
import { feeLines } from "../../core/base/fees/fee.ts"
import { limits } from "../../core/base/limits/limits.ts"
import { CentsFromNumber } from "../../core/base/money/units.ts"
import { text } from "../../core/base/text/text.ts"
import { depositRequest } from "../support/world.ts"

const range = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 })).map(([minimum, more]) => ({
  minimum,
  maximum: minimum + more
}))

describe("a length", () => {
  it("passes from the least to the most and nowhere else", () => {
    fc.assert(
      fc.property(
        range,
        fc.nat({ max: 100 }),
        fc.constantFrom("a", "ç", "😀"),
        (length, count, character) =>
          Schema.is(text(length))(character.repeat(count)) === (count >= length.minimum && count <= length.maximum)
      )
    )
  })
})

describe("a value", () => {
  const { maximum, minimum } = limits.depositValue
  const near = fc.oneof(
    fc.integer({ min: minimum - 3, max: minimum + 3 }),
    fc.integer({ min: maximum - 3, max: maximum + 3 }),
    fc.integer({ min: -(2 ** 40), max: 2 ** 45 })
  )

  it("passes from the least to the most and nowhere else", () => {
    fc.assert(
      fc.property(
        near,
        (value) => Schema.is(DepositRequest)(depositRequest({ value })) === (value >= minimum && value <= maximum)
      )
    )
  })

  it("that passes is fee and net exactly", () => {
    fc.assert(fc.property(fc.integer({ min: minimum, max: maximum }), (value) => {
      const cents = Schema.decodeSync(CentsFromNumber)(value)
      const { fee, gross, net } = feeLines("deposit", cents)
      return gross === cents && fee + net === cents && fee >= 0n && net >= 0n
    }))
  })
})
