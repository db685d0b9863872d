// Laws of the ledger: every template balances in each asset whatever the amounts, an entry is accepted exactly when it
// balances, and over any life of a deposit the books sum to zero, no one is overdrawn and balances are folds of postings.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { DepositFact } from "../../core/payments/deposit/decide-deposit.ts"
import type { Deposit } from "../../core/payments/deposit/deposit.ts"
import {
  type LedgerAccount,
  type Posting,
  entry,
  mayStand,
  signed,
  unbalancedAssets
} from "../../core/engine/ledger/journal.ts"
import * as templates from "../../core/engine/ledger/templates.ts"
import { assetCodes } from "../../core/base/money/assets.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import {
  cents,
  chargeExpired,
  delivered,
  deliveryRefused,
  deliveryUnknown,
  partialPix,
  pending,
  pixSettled,
  returnConfirmed,
  when
} from "../machines/deposit.given.ts"

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n }).map((value) => unitsUnsafe("BRL", value))
const units = fc.bigInt({ min: 0n, max: 10n ** 40n })
const asset = fc.constantFrom(...assetCodes)
const owner = fc.stringMatching(/^acc_[0-9a-f]{1,32}$/)

const anyTemplate: fc.Arbitrary<ReadonlyArray<Posting>> = fc.oneof(
  fc.tuple(owner, amount).map(([owner, value]) => templates.depositReceived(owner, value)),
  fc.tuple(owner, amount, asset, units).map((parts) => templates.depositDelivered(...parts)),
  fc.tuple(owner, amount).map(([owner, value]) => templates.feeEarned(owner, value)),
  fc.tuple(owner, amount).map(([owner, value]) => templates.depositReturned(owner, value)),
  amount.map((value) => templates.returnedAfterDelivery(value)),
  fc.tuple(owner, amount).map(([owner, value]) => templates.lossRecognised(owner, value)),
  fc.tuple(owner, amount).map(([owner, value]) => templates.surplusReceived(owner, value)),
  fc.tuple(owner, amount).map(([owner, value]) => templates.surplusReturned(owner, value))
)

const anyPosting: fc.Arbitrary<Posting> = fc.record({
  account: fc.constantFrom<LedgerAccount>("treasury", "conversion", "losses", "deposit-owed/acc_01"),
  asset: fc.constantFrom("BRL" as const, "USDT" as const),
  side: fc.constantFrom("debit" as const, "credit" as const),
  units: fc.bigInt({ min: 0n, max: 3n })
})

describe("a template", () => {
  it("balances in each asset that it touches, and never counts below zero", () => {
    fc.assert(fc.property(anyTemplate, (postings) => {
      expect(unbalancedAssets(postings)).toEqual([])
      expect(postings.every(({ units }) => units >= 0n)).toBe(true)
    }))
  })
})

describe("an entry", () => {
  const parts = { id: "e", template: "t", source: "s", owner: "o", at: 0 }

  it("is accepted exactly when every asset sums to zero §exact-money", () => {
    fc.assert(fc.property(fc.array(anyPosting, { maxLength: 6 }), (postings) => {
      const sums = ["BRL", "USDT"].map((asset) =>
        postings.filter((each) => each.asset === asset).reduce((total, each) => total + signed(each), 0n)
      )
      const accepted = (() => {
        try {
          return entry({ ...parts, postings }).postings.length <= postings.length
        } catch {
          return false
        }
      })()
      return accepted === sums.every((sum) => sum === 0n)
    }))
  })

  it("means the same without its empty postings", () => {
    fc.assert(fc.property(anyTemplate, (postings) => {
      const kept = entry({ ...parts, postings }).postings
      expect(kept).toEqual(postings.filter(({ units }) => units > 0n))
    }))
  })
})

describe("any life of a deposit §deposit-books", () => {
  const fact: fc.Arbitrary<DepositFact> = fc.oneof(
    fc.tuple(fc.nat({ max: 3 }), fc.constantFrom(1_000, 1_000, 1_001, 1_400)).map(([n, value]) => pixSettled(n, value)),
    fc.nat({ max: 3 }).map((n) => partialPix(n, 999)),
    fc.constantFrom(chargeExpired, delivered, deliveryRefused, deliveryUnknown),
    fc.tuple(fc.constantFrom(1, 250, 500, 1_000), fc.nat({ max: 9 })).map(([value, n]) => returnConfirmed(value, n))
  )

  /** Applies facts as the store would: an entry, a PIX or a return is booked once. */
  const live = (facts: ReadonlyArray<DepositFact>) => {
    const booked = new Set<string>()
    const postings: Array<Posting> = []
    let deposit: Deposit = pending
    for (const each of facts) {
      // A funded charge takes every further PIX as a surplus.
      const isFurther = each.on === "pixSettled" && deposit.endToEndId !== null
      const received = { _tag: "Surplus", returned: cents(1_000) } as const
      const decision = when(deposit, isFurther ? { ...each, value: cents(1_000), received } : each)
      if (decision._tag !== "Changed") continue
      const ids = [
        ...decision.changes.entries.map(({ id }) => id),
        ...decision.changes.writes.filter(({ expected }) => expected === 0).map(({ id, kind }) => `${kind} ${id}`)
      ]
      if (ids.some((id) => booked.has(id))) continue
      for (const id of ids) booked.add(id)
      postings.push(...decision.changes.entries.flatMap((each) => each.postings))
      deposit = decision.record
    }
    return { deposit, postings }
  }

  const balances = (postings: ReadonlyArray<Posting>) => {
    const sums = new Map<string, bigint>()
    for (const each of postings) {
      const name = `${each.account} ${each.asset}`
      sums.set(name, (sums.get(name) ?? 0n) + signed(each))
    }
    return sums
  }

  const facts = fc.array(fact, { maxLength: 12 })

  it("sums to zero in every asset", () => {
    fc.assert(fc.property(facts, (facts) => unbalancedAssets(live(facts).postings).length === 0))
  })

  it("leaves no account on its wrong side", () => {
    fc.assert(fc.property(facts, (facts) => {
      const wrong = [...balances(live(facts).postings)].filter(([name, sum]) =>
        !mayStand(name.split(" ")[0] as LedgerAccount, sum)
      )
      expect(wrong).toEqual([])
    }))
  })

  it("owes what was paid and neither delivered nor returned", () => {
    fc.assert(fc.property(facts, (facts) => {
      const { deposit, postings } = live(facts)
      const isPaid = deposit.endToEndId !== null
      const owed = isPaid && deposit.transactionHash === null ? deposit.value - deposit.refunded : 0n
      return (balances(postings).get("deposit-owed/acc_01 BRL") ?? 0n) === -owed
    }))
  })

  it("returns at most the value, and is REFUNDED exactly when it is all of it", () => {
    fc.assert(fc.property(facts, (facts) => {
      const { deposit } = live(facts)
      expect(deposit.refunded).toBeLessThanOrEqual(deposit.value)
      expect(deposit.state === "REFUNDED").toBe(deposit.refunded === deposit.value)
    }))
  })

  it("never fails for want of knowledge §unknown-outcome", () => {
    fc.assert(fc.property(facts, (facts) => {
      const known = facts.filter(({ on }) => on !== "deliveryRefused")
      return live(known).deposit.state !== "FAILED"
    }))
  })
})
