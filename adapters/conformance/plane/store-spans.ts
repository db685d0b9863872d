// Part of the store contract: stretches of lists, by the texts that records are under. They come in the order of bytes, the
// last first; counts and pages of one stretch agree; several are answered together.
import { Effect } from "effect"
import { expect } from "./expect.ts"
import { type RawRecord, Store } from "../../../core/engine/store/store.ts"
import { commit, written } from "./change-sets.ts"
import type { Shows } from "./plane.ts"

const all = { kind: "thing", list: "place", from: "a/", below: "a0" }
const ids = (rows: ReadonlyArray<RawRecord>) => rows.map(({ id }) => id)
const under = (id: string, ...values: ReadonlyArray<string>) =>
  written(id, { lists: values.map((value) => ["place", value] as const) })

const end = (limit: number, parts: Partial<typeof all> = {}) =>
  Store.use((store) => store.spans([{ ...all, ...parts, limit }])).pipe(Effect.map(([rows]) => ids(rows ?? [])))
const size = (parts: Partial<typeof all> = {}) =>
  Store.use((store) => store.counts([{ ...all, ...parts }])).pipe(Effect.map(([count]) => count))

export const spansTests = (shows: Shows): void => {
  shows(
    "gives a stretch from its last text on, in the order of bytes, whatever the order of the commits",
    Effect.gen(function*() {
      yield* commit({ writes: [under("3", "a/3"), under("1", "a/1")] })
      yield* commit({ writes: [under("2", "a/2"), under("B", "a/B"), under("b", "a/b"), under("10", "a/10")] })
      const order = ["b", "B", "3", "2", "10", "1"]
      expect(yield* end(100)).toEqual(order)
      expect(yield* end(2)).toEqual(["b", "B"])
      expect(yield* end(0)).toEqual([])
      expect(yield* size()).toBe(order.length)
    })
  )

  shows(
    "takes the first text of a stretch and leaves out the one that it ends before",
    Effect.gen(function*() {
      yield* commit({ writes: ["1", "2", "3", "4"].map((id) => under(id, `a/${id}`)) })
      expect(yield* end(9, { from: "a/2", below: "a/4" })).toEqual(["3", "2"])
      expect(yield* size({ from: "a/2", below: "a/4" })).toBe(2)
      expect(yield* end(9, { from: "a/2", below: "a/2" })).toEqual([])
      expect(yield* end(9, { from: "a/2", below: "a/2 " })).toEqual(["2"])
      expect(yield* end(9, { from: "a/3", below: "a/2" })).toEqual([])
      expect(yield* size({ from: "a/3", below: "a/2" })).toBe(0)
    })
  )

  shows(
    "keeps to the kind and the name of its lists, and shows records as they are now",
    Effect.gen(function*() {
      yield* commit({ writes: [under("1", "a/1"), under("2", "b/2"), written("3", { lists: [["other", "a/3"]] })] })
      yield* commit({ writes: [written("4", { kind: "other", lists: [["place", "a/4"]] })] })
      yield* commit({ writes: [written("1", { expected: 1, body: "{\"new\":true}" })] })
      const store = yield* Store
      const [rows] = yield* store.spans([{ ...all, limit: 9 }])
      expect(rows).toMatchObject([{ id: "1", version: 2, body: "{\"new\":true}" }])
      expect(yield* size()).toBe(1)
      expect(yield* end(9, { kind: "other" })).toEqual(["4"])
      expect(yield* end(9, { list: "other" })).toEqual(["3"])
      expect(yield* end(9, { list: "missing" })).toEqual([])
    })
  )

  shows(
    "gives records under one text newest first, and one that is under several as often",
    Effect.gen(function*() {
      yield* commit({ writes: [under("1", "a/x"), under("2", "a/x", "a/w")] })
      yield* commit({ writes: [under("3", "a/x")] })
      expect(yield* end(9)).toEqual(["3", "2", "1", "2"])
      expect(yield* end(2)).toEqual(["3", "2"])
      expect(yield* size()).toBe(4)
    })
  )

  shows(
    "answers several stretches in their order",
    Effect.gen(function*() {
      yield* commit({ writes: ["1", "2", "3"].map((id) => under(id, `a/${id}`)) })
      const store = yield* Store
      const pages = yield* store.spans([
        { ...all, below: "a/2", limit: 5 },
        { ...all, list: "missing", limit: 5 },
        { ...all, limit: 2 },
        { ...all, limit: 2 }
      ])
      expect(pages.map(ids)).toEqual([["1"], [], ["3", "2"], ["3", "2"]])
      expect(yield* store.counts([{ ...all, below: "a/2" }, { ...all, list: "missing" }, all])).toEqual([1, 0, 3])
      expect(yield* store.spans([])).toEqual([])
      expect(yield* store.counts([])).toEqual([])
    })
  )

  shows(
    "puts the pages of a stretch together to the whole while others write into it",
    Effect.gen(function*() {
      const place = (index: number) => `a/${String(index).padStart(4, "0")}`
      const old = Array.from({ length: 60 }, (_, index) => index * 3)
      yield* Effect.forEach(old, (index) => commit({ writes: [under(`old-${index}`, place(index))] }))
      const writes = Effect.forEach(
        Array.from({ length: 60 }, (_, index) => index * 3 + 1),
        (index) => commit({ writes: [under(`new-${index}`, place(index))] }),
        { concurrency: 4, discard: true }
      )
      const read = Effect.gen(function*() {
        const seen: Array<string> = []
        for (let below = all.below;;) {
          const page = yield* end(7, { below })
          if (page.length === 0) return seen
          seen.push(...page)
          below = place(Number(page.at(-1)?.split("-")[1]))
        }
      })
      const [seen] = yield* Effect.all([read, writes], { concurrency: "unbounded" })
      expect(seen.filter((id) => id.startsWith("old-"))).toEqual(old.toReversed().map((index) => `old-${index}`))
      expect(new Set(seen).size).toBe(seen.length)
      expect(yield* size()).toBe(120)
    })
  )
}
