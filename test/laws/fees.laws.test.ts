// Laws of fees (C4, C5): monotone, never below the fixed part, fee and net make the gross.
import * as fc from "fast-check"
import { describe, it } from "vitest"
import { feeFor, feeLines } from "../../core/base/fees/fee.ts"
import { type FeeOperation, type FeeOverrides, feeSchedule } from "../../core/base/fees/schedule.ts"
import { assets } from "../../core/base/money/assets.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"

const operations = Object.keys(feeSchedule) as ReadonlyArray<FeeOperation>
const operation = fc.constantFrom(...operations)
const cents = fc.oneof(fc.bigInt({ min: 0n, max: 5000n }), fc.bigInt({ min: 0n, max: assets.BRL.maxUnits }))
  .map((value) => unitsUnsafe("BRL", value))
const figures = fc.record({
  fixedCents: fc.bigInt({ min: 0n, max: 100_000n }).map((value) => unitsUnsafe("BRL", value)),
  basisPoints: fc.integer({ min: 0, max: 10_000 })
}, { requiredKeys: [] })
const overrides: fc.Arbitrary<FeeOverrides> = fc.record(
  { payout: figures, deposit: figures, lightningInvoice: figures, transfer: figures, swap: figures },
  { requiredKeys: [] }
)

describe("fees", () => {
  it("are monotone in the value", () => {
    fc.assert(fc.property(operation, cents, cents, overrides, (name, a, b, own) => {
      const [low, high] = a <= b ? [a, b] : [b, a]
      return feeFor(name, low, own) <= feeFor(name, high, own)
    }))
  })

  it("are never below the fixed part, or are the whole value where they are inside it", () => {
    fc.assert(fc.property(operation, cents, overrides, (name, value, own) => {
      const row = { ...feeSchedule[name], ...own[name] }
      const fee = feeFor(name, value, own)
      return fee >= row.fixedCents || (row.placement === "inside" && fee === value)
    }))
  })

  it("are within half a cent of the exact share where nothing caps them §rounding", () => {
    fc.assert(fc.property(operation, cents, (name, value) => {
      const { basisPoints, fixedCents } = feeSchedule[name]
      const error = 2n * ((feeFor(name, value) - fixedCents) * 10_000n - value * BigInt(basisPoints))
      return -10_000n < error && error <= 10_000n
    }))
  })

  it("and net make the gross, exactly, and no part is negative", () => {
    fc.assert(fc.property(operation, cents, overrides, (name, value, own) => {
      const { fee, gross, net } = feeLines(name, value, own)
      return fee + net === gross && fee >= 0n && net >= 0n
    }))
  })

  it("leave the value what the customer named", () => {
    fc.assert(fc.property(operation, cents, overrides, (name, value, own) => {
      const { gross, net } = feeLines(name, value, own)
      return (feeSchedule[name].placement === "onTop" ? net : gross) === value
    }))
  })
})
