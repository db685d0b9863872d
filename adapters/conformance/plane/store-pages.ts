// Part of the store contract: lists and feeds. A list is read newest first and a feed oldest first, both in the order of
// the commits; pages put together are exactly the rows, none twice and none missing, while others go on writing.
import { Effect, Fiber, Option, Ref } from "effect"
import { expect } from "./expect.ts"
import { type Listed, Store } from "../../../core/engine/store/store.ts"
import { commit, refusal, wholeFeed, wholeList, written } from "./change-sets.ts"
import { mismatch } from "../suite.ts"
import type { Shows } from "./plane.ts"

/** How long a reader may take to see everything that was written. */
const patienceMs = 30_000

const all = { kind: "thing", list: "owner", value: "a" }
const ids = (rows: ReadonlyArray<Listed>) => rows.map((row) => row.record.id)

const listed = (id: string) => written(id, { lists: [["owner", "a"]] })

export const pagesTests = (shows: Shows): void => {
  shows(
    "lists newest first and feeds oldest first, in the order of the commits and of the writes of each",
    Effect.gen(function*() {
      yield* commit({ writes: [listed("z")] })
      yield* commit({ writes: [listed("b"), listed("a"), listed("c")] })
      yield* commit({ writes: [written("y", { lists: [["owner", "b"], ["state", "a"]] })] })
      yield* commit({ writes: [written("x", { kind: "other", lists: [["owner", "a"]] })] })
      yield* commit({ writes: [listed("m")] })
      const order = ["z", "b", "a", "c", "m"]
      for (const limit of [1, 2, 5, 100]) {
        expect(ids(yield* wholeFeed(all, limit))).toEqual(order)
        expect(ids(yield* wholeList(all, limit))).toEqual(order.toReversed())
      }
      expect(ids(yield* wholeList({ ...all, value: "b" }, 10))).toEqual(["y"])
      expect(ids(yield* wholeList({ ...all, list: "state" }, 10))).toEqual(["y"])
      expect(ids(yield* wholeFeed({ ...all, kind: "other" }, 10))).toEqual(["x"])
      expect(yield* wholeFeed({ ...all, value: "c" }, 10)).toEqual([])
    })
  )

  shows(
    "gives pages of at most the limit, strictly beyond the place",
    Effect.gen(function*() {
      const store = yield* Store
      yield* commit({ writes: ["1", "2", "3", "4", "5"].map(listed) })
      const rows = yield* store.feed({ ...all, limit: 10 })
      const middle = rows[2]?.seq ?? 0n
      expect(ids(yield* store.feed({ ...all, after: middle, limit: 1 }))).toEqual(["4"])
      expect(ids(yield* store.feed({ ...all, after: middle, limit: 9 }))).toEqual(["4", "5"])
      expect(ids(yield* store.list({ ...all, before: middle, limit: 1 }))).toEqual(["2"])
      expect(ids(yield* store.list({ ...all, before: middle, limit: 9 }))).toEqual(["2", "1"])
      expect(yield* store.feed({ ...all, after: 10n ** 15n, limit: 9 })).toEqual([])
      expect(yield* store.list({ ...all, before: 0n, limit: 9 })).toEqual([])
    })
  )

  shows(
    "answers questions that are asked together as it answers them one by one",
    Effect.gen(function*() {
      const store = yield* Store
      yield* commit({ writes: [written("1", { keys: [["code", "x"]], lists: [["owner", "a"]] }), listed("2")] })
      const page = { ...all, limit: 2 }
      const rows = yield* store.list(page)
      const answers = yield* store.ask([
        { by: "list", page },
        { by: "key", kind: "thing", key: "code", value: "x" },
        { by: "id", kind: "thing", id: "2" },
        { by: "id", kind: "thing", id: "missing" },
        { by: "key", kind: "thing", key: "code", value: "missing" },
        { by: "list", page: { ...page, value: "missing" } },
        { by: "list", page: { ...page, before: rows[0]?.seq ?? 0n } },
        { by: "id", kind: "thing", id: "2" }
      ])
      expect(answers[0]).toEqual(rows)
      expect(answers.map(ids)).toEqual([["2", "1"], ["1"], ["2"], [], [], [], ["1"], ["2"]])
      expect(yield* store.ask([])).toEqual([])
    })
  )

  shows(
    "shows a record as it is now at the place where it was added",
    Effect.gen(function*() {
      yield* commit({ writes: [listed("1"), listed("2")] })
      const before = yield* wholeFeed(all, 10)
      yield* commit({ writes: [written("1", { expected: 1, body: "{\"new\":true}", lists: [["state", "a"]] })] })
      const after = yield* wholeFeed(all, 10)
      expect(after.map((row) => row.seq)).toEqual(before.map((row) => row.seq))
      expect(after[0]?.record).toMatchObject({ id: "1", version: 2, body: "{\"new\":true}" })
      expect(ids(yield* wholeFeed({ ...all, list: "state" }, 10))).toEqual(["1"])
    })
  )

  shows(
    "leaves no trace of a refused commit in a list",
    Effect.gen(function*() {
      yield* commit({ writes: [listed("1")] })
      yield* refusal({ writes: [listed("2"), listed("1")] })
      yield* commit({ writes: [listed("3")] })
      expect(ids(yield* wholeFeed(all, 10))).toEqual(["1", "3"])
    })
  )

  shows(
    "keeps the pages of a list stable while others write",
    Effect.gen(function*() {
      yield* Effect.forEach(
        Array.from({ length: 40 }, (_, index) => `old-${index}`),
        (id) => commit({ writes: [listed(id)] })
      )
      const expected = ids(yield* Store.use((store) => store.list({ ...all, limit: 1_000 })))
      const writing = yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: 60 }, (_, index) => `new-${index}`),
          (id) => commit({ writes: [listed(id)] }),
          { concurrency: 8 }
        )
      )
      const read = ids(yield* wholeList(all, 3))
      yield* Fiber.join(writing)
      const first = read.indexOf(expected[0] ?? "")
      expect(read.slice(first)).toEqual(expected)
      expect(new Set(read).size).toBe(read.length)
      expect(ids(yield* wholeList(all, 7))).toHaveLength(100)
    })
  )

  shows(
    "feeds every row exactly once, in one order, to a reader that follows concurrent writers",
    Effect.gen(function*() {
      const store = yield* Store
      const total = 240
      const writing = yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: total }, (_, index) => index),
          (index) =>
            commit({ writes: [listed(`${index}`), written(`${index}-b`, { lists: [["owner", "b"]] })] }).pipe(
              Effect.delay(index % 16)
            ),
          { concurrency: 16 }
        )
      )
      const seen = yield* Ref.make<ReadonlyArray<Listed>>([])
      const follow = Effect.gen(function*() {
        const after = (yield* Ref.get(seen)).at(-1)?.seq
        const page = yield* store.feed({ ...all, ...(after === undefined ? {} : { after }), limit: 5 })
        yield* Ref.update(seen, (rows) => [...rows, ...page])
        if (page.length === 0) yield* Effect.sleep(1)
        return (yield* Ref.get(seen)).length
      })
      const caughtUp = yield* follow.pipe(
        Effect.repeat({ until: (length) => length >= total }),
        Effect.timeoutOption(patienceMs)
      )
      const rows = yield* Ref.get(seen)
      if (Option.isNone(caughtUp)) {
        throw mismatch(`a reader that follows to see ${total} rows within ${patienceMs} ms`, `it saw ${rows.length}`)
      }
      yield* Fiber.join(writing)
      expect(ids(rows)).toEqual(ids(yield* wholeFeed(all, 1_000)))
      expect(new Set(ids(rows)).size).toBe(total)
      expect(rows.every((row, index) => index === 0 || row.seq > (rows[index - 1]?.seq ?? row.seq))).toBe(true)
    })
  )

  shows(
    "feeds what was committed before another commit began ahead of that one",
    Effect.gen(function*() {
      const spans = new Map<string, { readonly began: number; readonly ended: number }>()
      let tick = 0
      yield* Effect.forEach(Array.from({ length: 120 }, (_, index) => `${index}`), (id) =>
        Effect.gen(function*() {
          const began = ++tick
          yield* commit({ writes: [listed(id)] })
          spans.set(id, { began, ended: ++tick })
        }), { concurrency: 6 })
      const rows = (yield* wholeFeed(all, 50)).flatMap((row) => spans.get(row.record.id) ?? [])
      expect(rows).toHaveLength(120)
      const early = rows.filter((row, place) => rows.slice(0, place).some((before) => before.began > row.ended))
      expect(early).toEqual([])
    })
  )
}
