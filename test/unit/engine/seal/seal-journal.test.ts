// Sealing the journal: every entry under one seal, in the order of the journal, each seal over the one before; of two that
// seal at once one does, and a batch has its bound.
import { it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { describe, expect } from "vitest"
import { layer } from "../../../../adapters/memory/store.ts"
import { chainStart, linkHash } from "../../../../core/engine/ledger/journal-chain.ts"
import { list } from "../../../../core/engine/store/records.ts"
import { Store } from "../../../../core/engine/store/store.ts"
import { sealJournal } from "../../../../core/engine/seal/seal-journal.ts"
import { Seals } from "../../../../core/engine/seal/seal.ts"
import { commit, moved } from "../../../../adapters/conformance/plane/change-sets.ts"

const earned = (n: number) => moved({ id: `e${n}`, debit: "treasury", credit: "fee-income", units: BigInt(n + 1) })
const numbers = (length: number) => Array.from({ length }, (_, n) => n)

const seals = Effect.map(list(Seals, "all", "all", { limit: 100 }), (rows) => rows.map(({ value }) => value).reverse())
const journal = Store.use((store) => store.journal({ after: 0n, limit: 10_000 }))

const shows = (title: string, program: Effect.Effect<unknown, unknown, Store>) =>
  it.effect(title, () => Effect.provide(program, Layer.fresh(layer)))

describe("sealing the journal", () => {
  shows(
    "seals nothing while nothing is new, and looks again later",
    Effect.gen(function*() {
      expect(yield* sealJournal()).toEqual({ _tag: "Again", inMs: 5_000, problem: null })
      yield* commit({ entries: [earned(0)] })
      expect(yield* sealJournal()).toEqual({ _tag: "Again", inMs: 1_000, problem: null })
      expect(yield* sealJournal()).toEqual({ _tag: "Again", inMs: 5_000, problem: null })
      expect(yield* seals).toHaveLength(1)
    })
  )

  shows(
    "puts every entry under one seal, each over the seal before",
    Effect.gen(function*() {
      yield* commit({ entries: numbers(3).map(earned) })
      yield* sealJournal()
      yield* commit({ entries: [earned(3)] })
      yield* sealJournal()
      const entries = yield* journal
      const [one, two] = yield* seals
      const hash = linkHash({ number: 1, previous: chainStart }, entries.slice(0, 3))
      expect(one).toMatchObject({ id: "1", number: 1, entries: 3, previous: chainStart, hash })
      expect([one?.first, one?.last]).toEqual([entries[0]?.place, entries[2]?.place])
      expect(two).toMatchObject({
        id: "2",
        number: 2,
        entries: 1,
        previous: hash,
        hash: linkHash({ number: 2, previous: hash }, entries.slice(3)),
        first: entries[3]?.place,
        last: entries[3]?.place
      })
    })
  )

  shows(
    "goes on at once while there is more than one seal takes",
    Effect.gen(function*() {
      yield* Effect.forEach(numbers(401), (n) => commit({ entries: [earned(n)] }))
      expect(yield* sealJournal()).toMatchObject({ inMs: 0 })
      expect(yield* sealJournal()).toMatchObject({ inMs: 0 })
      expect(yield* sealJournal()).toMatchObject({ inMs: 1_000 })
      expect((yield* seals).map(({ entries }) => entries)).toEqual([200, 200, 1])
    })
  )

  shows(
    "is made by one of many that seal at once",
    Effect.gen(function*() {
      yield* commit({ entries: numbers(5).map(earned) })
      yield* Effect.all(numbers(10).map(() => sealJournal()), { concurrency: "unbounded" })
      expect((yield* seals).map(({ entries, number }) => [number, entries])).toEqual([[1, 5]])
    })
  )

  shows(
    "leaves the seal of another process as it is",
    Effect.gen(function*() {
      yield* commit({ entries: [earned(0)] })
      const store = yield* Store
      // The other one seals between our reading and our commit.
      const late = Store.of({
        ...store,
        commit: (changes) => Effect.andThen(Effect.orDie(sealed), store.commit(changes))
      })
      const sealed = sealJournal().pipe(Effect.provideService(Store, store))
      expect(yield* Effect.provideService(sealJournal(), Store, late)).toMatchObject({ inMs: 1_000 })
      expect(yield* seals).toHaveLength(1)
      expect(Option.isSome(yield* store.get("seal", "1"))).toBe(true)
    })
  )
})
