// Part of the store contract: the books. A balance is the sum of the postings of its account, exact at any size; every
// asset sums to zero; a bounded account never stands on its wrong side; balances are found by account, never by pattern.
import { Effect } from "effect"
import { expect } from "./expect.ts"
import { type LedgerAccount, entry } from "../../../core/engine/ledger/journal.ts"
import { assetCodes } from "../../../core/base/money/assets.ts"
import { Store } from "../../../core/engine/store/store.ts"
import { commit, moved, refusal } from "./change-sets.ts"
import type { Shows } from "./plane.ts"
import { randomOf, times } from "./random.ts"

const accounts: ReadonlyArray<LedgerAccount> = [
  "treasury",
  "pix-settlement",
  "conversion",
  "treasury/a",
  "conversion/b"
]

/** Amounts of any size, up to about 10^39. */
const sizes = [1n, 2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n, 2n ** 127n, 10n ** 39n]

const balancesOf = (prefix: string) =>
  Store.use((store) => store.balances(prefix)).pipe(
    Effect.map((rows) => new Map(rows.map((row) => [`${row.account} ${row.asset}`, row.amount])))
  )

const overdrawn = { _tag: "Overdraft", account: "deposit-owed/a", asset: "BRL" }

const received = (id: string, units: bigint) => moved({ id, debit: "pix-settlement", credit: "deposit-owed/a", units })

const spent = (id: string, units: bigint) => moved({ id, debit: "deposit-owed/a", credit: "conversion", units })

export const booksTests = (shows: Shows): void => {
  shows(
    "gives balances that are the sums of the postings, and assets that sum to zero",
    Effect.gen(function*() {
      const store = yield* Store
      const random = randomOf(20_261_121)
      const expected = new Map<string, bigint>()
      for (let round = 0; round < 40; round++) {
        const source = `src_${round}`
        const sets = times(random.below(6), (set) =>
          times(random.below(4), (place) =>
            moved({
              id: `${source}-${set}-${place}`,
              source,
              debit: random.of(accounts),
              credit: random.of(accounts),
              asset: random.of(assetCodes),
              units: random.of(sizes) + BigInt(random.below(9))
            })))
        yield* Effect.forEach(sets, (entries) => commit({ entries }), { concurrency: "unbounded" })
        const lines = yield* store.postings(source)
        expect(lines).toHaveLength(sets.flat().flatMap(({ postings }) => postings).length)
        for (const { account, amount, asset } of lines) {
          expected.set(`${account} ${asset}`, (expected.get(`${account} ${asset}`) ?? 0n) + amount)
        }
        expect(yield* balancesOf("")).toEqual(expected)
        const sums = new Map<string, bigint>()
        for (const { amount, asset } of yield* store.balances("")) sums.set(asset, (sums.get(asset) ?? 0n) + amount)
        expect([...sums.values()].filter((sum) => sum !== 0n)).toEqual([])
      }
    })
  )

  shows(
    "keeps the postings of a record in the order they were made",
    Effect.gen(function*() {
      const postings = (["a", "b", "c"] as const).flatMap((of) => [
        { account: `treasury/${of}` as const, asset: "BRLA" as const, side: "debit" as const, units: 1n },
        { account: `conversion/${of}` as const, asset: "BRLA" as const, side: "credit" as const, units: 1n }
      ])
      const first = entry({ id: "z", template: "one", source: "src_1", owner: "acc_1", at: 5, postings })
      const second = { ...first, id: "a", template: "two", at: 4, postings: postings.toReversed() }
      const other = { ...first, id: "b", source: "src_2" }
      yield* commit({ entries: [first, other] })
      yield* commit({ entries: [second] })
      expect(yield* Store.use((store) => store.postings("src_1"))).toEqual([
        ...first.postings.map(({ account, asset, side }) => ({
          entry: "z",
          template: "one",
          source: "src_1",
          at: 5,
          account,
          asset,
          amount: side === "debit" ? 1n : -1n
        })),
        ...second.postings.map(({ account, asset, side }) => ({
          entry: "a",
          template: "two",
          source: "src_1",
          at: 4,
          account,
          asset,
          amount: side === "debit" ? 1n : -1n
        }))
      ])
      expect(yield* Store.use((store) => store.postings("src_3"))).toEqual([])
    })
  )

  shows(
    "is exact far beyond 64 bits, on both sides of zero",
    Effect.gen(function*() {
      const big = 10n ** 39n + 1n
      const move = (id: string, debit: LedgerAccount, credit: LedgerAccount, units: bigint) =>
        commit({ entries: [moved({ id, debit, credit, units, asset: "BRLA" })] })
      for (const n of [1, 2, 3]) yield* move(`up-${n}`, "treasury", "conversion", big)
      yield* move("one", "conversion", "treasury", 1n)
      expect(yield* balancesOf("")).toEqual(
        new Map([["treasury BRLA", 3n * big - 1n], ["conversion BRLA", 1n - 3n * big]])
      )
      yield* move("down", "conversion", "treasury", 3n * big)
      expect(yield* balancesOf("")).toEqual(new Map([["treasury BRLA", -1n], ["conversion BRLA", 1n]]))
      yield* move("zero", "treasury", "conversion", 1n)
      expect(yield* balancesOf("")).toEqual(new Map([["treasury BRLA", 0n], ["conversion BRLA", 0n]]))
    })
  )

  shows(
    "refuses an overdraft on either side and leaves the balance as it was",
    Effect.gen(function*() {
      yield* commit({ entries: [received("e1", 100n)] })
      expect(yield* refusal({ entries: [spent("e2", 101n)] })).toMatchObject(overdrawn)
      expect(yield* refusal({ entries: [spent("e3", 60n), spent("e4", 41n)] })).toMatchObject(overdrawn)
      expect(yield* refusal({ entries: [moved({ id: "e5", debit: "treasury", credit: "losses", units: 1n })] }))
        .toMatchObject({ _tag: "Overdraft", account: "losses", asset: "BRL" })
      expect(yield* balancesOf("deposit-owed")).toEqual(new Map([["deposit-owed/a BRL", -100n]]))
      expect(yield* balancesOf("losses")).toEqual(new Map())
      yield* commit({ entries: [spent("e2", 100n)] })
      expect(yield* balancesOf("deposit-owed")).toEqual(new Map([["deposit-owed/a BRL", 0n]]))
      expect(yield* refusal({ entries: [spent("e6", 1n)] })).toMatchObject(overdrawn)
    })
  )

  shows(
    "judges an overdraft by what the whole change set leaves, in each asset by itself",
    Effect.gen(function*() {
      yield* commit({ entries: [spent("e1", 5n), received("e2", 5n)] })
      expect(yield* balancesOf("deposit-owed")).toEqual(new Map([["deposit-owed/a BRL", 0n]]))
      yield* commit({ entries: [received("e3", 5n)] })
      const other = moved({ id: "e4", debit: "deposit-owed/a", credit: "conversion", units: 1n, asset: "USDT" })
      expect(yield* refusal({ entries: [other] })).toMatchObject({ ...overdrawn, asset: "USDT" })
    })
  )

  shows(
    "never overdraws under 50 concurrent debits",
    Effect.gen(function*() {
      yield* commit({ entries: [received("in", 10n)] })
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, (_, index) =>
          commit({ entries: [spent(`out-${index}`, 1n)] }).pipe(
            Effect.match({ onFailure: (error) => error._tag, onSuccess: () => "applied" })
          )),
        { concurrency: "unbounded" }
      )
      expect(answers.filter((answer) => answer === "applied")).toHaveLength(10)
      expect(answers.filter((answer) => answer === "Overdraft")).toHaveLength(40)
      expect(yield* balancesOf("")).toEqual(
        new Map([["pix-settlement BRL", 10n], ["deposit-owed/a BRL", 0n], ["conversion BRL", -10n]])
      )
    })
  )

  shows(
    "refuses an entry that was made, in the store or in the same change set",
    Effect.gen(function*() {
      yield* commit({ entries: [received("e1", 1n)] })
      const made = { _tag: "DuplicateKey", kind: "entry", name: "id", value: "e1" }
      expect(yield* refusal({ entries: [received("e1", 1n)] })).toMatchObject(made)
      expect(yield* refusal({ entries: [received("e2", 1n), received("e2", 2n)] }))
        .toMatchObject({ ...made, value: "e2" })
      expect(yield* balancesOf("deposit-owed/a")).toEqual(new Map([["deposit-owed/a BRL", -1n]]))
    })
  )

  shows(
    "keeps an entry without postings",
    Effect.gen(function*() {
      yield* commit({ entries: [received("e1", 0n)] })
      expect(yield* refusal({ entries: [received("e1", 0n)] })).toMatchObject({ _tag: "DuplicateKey", value: "e1" })
      expect(yield* Store.use((store) => store.postings("src_1"))).toEqual([])
      expect(yield* balancesOf("")).toEqual(new Map())
    })
  )

  shows(
    "finds balances by account and its parts, whatever characters it holds",
    Effect.gen(function*() {
      const names = ["a", "ab", "a/b", "a/b/c", "a.", "a0", "a%", "a_", "A", "ã", "a/😀", "a/\u{10ffff}", ""]
      yield* commit({
        entries: names.map((name, index) =>
          moved({ id: `e${index}`, debit: `treasury/${name}`, credit: "conversion", units: 1n })
        )
      })
      const found = (prefix: string) => balancesOf(prefix).pipe(Effect.map((rows) => [...rows.keys()].sort()))
      const of = (...names: ReadonlyArray<string>) => names.map((name) => `treasury/${name} BRL`).sort()
      expect(yield* found("treasury/a")).toEqual(of("a", "a/b", "a/b/c", "a/😀", "a/\u{10ffff}"))
      expect(yield* found("treasury/a%")).toEqual(of("a%"))
      expect(yield* found("treasury/a_")).toEqual(of("a_"))
      expect(yield* found("treasury/ã")).toEqual(of("ã"))
      expect(yield* found("treasury")).toEqual(of(...names))
      expect(yield* found("treas")).toEqual([])
      expect(yield* found("%")).toEqual([])
      expect(yield* found("")).toEqual([...of(...names), "conversion BRL"].sort())
    })
  )
}
