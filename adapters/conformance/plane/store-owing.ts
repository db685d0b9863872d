// Part of the store contract: what is owed about records is kept beside them, changes with the commit that says so, and is
// compared with the queue at one moment.
import { Effect } from "effect"
import { reason } from "../../../core/base/reason/reason.ts"
import { expect, present } from "./expect.ts"
import { JobQueue } from "../../../core/engine/store/job-queue.ts"
import { Store } from "../../../core/engine/store/store.ts"
import { asked, claim, commit, everyOrphan, refusal, written } from "./change-sets.ts"
import type { Shows } from "./plane.ts"

const owes = (...jobs: ReadonlyArray<string>) => ({ jobs, doubtedAt: null })
const all = Store.use((store) => store.owing({ isDoubted: false, limit: 100 }))
const names = Effect.map(all, (rows) => rows.map(({ id, job, status }) => [id, job, status]))

export const owingTests = (shows: Shows): void => {
  shows(
    "says what is owed about a record, with how its job stands",
    Effect.gen(function*() {
      yield* commit({ writes: [written("1", { owes: { jobs: ["a"], doubtedAt: 7 } })], jobs: [asked("a")] })
      yield* commit({ writes: [written("2"), written("3", { owes: owes() })] })
      const owed = { kind: "thing", id: "1", job: "a", status: "waiting", runAt: 1_000, problem: null, doubtedAt: 7 }
      expect(yield* all).toEqual([{ ...owed, attempt: 0 }])
      const job = present((yield* claim(1_000))[0], "a job that is due")
      expect(yield* all).toEqual([{ ...owed, attempt: 1 }])
      yield* JobQueue.use((queue) => queue.retry(job, 2_000, reason("noAnswer", "away")))
      expect(yield* all).toEqual([{ ...owed, attempt: 1, runAt: 2_000, problem: reason("noAnswer", "away") }])
    })
  )

  shows(
    "leaves what is owed as it is until a write says otherwise",
    Effect.gen(function*() {
      yield* commit({ writes: [written("1", { owes: owes("a") }), written("2", { owes: owes("b", "c") })] })
      yield* commit({ writes: [written("1", { expected: 1 })] })
      expect(yield* names).toEqual([["1", "a", "missing"], ["2", "b", "missing"], ["2", "c", "missing"]])
      yield* commit({
        writes: [written("1", { expected: 2, owes: owes("d") }), written("2", { expected: 1, owes: owes() })]
      })
      expect(yield* names).toEqual([["1", "d", "missing"]])
      yield* commit({ writes: [written("1", { expected: 3, owes: owes() })] })
      expect(yield* names).toEqual([])
    })
  )

  shows(
    "changes nothing of what is owed by a commit that is refused, among others that are not",
    Effect.gen(function*() {
      yield* commit({ writes: [written("1", { owes: owes("a") })] })
      yield* Effect.all([
        refusal({ writes: [written("1", { owes: owes("x") })] }),
        commit({ writes: [written("2", { owes: owes("b") })], jobs: [asked("b", { attempt: 1 })] }),
        refusal({ writes: [written("3", { expected: 4, owes: owes("y") })] })
      ], { concurrency: "unbounded" })
      expect(yield* names).toEqual([["1", "a", "missing"], ["2", "b", "waiting"]])
      const [job] = yield* claim(1_000)
      expect(job).toMatchObject({ id: "b", attempt: 2 })
    })
  )

  shows(
    "finds what lacks a living job, however few records it looks at",
    Effect.gen(function*() {
      yield* commit({
        writes: ["1", "2", "3", "4", "5"].map((id) => written(id, { owes: owes(`job-${id}`) })),
        jobs: [asked("job-1"), asked("job-2"), asked("job-5", { runAt: 9_000 })]
      })
      yield* commit({ writes: [written("6"), written("7", { kind: "other", owes: owes("job-1", "job-7") })] })
      const first = present((yield* claim(1_000, 1))[0], "a job that is due")
      yield* JobQueue.use((queue) => queue.bury(first, reason("stepFailed")))
      for (const scan of [1, 2, 3, 100]) {
        const found = (yield* everyOrphan(scan)).map(({ job, kind, status }) => [kind, job, status])
        expect(found).toEqual([
          ["other", "job-1", "dead"],
          ["other", "job-7", "missing"],
          ["thing", "job-1", "dead"],
          ["thing", "job-3", "missing"],
          ["thing", "job-4", "missing"]
        ])
      }
    })
  )

  shows(
    "counts what is owed and what is in doubt, and pages by place",
    Effect.gen(function*() {
      expect(yield* Store.use((store) => store.owingCounts)).toEqual([])
      yield* commit({
        writes: [
          written("1", { owes: owes("a") }),
          written("2", { owes: { jobs: ["b"], doubtedAt: 20 } }),
          written("3", { owes: { jobs: ["c"], doubtedAt: 10 } }),
          written("1", { kind: "other", owes: owes("d") })
        ]
      })
      expect(yield* Store.use((store) => store.owingCounts)).toEqual([
        { kind: "other", records: 1, doubted: 0, doubtedAt: null },
        { kind: "thing", records: 3, doubted: 2, doubtedAt: 10 }
      ])
      const page = (isDoubted: boolean, after: string) =>
        Store.use((store) => store.owing({ isDoubted, limit: 1, after: { kind: "thing", id: after } })).pipe(
          Effect.map((rows) => rows.map(({ job }) => job))
        )
      expect(yield* page(false, "1")).toEqual(["b"])
      expect(yield* page(true, "2")).toEqual(["c"])
      expect(yield* page(true, "3")).toEqual([])
    })
  )
}
