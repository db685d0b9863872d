// Double entry by example: what balances, what may stand on which side, and what each template moves.
import { describe, expect, it } from "vitest"
import {
  type LedgerAccount,
  type Posting,
  chart,
  entry,
  kindOf,
  mayStand,
  signed,
  unbalancedAssets
} from "../../../../core/engine/ledger/journal.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import * as templates from "../../../../core/engine/ledger/templates.ts"
import { cents } from "../../../machines/deposit.given.ts"

const posting = (side: Posting["side"], units: bigint, parts: Partial<Posting> = {}): Posting => ({
  account: "treasury",
  asset: "BRL",
  side,
  units,
  ...parts
})

const parts = { id: "e1", template: "moved", source: "src_1", owner: "acc_01", at: 1 }

describe("an entry", () => {
  it("keeps its postings in order and leaves out empty ones", () => {
    const postings = [posting("debit", 5n), posting("debit", 0n), posting("credit", 5n)]
    expect(entry({ ...parts, postings })).toEqual({ ...parts, postings: [postings[0], postings[2]] })
  })

  it.each([
    [[posting("debit", 5n)]],
    [[posting("debit", 5n), posting("credit", 4n)]],
    [[posting("debit", 5n), posting("credit", 5n, { asset: "USDT" })]]
  ])("that does not balance in every asset is a bug: %#", (postings) => {
    expect(() => entry({ ...parts, postings })).toThrow(/does not balance in BRL/)
  })

  it.each([
    [[posting("debit", -5n), posting("credit", -5n)]],
    [[posting("debit", 5n), posting("credit", 10n), posting("debit", -5n), posting("credit", -10n)]]
  ])("that counts below zero is a bug, and is told apart: %#", (postings) => {
    expect(() => entry({ ...parts, postings })).toThrow(/has a debit of -5 BRL on \S+: units are never negative/)
  })

  it("may be empty", () => {
    expect(entry({ ...parts, postings: [] }).postings).toEqual([])
  })
})

describe("the signs of the books", () => {
  it("count a debit up and a credit down", () => {
    expect([signed(posting("debit", 7n)), signed(posting("credit", 7n))]).toEqual([7n, -7n])
  })

  it("name every asset that does not balance", () => {
    expect(unbalancedAssets([posting("debit", 1n), posting("credit", 2n, { asset: "USDT" })])).toEqual(["BRL", "USDT"])
  })
})

describe("the chart", () => {
  it.each<[LedgerAccount, bigint, boolean]>([
    ["pix-settlement", -1n, true],
    ["treasury", -1n, true],
    ["conversion", 1n, true],
    ["deposit-owed/acc_01", -1n, true],
    ["deposit-owed/acc_01", 0n, true],
    ["deposit-owed/acc_01", 1n, false],
    ["surplus-owed/acc_01", 1n, false],
    ["fee-income", 1n, false],
    ["fee-income", -1n, true],
    ["losses", -1n, false],
    ["losses", 1n, true]
  ])("%s may stand at %d: %s", (account, balance, may) => {
    expect(mayStand(account, balance)).toBe(may)
  })

  it("finds the kind of an account by its first part", () => {
    expect(kindOf("deposit-owed/acc_01")).toBe(chart["deposit-owed"])
    expect(kindOf("deposit-owed/acc/1")).toBe(chart["deposit-owed"])
    expect(kindOf("losses")).toBe(chart.losses)
  })

  it("bounds an account on its normal side or not at all", () => {
    for (const { bound, normal } of Object.values(chart)) expect(["none", normal]).toContain(bound)
  })
})

describe("the templates", () => {
  const shown = (postings: ReadonlyArray<Posting>) =>
    postings.map(({ account, asset, side, units }) => `${account} ${side === "debit" ? "+" : "-"}${units} ${asset}`)

  it.each<[string, ReadonlyArray<Posting>, ReadonlyArray<string>]>([
    ["depositReceived", templates.depositReceived("o", cents(10)), [
      "pix-settlement +10 BRL",
      "deposit-owed/o -10 BRL"
    ]],
    ["depositDelivered", templates.depositDelivered("o", cents(9), "USDT", 2n), [
      "deposit-owed/o +9 BRL",
      "conversion -9 BRL",
      "conversion +2 USDT",
      "treasury -2 USDT"
    ]],
    ["feeEarned", templates.feeEarned("o", cents(1)), ["deposit-owed/o +1 BRL", "fee-income -1 BRL"]],
    ["depositReturned", templates.depositReturned("o", cents(4)), ["deposit-owed/o +4 BRL", "pix-settlement -4 BRL"]],
    ["returnedAfterDelivery", templates.returnedAfterDelivery(cents(4)), ["losses +4 BRL", "pix-settlement -4 BRL"]],
    ["lossRecognised", templates.lossRecognised("o", cents(4)), ["losses +4 BRL", "deposit-owed/o -4 BRL"]],
    ["surplusReceived", templates.surplusReceived("o", cents(4)), ["pix-settlement +4 BRL", "surplus-owed/o -4 BRL"]],
    ["surplusReturned", templates.surplusReturned("o", cents(4)), ["surplus-owed/o +4 BRL", "pix-settlement -4 BRL"]],
    ["routingFeePaid", templates.routingFeePaid(unitsUnsafe("BTC", 3n)), ["network-fees +3 BTC", "treasury -3 BTC"]]
  ])("%s", (name, postings, expected) => {
    expect(Object.keys(templates)).toContain(name)
    expect(shown(postings)).toEqual(expected)
  })

  it("are ten", () => {
    expect(Object.keys(templates)).toHaveLength(10)
  })
})
