// Laws of amounts: the sum is a commutative monoid, no amount is below zero, storage loses nothing.
import { Result, Schema } from "effect"
import * as fc from "fast-check"
import { describe, it } from "vitest"
import { assetCodes, assets } from "../../core/base/money/assets.ts"
import {
  CentsFromNumber,
  UnitsSchema,
  add,
  compare,
  min,
  subtract,
  units,
  unitsUnsafe,
  zero
} from "../../core/base/money/units.ts"

const cents = fc.bigInt({ min: 0n, max: assets.BRL.maxUnits }).map((value) => unitsUnsafe("BRL", value))

describe("addition", () => {
  it("is associative", () => {
    fc.assert(fc.property(cents, cents, cents, (a, b, c) => add(add(a, b), c) === add(a, add(b, c))))
  })

  it("is commutative", () => {
    fc.assert(fc.property(cents, cents, (a, b) => add(a, b) === add(b, a)))
  })

  it("has zero as identity", () => {
    fc.assert(fc.property(cents, (a) => add(a, zero("BRL")) === a))
  })
})

describe("subtraction", () => {
  it("undoes addition: a - b + b = a where a - b exists", () => {
    fc.assert(fc.property(cents, cents, (a, b) => {
      const left = subtract(a, b)
      return left === undefined ? b > a : add(left, b) === a
    }))
  })

  it("never goes below zero", () => {
    fc.assert(fc.property(cents, cents, (a, b) => (subtract(a, b) ?? 0n) >= 0n))
  })
})

describe("order", () => {
  it("is antisymmetric, and min is the lesser", () => {
    fc.assert(
      fc.property(
        cents,
        cents,
        (a, b) => compare(a, b) + compare(b, a) === 0 && compare(min(a, b), a) <= 0 && compare(min(a, b), b) <= 0
      )
    )
  })
})

describe("construction", () => {
  it("succeeds exactly from zero to the bound, for every asset", () => {
    const asset = fc.constantFrom(...assetCodes)
    fc.assert(
      fc.property(
        asset,
        fc.bigInt({ min: -(10n ** 33n), max: 10n ** 33n }),
        (code, value) => Result.isSuccess(units(code, value)) === (value >= 0n && value <= assets[code].maxUnits)
      )
    )
  })
})

describe("storage", () => {
  it("reads back what it wrote, for every asset §exact-money", () => {
    const stored = fc.constantFrom(...assetCodes).chain((code) =>
      fc.bigInt({ min: 0n, max: assets[code].maxUnits }).map((value) => [code, unitsUnsafe(code, value)] as const)
    )
    fc.assert(fc.property(stored, ([code, value]) => {
      const schema = UnitsSchema(code)
      return Schema.decodeSync(schema)(Schema.encodeSync(schema)(value)) === value
    }))
  })

  it("reads back cents written as a JSON number", () => {
    fc.assert(fc.property(cents, (value) => {
      const text = JSON.stringify(Schema.encodeSync(CentsFromNumber)(value))
      return text === value.toString() && Schema.decodeUnknownSync(CentsFromNumber)(JSON.parse(text)) === value
    }))
  })
})
