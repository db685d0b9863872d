// The transfer itself in a transaction: what each side of it may say otherwise, and that it is then no proof.
import { describe, expect, it } from "vitest"
import { costOf, showsTransfer } from "../../../../adapters/solana/evidence.ts"
import type { Landed } from "../../../../adapters/solana/answers.ts"
import { lossesOf } from "../../../../adapters/solana/outflows.ts"
import {
  addressOf,
  destination,
  failure,
  from,
  landed,
  mint,
  source,
  to,
  units,
  withBalances,
  withUnits
} from "./chain.ts"

const expected = { mint, units, source, destination }
const other = addressOf(99)
const tokensOf = (change: (tokens: Landed["before"]["tokens"]) => Landed["before"]["tokens"]): Landed => ({
  ...landed,
  before: { ...landed.before, tokens: change(landed.before.tokens) }
})

describe("a transaction shows a transfer", () => {
  it("of these units, out of the one account and into the other", () => {
    expect(showsTransfer(landed, landed.accounts, expected)).toBe(true)
  })

  it.each<[string, Landed, Partial<typeof expected>?, ReadonlyArray<string>?]>([
    ["it failed", { ...landed, failure }],
    ["other units were ordered", landed, { units: units + 1n }],
    ["none were ordered, and none moved", tokensOf(() => landed.after.tokens), { units: 1n }],
    ["less arrived", withUnits(3, 704n)],
    ["more arrived", withUnits(3, 706n)],
    ["less left", withUnits(2, 301n)],
    ["more left", withUnits(2, 299n)],
    ["another mint", withBalances({ mint: other })],
    ["another mint was ordered", landed, { mint: other }],
    ["another source", landed, { source: other }],
    ["another destination", landed, { destination: other }],
    ["source and destination are one", landed, { destination: source }],
    ["source and destination are the other way round", landed, { destination: source, source: destination }],
    ["its accounts are in other places", landed, {}, landed.accounts.toReversed()],
    ["it has no accounts", landed, {}, []]
  ])("but not where %s", (_, found, parts = {}, accounts = found.accounts) => {
    expect(showsTransfer(found, accounts, { ...expected, ...parts })).toBe(false)
  })

  it("also where the receiver had no account before", () => {
    const fresh = withUnits(3, units)
    expect(showsTransfer(
      { ...fresh, before: { ...fresh.before, tokens: fresh.before.tokens.filter(({ place }) => place === 2) } },
      landed.accounts,
      expected
    )).toBe(true)
  })

  it("and cost what its first account lost", () => {
    expect(costOf(landed)).toBe(11_000n)
  })
})

describe("what an owner lost", () => {
  const [ours, theirs] = landed.after.tokens
  const third = { place: 4, mint, units: 0n, owner: other }

  it.each<[string, Landed, ReadonlyArray<{ readonly mint: string; readonly to: string; readonly units: bigint }>]>([
    ["went to whom it was sent", landed, [{ mint, to, units }]],
    ["is nothing where it failed", { ...landed, failure }, []],
    ["is nothing where it gained", { ...landed, before: landed.after, after: landed.before }, []],
    ["is nothing where nothing changed", { ...landed, after: landed.before }, []],
    [
      "is nothing where others sent theirs",
      {
        ...landed,
        before: { ...landed.before, tokens: landed.before.tokens.map((each) => ({ ...each, owner: `${each.place}` })) },
        after: { ...landed.after, tokens: landed.after.tokens.map((each) => ({ ...each, owner: `${each.place}` })) }
      },
      []
    ],
    ["is nothing where it is somebody else's", withBalances({ owner: to }), []],
    ["went to nobody where it was burnt", withUnits(3, 5n), [{ mint, to: "", units }]],
    ["went to nobody as far as it was kept on the way", withUnits(3, 704n), [{ mint, to, units: 699n }, {
      mint,
      to: "",
      units: 1n
    }]],
    [
      "went to each of several",
      {
        ...landed,
        before: { ...landed.before, tokens: [...landed.before.tokens, third] },
        after: {
          ...landed.after,
          tokens: [...ours === undefined ? [] : [ours], ...theirs === undefined ? [] : [{ ...theirs, units: 605n }], {
            ...third,
            units: 100n
          }]
        }
      },
      [{ mint, to, units: 600n }, { mint, to: other, units: 100n }]
    ],
    [
      "is all that it had where its account was closed",
      { ...landed, after: { ...landed.after, tokens: landed.after.tokens.filter(({ place }) => place === 3) } },
      [{ mint, to, units }, { mint, to: "", units: 300n }]
    ],
    [
      "stays its own between two accounts of its own",
      {
        ...landed,
        before: { ...landed.before, tokens: landed.before.tokens.map((each) => ({ ...each, owner: from })) },
        after: { ...landed.after, tokens: landed.after.tokens.map((each) => ({ ...each, owner: from })) }
      },
      []
    ],
    [
      "is told apart by mint",
      {
        ...landed,
        before: {
          ...landed.before,
          tokens: [...landed.before.tokens, { ...third, mint: other, owner: from, units: 9n }]
        },
        after: {
          ...landed.after,
          tokens: [...landed.after.tokens, { ...third, mint: other, owner: from, units: 1_000n }]
        }
      },
      [{ mint, to, units }]
    ]
  ])("%s", (_, found, losses) => {
    expect(lossesOf(found, from)).toEqual(losses)
  })
})
