// The fee schedule by example (C4, C5, C6), and what an account's own figures change.
import { Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { feeFor, feeLines } from "../../../../core/base/fees/fee.ts"
import { FeeOverrides } from "../../../../core/base/fees/schedule.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"

const cents = (value: bigint) => unitsUnsafe("BRL", value)

describe("feeFor", () => {
  it.each(
    [
      ["payout", 5000n, 275n],
      ["payout", 10n, 150n],
      ["payout", 20n, 151n],
      ["payout", 300_000n, 7650n],
      ["deposit", 5000n, 125n],
      ["deposit", 19n, 0n],
      ["deposit", 20n, 1n],
      ["deposit", 1n, 0n],
      ["lightningInvoice", 25_000n, 625n],
      ["transfer", 5000n, 0n],
      ["swap", 5000n, 0n]
    ] as const
  )("charges %s of %d cents %d cents §fee-table", (operation, value, fee) => {
    expect(feeFor(operation, cents(value))).toBe(fee)
  })

  it("applies an account's own figures and keeps the rest of the row §fee-table", () => {
    const overrides: FeeOverrides = { payout: { fixedCents: cents(0n) }, deposit: { basisPoints: 100 } }
    expect(feeFor("payout", cents(5000n), overrides)).toBe(125n)
    expect(feeFor("deposit", cents(5000n), overrides)).toBe(50n)
    expect(feeFor("lightningInvoice", cents(5000n), overrides)).toBe(125n)
  })

  it("never takes more than the value from inside it", () => {
    const overrides: FeeOverrides = { deposit: { fixedCents: cents(500n) } }
    expect(feeFor("deposit", cents(100n), overrides)).toBe(100n)
    expect(feeLines("deposit", cents(100n), overrides).net).toBe(0n)
  })
})

describe("feeLines", () => {
  it("adds the fee of a payout to its value", () => {
    expect(feeLines("payout", cents(5000n))).toEqual({ gross: 5275n, fee: 275n, net: 5000n })
  })

  it("takes the fee of a deposit out of its value §deposit-fee-inside", () => {
    expect(feeLines("deposit", cents(5000n))).toEqual({ gross: 5000n, fee: 125n, net: 4875n })
  })
})

describe("FeeOverrides", () => {
  const decode = Schema.decodeUnknownResult(FeeOverrides)

  it("reads an account's stored figures", () => {
    expect(Result.getOrThrow(decode({ payout: { fixedCents: 100, basisPoints: 0 } })))
      .toEqual({ payout: { fixedCents: 100n, basisPoints: 0 } })
  })

  it.each([{ payout: { basisPoints: 10_001 } }, { deposit: { basisPoints: -1 } }, { swap: { fixedCents: 1.5 } }])(
    "refuses %j",
    (input) => {
      expect(Result.isFailure(decode(input))).toBe(true)
    }
  )
})
