// Part of the store contract: a change set with one refused part leaves nothing behind, whichever part it is and
// wherever it stands, and can be committed once the part is put right.
import { Effect } from "effect"
import { expect } from "./expect.ts"
import type { ChangeSet } from "../../../core/engine/store/store.ts"
import { asked, claim, commit, moved, refusal, visible, written } from "./change-sets.ts"
import type { Shows } from "./plane.ts"

const places = [0, 1, 2] as const

const put = <A>(parts: ReadonlyArray<A>, place: number, part: A): ReadonlyArray<A> =>
  parts.map((good, index) => index === place ? part : good)

const owed = (id: string, units: bigint) => moved({ id, debit: "deposit-owed/a", credit: "conversion", units })

/** Each way to spoil a change set, with the refusal that must answer it. */
const faults: Readonly<
  Record<string, { readonly spoil: (good: ChangeSet, place: number) => ChangeSet; readonly answer: object }>
> = {
  "an old version": {
    spoil: (good, place) => ({
      ...good,
      writes: put(good.writes, place, written("old", { expected: 1, lists: [["owner", "a"]] }))
    }),
    answer: { _tag: "VersionConflict", kind: "thing", id: "old" }
  },
  "a taken id": {
    spoil: (good, place) => ({ ...good, writes: put(good.writes, place, written("old", { lists: [["owner", "a"]] })) }),
    answer: { _tag: "DuplicateKey", kind: "thing", name: "id", value: "old" }
  },
  "a taken key": {
    spoil: (good, place) => ({
      ...good,
      writes: put(good.writes, place, written("new", { keys: [["txid", "new"], ["externalId", "old"]] }))
    }),
    answer: { _tag: "DuplicateKey", kind: "thing", name: "externalId", value: "old" }
  },
  "a taken entry": {
    spoil: (good, place) => ({ ...good, entries: put(good.entries, place, owed("e-old", 1n)) }),
    answer: { _tag: "DuplicateKey", kind: "entry", name: "id", value: "e-old" }
  },
  "an overdraft": {
    spoil: (good, place) => ({ ...good, entries: put(good.entries, place, owed("e-big", 1_000n)) }),
    answer: { _tag: "Overdraft", account: "deposit-owed/a", asset: "BRL" }
  },
  "a lost lease": {
    spoil: (good, place) => ({ ...good, finished: put(good.finished, place, { id: `held-${place}`, lease: "lost" }) }),
    answer: { _tag: "LeaseLost" }
  },
  "a job that is not there": {
    spoil: (good, place) => ({ ...good, finished: put(good.finished, place, { id: "nowhere", lease: "lost" }) }),
    answer: { _tag: "LeaseLost", job: "nowhere" }
  }
}

const everything = visible({
  kinds: ["thing"],
  ids: ["old", "1", "2", "3", "new"],
  names: ["owner", "externalId", "txid"],
  values: ["a", "old", "k1", "k2", "k3", "new"],
  sources: ["src_1"],
  prefixes: [""],
  instants: [1_000, 1_050, 5_000]
})

/** A plane with a record of two versions, a key, an entry, money and three held jobs; gives the good change set. */
const prepared = Effect.gen(function*() {
  yield* commit({ writes: [written("old", { keys: [["externalId", "old"]], lists: [["owner", "a"]] })] })
  yield* commit({ writes: [written("old", { expected: 1 })] })
  yield* commit({
    entries: [moved({ id: "e-old", debit: "pix-settlement", credit: "deposit-owed/a", units: 100n })],
    jobs: [asked("held-0"), asked("held-1"), asked("held-2"), asked("waiting", { runAt: 4_000 })]
  })
  const held = yield* claim(1_000)
  const good: ChangeSet = {
    writes: [
      written("1", { keys: [["externalId", "k1"]], lists: [["owner", "a"]] }),
      written("2", { keys: [["externalId", "k2"], ["txid", "k2"]], lists: [["owner", "a"]] }),
      written("3", { keys: [["externalId", "k3"]], lists: [["owner", "a"], ["externalId", "k3"]] })
    ],
    entries: [owed("e1", 1n), owed("e2", 2n), owed("e3", 97n)],
    jobs: [asked("new-1"), asked("new-2", { runAt: 1_040 })],
    finished: held.map(({ id, lease }) => ({ id, lease })),
    moves: []
  }
  expect(good.finished).toHaveLength(3)
  return good
})

export const wholeOrNothingTests = (shows: Shows): void => {
  for (const [fault, { answer, spoil }] of Object.entries(faults)) {
    for (const place of places) {
      shows(
        `leaves nothing of a change set with ${fault} at place ${place + 1} of ${places.length}`,
        Effect.gen(function*() {
          const good = yield* prepared
          const before = yield* everything
          expect(yield* refusal(spoil(good, place))).toMatchObject(answer)
          expect(yield* everything).toEqual(before)
          yield* commit(good)
          const after = yield* everything
          expect(after.depth).toEqual([
            { due: 1, leased: 0, dead: 0, oldestDueAt: 1_000 },
            { due: 2, leased: 0, dead: 0, oldestDueAt: 1_000 },
            { due: 3, leased: 0, dead: 0, oldestDueAt: 1_000 }
          ])
          expect(after.balances[0]).toContain("deposit-owed/a BRL 0")
          expect(after.lists[0]?.map((record) => record.id)).toEqual(["3", "2", "1", "old"])
        })
      )
    }
  }

  shows(
    "keeps the others of a crowd in which some are refused",
    Effect.gen(function*() {
      yield* commit({ writes: [written("taken", { keys: [["externalId", "x"]] })] })
      const sets = Array.from({ length: 60 }, (_, index) =>
        commit({
          writes: [
            written(`${index}`, { lists: [["owner", "a"]] }),
            written(`${index}b`, { keys: [["externalId", index % 3 === 0 ? "x" : `${index}`]] })
          ],
          entries: [
            moved({ id: `e${index}`, debit: "treasury", credit: "deposit-owed/a", units: 1n }),
            moved({ id: `f${index}`, debit: index % 3 === 1 ? "losses" : "treasury", credit: "losses", units: 2n })
          ]
        }).pipe(Effect.match({ onFailure: (error) => error._tag, onSuccess: () => "applied" })))
      const answers = yield* Effect.all(sets, { concurrency: "unbounded" })
      expect(answers).toEqual(
        answers.map((_, index) => ["DuplicateKey", "applied", "Overdraft"][index % 3])
      )
      const rest = yield* visible({
        kinds: ["thing"],
        ids: [],
        names: ["owner"],
        values: ["a"],
        sources: [],
        prefixes: [""],
        instants: []
      })
      expect(rest.lists[0]).toHaveLength(20)
      expect(rest.balances[0]).toEqual(["deposit-owed/a BRL -20", "losses BRL 0", "treasury BRL 20"])
    })
  )
}
