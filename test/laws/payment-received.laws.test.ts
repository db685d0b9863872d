// What a PIX on a charge does, for all values and instants.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type ChargeOpen, type PixReceived, paymentReceived } from "../../core/payments/deposit/settle-deposit.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"

const cents = (value: bigint) => unitsUnsafe("BRL", value)
// Small numbers, so that equal ones are common.
const value = fc.bigInt({ min: 1n, max: 6n }).map(cents)
const instant = fc.integer({ min: 1, max: 6 })
const charge: fc.Arbitrary<ChargeOpen> = fc.record({ value, expiresAt: instant, isFunded: fc.boolean() })
const pix: fc.Arbitrary<PixReceived> = fc.record({ value: fc.option(value), paidAt: fc.option(instant) })

const check = (law: (charge: ChargeOpen, pix: PixReceived, now: number) => void): void =>
  fc.assert(fc.property(charge, pix, instant, law), { numRuns: Number(process.env["PONTEPAY_RUNS"] ?? 1_000) })

describe("a PIX on a charge", () => {
  it("is split into what funds and what goes back, and nothing else", () => {
    check((charge, pix, now) => {
      const paid = pix.value ?? charge.value
      const received = paymentReceived(charge, pix, now)
      const funds = received._tag === "Funds" ? charge.value : 0n
      const back = received._tag === "Funds" ? received.surplus : received.returned
      expect(funds + back).toBe(paid)
      expect(back >= 0n).toBe(true)
    })
  })

  it("funds exactly where it is the first one that pays the charge", () => {
    check((charge, pix, now) => {
      const isFirst = !charge.isFunded && (pix.value ?? charge.value) >= charge.value
      expect(paymentReceived(charge, pix, now)._tag === "Funds").toBe(isFirst)
    })
  })

  it("is late by the rail's time alone where there is one, and by ours where there is none", () => {
    check((charge, pix, now) => {
      const received = paymentReceived(charge, pix, now)
      if (received._tag !== "Funds") return
      const at = pix.paidAt ?? now
      expect(received.isLate).toBe(at >= charge.expiresAt)
      if (pix.paidAt !== null) expect(paymentReceived(charge, pix, now + 1_000)).toEqual(received)
    })
  })

  it("without a value is one of the charge's own", () => {
    check((charge, pix, now) => {
      expect(paymentReceived(charge, { ...pix, value: null }, now))
        .toEqual(paymentReceived(charge, { ...pix, value: charge.value }, now))
    })
  })

  const open = { value: cents(5_000n), expiresAt: 1_000, isFunded: false }
  it.each([
    ["in time", { value: null, paidAt: 999 }, { _tag: "Funds", surplus: 0n, isLate: false }],
    ["at the instant of expiry", { value: null, paidAt: 1_000 }, { _tag: "Funds", surplus: 0n, isLate: true }],
    ["in time, learned of late", { value: null, paidAt: 1 }, { _tag: "Funds", surplus: 0n, isLate: false }],
    ["at no known time", { value: null, paidAt: null }, { _tag: "Funds", surplus: 0n, isLate: true }],
    ["above the charge", { value: cents(5_001n), paidAt: 1 }, { _tag: "Funds", surplus: 1n, isLate: false }],
    ["below the charge", { value: cents(4_999n), paidAt: 1 }, { _tag: "Partial", returned: 4_999n }]
  ])("%s", (_what, received, expected) => {
    expect(paymentReceived(open, received, 2_000)).toEqual(expected)
  })
})
