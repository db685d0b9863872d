// What every store must show: a commit is applied whole or not at all, refusals are typed and leave nothing, reads see
// what was committed. Ids, names, owners and values are well-formed Unicode of at most 1 KiB without U+0000; a body is
// any JSON text, given back byte for byte.
import { Effect, Exit, Layer, Option } from "effect"
import { expect } from "./expect.ts"
import { Store } from "../../../core/engine/store/store.ts"
import { asked, claim, commit, moved, refusal, visible, written } from "./change-sets.ts"
import type { Suite } from "../suite.ts"
import { type PlaneLayer, type PlaneSubject, type Shows, needed, planeChecks } from "./plane.ts"
import { booksTests } from "./store-books.ts"
import { modelTests } from "./store-model.ts"
import { journalTests } from "./store-journal.ts"
import { pagesTests } from "./store-pages.ts"
import { owingTests } from "./store-owing.ts"
import { spansTests } from "./store-spans.ts"
import { wholeOrNothingTests } from "./store-whole.ts"

const get = (kind: string, id: string) => Store.use((store) => store.get(kind, id))
const find = (kind: string, key: string, value: string) => Store.use((store) => store.find(kind, key, value))

/** How many effects of a crowd of concurrent ones succeeded, and the refusals of the others. */
const crowd = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects.map(Effect.exit), { concurrency: "unbounded" }).pipe(
    Effect.flatMap((exits) =>
      Effect.all({
        won: Effect.succeed(exits.filter(Exit.isSuccess).length),
        refusals: Effect.forEach(exits.filter(Exit.isFailure), (exit) => Effect.flip(exit))
      })
    )
  )

const fifty = Array.from({ length: 50 }, (_, index) => index)

const oddTexts = [
  "",
  " ",
  "trailing ",
  "'",
  "\"; drop table record; --",
  "\\",
  "%",
  "_",
  "null",
  "a/b",
  "a\tb\r\nc",
  "\u0001\u001f\u007f\u0085\u2028",
  "é",
  "e\u0301",
  "É",
  "ação",
  "付款",
  "😀👩‍👩‍👧",
  "\u202Egnp.exe",
  "\uFEFF",
  "\uFFFD",
  "x".repeat(1_000)
]

const recordTests = (shows: Shows): void => {
  shows(
    "reads back what was committed, and nothing else",
    Effect.gen(function*() {
      const body = "{ \"b\": 1, \"a\": 1.0, \"n\": 123456789012345678901234567890 }"
      yield* commit({ writes: [written("1", { owner: "acc_9", body, keys: [["externalId", "x"]] })] })
      const record = Option.some({ kind: "thing", id: "1", owner: "acc_9", version: 1, body })
      expect(yield* get("thing", "1")).toEqual(record)
      expect(yield* find("thing", "externalId", "x")).toEqual(record)
      expect(yield* get("other", "1")).toEqual(Option.none())
      expect(yield* get("thing", "2")).toEqual(Option.none())
      expect(yield* find("thing", "externalId", "y")).toEqual(Option.none())
      expect(yield* find("thing", "reference", "x")).toEqual(Option.none())
      expect(yield* find("other", "externalId", "x")).toEqual(Option.none())
    })
  )

  shows(
    "replaces exactly the version that was read, and adds keys",
    Effect.gen(function*() {
      yield* commit({ writes: [written("1", { keys: [["externalId", "x"]] })] })
      yield* commit({
        writes: [
          written("1", { expected: 1, owner: "acc_2", body: "{}", keys: [["txid", "t"], ["externalId", "x"]] })
        ]
      })
      const record = Option.some({ kind: "thing", id: "1", owner: "acc_2", version: 2, body: "{}" })
      expect(yield* get("thing", "1")).toEqual(record)
      expect(yield* find("thing", "externalId", "x")).toEqual(record)
      expect(yield* find("thing", "txid", "t")).toEqual(record)
      yield* commit({ writes: [written("1", { expected: 2 })] })
      expect(Option.map(yield* get("thing", "1"), (record) => record.version)).toEqual(Option.some(3))
    })
  )

  shows(
    "refuses a version that is old, ahead or of nothing",
    Effect.gen(function*() {
      yield* commit({ writes: [written("1")] })
      yield* commit({ writes: [written("1", { expected: 1 })] })
      const conflict = { _tag: "VersionConflict", kind: "thing", id: "1" }
      expect(yield* refusal({ writes: [written("1", { expected: 1 })] })).toMatchObject(conflict)
      expect(yield* refusal({ writes: [written("1", { expected: 3 })] })).toMatchObject(conflict)
      expect(yield* refusal({ writes: [written("2", { expected: 1 })] })).toMatchObject({ ...conflict, id: "2" })
      expect(Option.map(yield* get("thing", "1"), (record) => record.version)).toEqual(Option.some(2))
    })
  )

  shows(
    "refuses an id that is taken, in the store or in the same change set",
    Effect.gen(function*() {
      yield* commit({ writes: [written("1")] })
      const taken = { _tag: "DuplicateKey", kind: "thing", name: "id", value: "1" }
      expect(yield* refusal({ writes: [written("1", { body: "{}" })] })).toMatchObject(taken)
      expect(yield* refusal({ writes: [written("2"), written("2", { body: "{}" })] }))
        .toMatchObject({ ...taken, value: "2" })
      expect(yield* refusal({ writes: [written("1", { expected: 1 }), written("1", { expected: 1 })] }))
        .toMatchObject({ _tag: "VersionConflict", id: "1" })
      yield* commit({ writes: [written("1", { kind: "other" })] })
    })
  )

  shows(
    "refuses a key that another record holds, in the store or in the same change set",
    Effect.gen(function*() {
      yield* commit({ writes: [written("1", { keys: [["externalId", "x"]] }), written("2")] })
      const taken = { _tag: "DuplicateKey", kind: "thing", name: "externalId", value: "x" }
      expect(yield* refusal({ writes: [written("3", { keys: [["externalId", "x"]] })] })).toMatchObject(taken)
      expect(yield* refusal({ writes: [written("2", { expected: 1, keys: [["externalId", "x"]] })] }))
        .toMatchObject(taken)
      expect(
        yield* refusal({
          writes: [written("3", { keys: [["externalId", "y"]] }), written("4", { keys: [["externalId", "y"]] })]
        })
      ).toMatchObject({ ...taken, value: "y" })
      yield* commit({
        writes: [
          written("3", { keys: [["reference", "x"]] }),
          written("3", { kind: "other", keys: [["externalId", "x"]] })
        ]
      })
      expect(Option.map(yield* find("thing", "externalId", "x"), (record) => record.id)).toEqual(Option.some("1"))
    })
  )

  shows(
    "lets exactly one of 50 concurrent twins take an id",
    Effect.gen(function*() {
      const { refusals, won } = yield* crowd(fifty.map((n) => commit({ writes: [written("1", { body: `${n}` })] })))
      expect(won).toBe(1)
      expect(refusals).toHaveLength(49)
      for (const each of refusals) expect(each).toMatchObject({ _tag: "DuplicateKey", name: "id", value: "1" })
    })
  )

  shows(
    "lets exactly one of 50 concurrent twins take a key, and keeps nothing of the others",
    Effect.gen(function*() {
      const { refusals, won } = yield* crowd(fifty.map((n) =>
        commit({
          writes: [written(`${n}`, { keys: [["externalId", "x"]], lists: [["owner", "a"]] })],
          jobs: [asked(`${n}`)]
        })
      ))
      expect(won).toBe(1)
      expect(refusals).toHaveLength(49)
      const taken = { _tag: "DuplicateKey", kind: "thing", name: "externalId", value: "x" }
      for (const each of refusals) expect(each).toMatchObject(taken)
      const store = yield* Store
      const rows = yield* store.list({ kind: "thing", list: "owner", value: "a", limit: 100 })
      expect(rows).toHaveLength(1)
      expect(Option.some(rows[0]?.record)).toEqual(yield* find("thing", "externalId", "x"))
      expect(yield* claim(1_000)).toHaveLength(1)
    })
  )

  shows(
    "lets exactly one of 50 concurrent writers replace a version",
    Effect.gen(function*() {
      yield* commit({ writes: [written("1")] })
      const { refusals, won } = yield* crowd(
        fifty.map((n) => commit({ writes: [written("1", { expected: 1, body: `${n}` })] }))
      )
      expect(won).toBe(1)
      expect(refusals).toHaveLength(49)
      for (const each of refusals) expect(each).toMatchObject({ _tag: "VersionConflict", kind: "thing", id: "1" })
      expect(Option.map(yield* get("thing", "1"), (record) => record.version)).toEqual(Option.some(2))
    })
  )

  shows(
    "applies every one of 200 concurrent commits that do not meet",
    Effect.gen(function*() {
      const ids = Array.from({ length: 200 }, (_, index) => `${index}`)
      const { won } = yield* crowd(
        ids.map((id) => commit({ writes: [written(id, { keys: [["externalId", id]] })], jobs: [asked(id)] }))
      )
      expect(won).toBe(200)
      const found = yield* Effect.forEach(ids, (id) => find("thing", "externalId", id))
      expect(found.map(Option.map((record) => record.id))).toEqual(ids.map(Option.some))
    })
  )

  shows(
    "keeps odd text apart and unchanged, wherever it stands",
    Effect.gen(function*() {
      for (const text of oddTexts) {
        yield* commit({
          writes: [written(`id ${text}`, {
            owner: text,
            body: JSON.stringify({ text, nul: "\u0000", half: "\ud800" }),
            keys: [["externalId", text]],
            lists: [["owner", text]]
          })],
          entries: [
            moved({
              id: `entry ${text}`,
              source: text,
              owner: text,
              debit: "treasury",
              credit: "conversion",
              units: 1n
            })
          ],
          jobs: [asked(text)]
        })
      }
      for (const text of oddTexts) {
        const record = yield* find("thing", "externalId", text)
        expect(record).toEqual(yield* get("thing", `id ${text}`))
        expect(Option.map(record, ({ body, id, owner }) => ({ id, owner, read: JSON.parse(body) as unknown }))).toEqual(
          Option.some({ id: `id ${text}`, owner: text, read: { text, nul: "\u0000", half: "\ud800" } })
        )
        const store = yield* Store
        const rows = yield* store.list({ kind: "thing", list: "owner", value: text, limit: 10 })
        expect(rows.map((row) => row.record.id)).toEqual([`id ${text}`])
        expect((yield* store.postings(text)).map((line) => line.entry)).toEqual([`entry ${text}`, `entry ${text}`])
      }
      expect((yield* claim(1_000)).map((job) => job.id).sort()).toEqual([...oddTexts].sort())
    })
  )

  shows(
    "keeps a body of a megabyte",
    Effect.gen(function*() {
      const body = JSON.stringify({ text: "ção".repeat(300_000) })
      yield* commit({ writes: [written("1", { body })] })
      expect(Option.map(yield* get("thing", "1"), (record) => record.body === body)).toEqual(Option.some(true))
    })
  )

  shows(
    "accepts a change set of nothing, and answers a ping",
    Effect.gen(function*() {
      yield* commit({})
      yield* Store.use((store) => store.ping)
    })
  )

  shows(
    "keeps everything over a restart",
    ({ reopening }) =>
      Effect.gen(function*() {
        const reopened = yield* yield* needed(reopening, "the subject cannot be opened again")
        const session = <A, E>(program: Effect.Effect<A, E, Layer.Success<PlaneLayer>>) =>
          program.pipe(Effect.provide(Layer.fresh(reopened), { local: true }))
        const read = visible({
          kinds: ["thing"],
          ids: ["1", "2", "3"],
          names: ["externalId", "owner"],
          values: ["x", "a"],
          sources: ["src_1"],
          prefixes: [""],
          instants: [1_000, 2_000]
        })
        const first = yield* session(Effect.gen(function*() {
          yield* commit({
            writes: [written("1", { keys: [["externalId", "x"]], lists: [["owner", "a"]] }), written("2")],
            entries: [moved({ id: "e1", debit: "pix-settlement", credit: "deposit-owed/a", units: 10n ** 20n })],
            jobs: [asked("1"), asked("2", { runAt: 1_500 }), asked("3", { runAt: 1_600 })]
          })
          const [held] = yield* claim(1_000)
          expect(held).toMatchObject({ id: "1", attempt: 1 })
          return { seen: yield* read, held }
        }))
        const lease = { id: "1", lease: first.held?.lease ?? "" }
        yield* session(Effect.gen(function*() {
          expect(yield* read).toEqual(first.seen)
          expect(yield* refusal({ writes: [written("1")] })).toMatchObject({ _tag: "DuplicateKey" })
          expect(yield* refusal({ entries: [moved({ id: "e1", debit: "treasury", credit: "conversion", units: 1n })] }))
            .toMatchObject({ _tag: "DuplicateKey" })
          yield* commit({ writes: [written("3", { lists: [["owner", "a"]] })], finished: [lease] })
        }))
        yield* session(Effect.gen(function*() {
          const store = yield* Store
          const rows = yield* store.list({ kind: "thing", list: "owner", value: "a", limit: 10 })
          expect(rows.map((row) => row.record.id)).toEqual(["3", "1"])
          expect((yield* claim(2_000)).map((job) => [job.id, job.attempt])).toEqual([["2", 1], ["3", 1]])
        }))
      })
  )
}

const port = "Store"

/** The promises of `Store`. */
export const storeSuite: Suite<PlaneSubject> = {
  port,
  checks: [
    ...planeChecks(
      port,
      "what was answered as committed is there, once, for all that read; use cases decide on what they read and are reported by typed refusals what met them",
      recordTests
    ),
    ...planeChecks(
      port,
      "a commit is applied whole or not at all: half of one is money without its record, or a record whose job never runs",
      wholeOrNothingTests
    ),
    ...planeChecks(
      port,
      "the books are exact and never overdrawn: a balance is what the postings say, at any size, whoever posts at the same time",
      booksTests
    ),
    ...planeChecks(
      port,
      "the journal is sealed in the order in which it is read: an entry that comes in below another one was never sealed, and looks like fraud",
      journalTests
    ),
    ...planeChecks(
      port,
      "lists and feeds lose nothing: whoever follows them by place would never see a row that was passed over",
      pagesTests
    ),
    ...planeChecks(
      port,
      "statements are read by stretches: pages and counts of one stretch have to agree",
      spansTests
    ),
    ...planeChecks(
      port,
      "what is owed about a record is how an order without a job is found: one that is missed waits for ever",
      owingTests
    ),
    ...planeChecks(
      port,
      "whatever is asked of a store, it answers as the rules of a commit say: a refusal that is missing lets two callers have one thing",
      modelTests
    )
  ]
}
