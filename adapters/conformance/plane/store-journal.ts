// Part of the store contract: the journal. It is read in the order of the commits, each entry whole, page by page, and an
// entry that was read stays where it is.
import { Effect, Fiber } from "effect"
import { expect } from "./expect.ts"
import { entry } from "../../../core/engine/ledger/journal.ts"
import { type BookedEntry, Store } from "../../../core/engine/store/store.ts"
import { commit, moved, refusal } from "./change-sets.ts"
import type { Shows } from "./plane.ts"

/** The whole journal, read in pages of `limit`. */
const wholeJournal = Effect.fnUntraced(function*(limit: number) {
  const store = yield* Store
  const entries: Array<BookedEntry> = []
  for (;;) {
    const page = yield* store.journal({ after: entries.at(-1)?.place ?? 0n, limit })
    expect(page.length).toBeLessThanOrEqual(limit)
    if (page.length === 0) return entries
    entries.push(...page)
  }
})

const ids = (entries: ReadonlyArray<BookedEntry>) => entries.map(({ id }) => id)

const earned = (id: string, source = "src_1") =>
  moved({ id, debit: "treasury", credit: "fee-income", units: 1n, source })

export const journalTests = (shows: Shows): void => {
  shows(
    "reads the journal in the order of the commits and of the entries of each, with all that an entry says",
    Effect.gen(function*() {
      const whole = entry({
        id: "odd \u{1f600}",
        template: "moved ção",
        source: "src_\u{10ffff}",
        owner: "acc_'\"\\",
        at: 1_772_323_200_000,
        postings: [
          { account: "treasury/b", asset: "BRLA", side: "debit", units: 10n ** 39n + 1n },
          { account: "treasury/a", asset: "BRLA", side: "debit", units: 1n },
          { account: "conversion", asset: "BRLA", side: "credit", units: 10n ** 39n + 2n }
        ]
      })
      yield* commit({ entries: [earned("z"), earned("a")] })
      yield* commit({ entries: [moved({ id: "none", debit: "treasury", credit: "losses", units: 0n })] })
      yield* commit({ entries: [whole] })
      expect(yield* refusal({ entries: [earned("new"), earned("a")] })).toMatchObject({ _tag: "DuplicateKey" })
      yield* commit({ entries: [earned("b")] })
      for (const limit of [1, 2, 3, 100]) {
        expect(ids(yield* wholeJournal(limit))).toEqual(["z", "a", "none", whole.id, "b"])
      }
      const [first, , empty, third] = yield* wholeJournal(100)
      expect(first).toEqual({
        place: first?.place,
        id: "z",
        template: "moved",
        source: "src_1",
        owner: "acc_1",
        at: 1_000,
        postings: [
          { account: "treasury", asset: "BRL", amount: 1n },
          { account: "fee-income", asset: "BRL", amount: -1n }
        ]
      })
      expect(empty?.postings).toEqual([])
      const { id, template, source, owner, at } = whole
      expect(third).toEqual({
        place: third?.place,
        id,
        template,
        source,
        owner,
        at,
        postings: [
          { account: "treasury/b", asset: "BRLA", amount: 10n ** 39n + 1n },
          { account: "treasury/a", asset: "BRLA", amount: 1n },
          { account: "conversion", asset: "BRLA", amount: -(10n ** 39n + 2n) }
        ]
      })
    })
  )

  shows(
    "gives places of the journal that grow, are above 0 and stay",
    Effect.gen(function*() {
      const store = yield* Store
      expect(yield* store.journal({ after: 0n, limit: 10 })).toEqual([])
      yield* commit({ entries: [earned("1"), earned("2"), earned("3")] })
      const before = yield* wholeJournal(10)
      yield* commit({ entries: [earned("4", "src_2")] })
      const after = yield* wholeJournal(10)
      expect(after.slice(0, 3)).toEqual(before)
      const places = after.map(({ place }) => place)
      expect(places.every((place, n) => place > (places[n - 1] ?? 0n))).toBe(true)
      const second = after[1]?.place ?? 0n
      expect(ids(yield* store.journal({ after: second, limit: 1 }))).toEqual(["3"])
      expect(yield* store.journal({ after: after.at(-1)?.place ?? 0n, limit: 10 })).toEqual([])
    })
  )

  shows(
    "follows a journal that others write, and passes over no entry",
    Effect.gen(function*() {
      const store = yield* Store
      const writing = yield* Effect.forkChild(Effect.forEach(
        Array.from({ length: 120 }, (_, n) => n),
        (n) => Effect.delay(commit({ entries: [earned(`${n}`), earned(`${n}b`)] }), n % 5),
        { concurrency: 16 }
      ))
      const seen: Array<string> = []
      for (let after = 0n, last = false; !last;) {
        last = writing.pollUnsafe() !== undefined
        for (let more = true; more;) {
          const page = yield* store.journal({ after, limit: 7 })
          seen.push(...ids(page))
          after = page.at(-1)?.place ?? after
          more = page.length > 0
        }
        yield* Effect.sleep(1)
      }
      yield* Fiber.join(writing)
      expect(seen).toEqual(ids(yield* wholeJournal(1_000)))
      expect(new Set(seen).size).toBe(240)
    })
  )
}
