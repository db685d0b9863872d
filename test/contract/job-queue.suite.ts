// What every job queue must show: a due job is held by one worker at a time and never two of one subject, every attempt
// is counted before it is made, and a worker that lost its lease changes nothing.
import { describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { expect } from "vitest"
import { type ClaimedJob, JobQueue } from "../../core/ports/job-queue.ts"
import { Store } from "../../core/ports/store.ts"
import { asked, claim, commit, refusal, written } from "./change-sets.ts"
import { type Gap, type PlaneLayer, contract } from "./contract.ts"

const ids = (jobs: ReadonlyArray<ClaimedJob>) => jobs.map((job) => job.id)
const one = (now: number) =>
  claim(now, 1).pipe(Effect.flatMap(([job]) => job === undefined ? Effect.die("Nothing was due") : Effect.succeed(job)))
const fence = ({ id, lease }: ClaimedJob) => ({ id, lease })
const finish = (job: ClaimedJob) => commit({ finished: [fence(job)] })
const retry = (job: ClaimedJob, runAt: number) => JobQueue.use((queue) => queue.retry(job, runAt, "later"))
const bury = (job: ClaimedJob) => JobQueue.use((queue) => queue.bury(job, "never"))
const nextDueAt = JobQueue.use((queue) => queue.nextDueAt)
const depth = (now: number) => JobQueue.use((queue) => queue.depth(now))
const idle = { due: 0, leased: 0, dead: 0, oldestDueAt: null }

/** Waits for a wake, does something, and tells whether it ended within the time that a wake may take. */
const wokenBy = <A, E, R>(before: number, act: Effect.Effect<A, E, R>, within: "3 seconds" | "100 millis") =>
  Effect.gen(function*() {
    const waiting = yield* Effect.forkChild(JobQueue.use((queue) => queue.wake(before)))
    yield* Effect.sleep(5)
    yield* act
    const woken = yield* Fiber.join(waiting).pipe(Effect.timeoutOption(within))
    return woken._tag === "Some"
  })

/** Registers the contract of the job queue port for one adapter; `layer` gives an empty one each time it is built. */
export const jobQueueSuite = (name: string, layer: PlaneLayer, gaps: ReadonlyArray<Gap> = []): void => {
  describe(`job queue contract: ${name}`, () => {
    const { done, shows } = contract(layer, gaps)

    shows(
      "hands out due jobs, oldest first, and no more than asked for",
      Effect.gen(function*() {
        yield* commit({ jobs: [asked("c", { runAt: 30 }), asked("b", { runAt: 20 }), asked("a", { runAt: 20 })] })
        yield* commit({ jobs: [asked("d", { runAt: 10, task: "pay", subject: "s" }), asked("e", { runAt: 41 })] })
        expect(yield* claim(9)).toEqual([])
        const [first, ...others] = yield* claim(40, 3, 5)
        expect(first).toEqual({
          id: "d",
          task: "pay",
          subject: "s",
          attempt: 1,
          lease: expect.any(String),
          leasedUntil: 45
        })
        expect(ids(others)).toEqual(["a", "b"])
        expect(ids(yield* claim(40))).toEqual(["c"])
        expect(yield* claim(40)).toEqual([])
        expect(ids(yield* claim(41))).toEqual(["e"])
      })
    )

    shows(
      "takes the same id for one job, as long as it is there",
      Effect.gen(function*() {
        yield* commit({ jobs: [asked("a", { runAt: 10 }), asked("a", { runAt: 5, task: "pay" })] })
        yield* commit({ jobs: [asked("a", { runAt: 1, subject: "other" })] })
        expect(yield* claim(9)).toEqual([])
        const job = yield* one(10)
        expect(job).toMatchObject({ id: "a", task: "deliver", subject: "of-a", attempt: 1 })
        yield* commit({ jobs: [asked("a", { runAt: 0 })] })
        expect(yield* claim(10)).toEqual([])
        yield* finish(job)
        expect(yield* depth(10)).toEqual(idle)
        yield* commit({ jobs: [asked("a", { runAt: 10, task: "pay" })] })
        expect(yield* one(10)).toMatchObject({ id: "a", task: "pay", attempt: 1 })
      })
    )

    shows(
      "lets a commit that ends a job ask for it again",
      Effect.gen(function*() {
        yield* commit({ jobs: [asked("a")] })
        const job = yield* one(1_000)
        yield* commit({ finished: [fence(job)], jobs: [asked("a", { runAt: 2_000 })] })
        expect(yield* claim(1_999)).toEqual([])
        expect(yield* one(2_000)).toMatchObject({ id: "a", attempt: 1 })
      })
    )

    shows(
      "never hands out two jobs of one subject at once",
      Effect.gen(function*() {
        const of = (id: string, runAt: number) => asked(id, { subject: "s", runAt })
        yield* commit({ jobs: [of("b", 2), of("a", 1), of("c", 3), asked("other")] })
        const [first, other] = yield* claim(1_000)
        expect([first?.id, other?.id]).toEqual(["a", "other"])
        expect(yield* claim(1_000)).toEqual([])
        if (first !== undefined) yield* finish(first)
        const second = yield* one(1_000)
        expect(second.id).toBe("b")
        yield* retry(second, 5)
        const third = yield* one(1_000)
        expect(third.id).toBe("c")
        yield* bury(third)
        expect(ids(yield* claim(1_000))).toEqual(["b"])
        expect(yield* claim(1_099)).toEqual([])
      })
    )

    shows(
      "hands out a job again when its lease has ended, and counts the attempt",
      Effect.gen(function*() {
        yield* commit({ jobs: [asked("a")] })
        const first = yield* one(1_000)
        expect(first.leasedUntil).toBe(1_100)
        expect(yield* claim(1_099)).toEqual([])
        const second = yield* one(1_100)
        expect(second).toMatchObject({ id: "a", attempt: 2, leasedUntil: 1_200 })
        expect(second.lease).not.toBe(first.lease)
      })
    )

    shows(
      "refuses the whole commit of a worker that lost its lease",
      Effect.gen(function*() {
        yield* commit({ jobs: [asked("a")] })
        const first = yield* one(1_000)
        const second = yield* one(1_100)
        expect(yield* refusal({ writes: [written("1")], jobs: [asked("b")], finished: [fence(first)] }))
          .toMatchObject({ _tag: "LeaseLost", job: "a" })
        expect(yield* Store.use((store) => store.get("thing", "1"))).toMatchObject({ _tag: "None" })
        yield* retry(first, 0)
        yield* bury(first)
        expect(yield* depth(1_100)).toEqual({ ...idle, leased: 1 })
        yield* commit({ writes: [written("1")], finished: [fence(second)] })
        expect(yield* refusal({ finished: [fence(second)] })).toMatchObject({ _tag: "LeaseLost", job: "a" })
        yield* retry(second, 0)
        yield* bury(second)
        expect(yield* depth(1_100)).toEqual(idle)
      })
    )

    shows(
      "accepts the commit of a worker whose lease ended but was not taken over",
      Effect.gen(function*() {
        yield* commit({ jobs: [asked("a")] })
        const job = yield* one(1_000)
        expect(yield* depth(1_100)).toEqual({ ...idle, due: 1, oldestDueAt: 1_000 })
        yield* finish(job)
        expect(yield* depth(1_100)).toEqual(idle)
      })
    )

    shows(
      "lets nobody end a job that nobody holds",
      Effect.gen(function*() {
        yield* commit({ jobs: [asked("a")] })
        expect(yield* refusal({ finished: [{ id: "a", lease: "" }] })).toMatchObject({ _tag: "LeaseLost", job: "a" })
        expect(yield* refusal({ finished: [{ id: "a", lease: "null" }] })).toMatchObject({ _tag: "LeaseLost" })
        const job = yield* one(1_000)
        expect(yield* refusal({ finished: [fence(job), fence(job)] })).toMatchObject({ _tag: "LeaseLost", job: "a" })
        yield* retry(job, 1_000)
        expect(yield* refusal({ finished: [fence(job)] })).toMatchObject({ _tag: "LeaseLost", job: "a" })
      })
    )

    shows(
      "runs a retried job again at its time",
      Effect.gen(function*() {
        yield* commit({ jobs: [asked("a")] })
        yield* retry(yield* one(1_000), 5_000)
        expect(yield* nextDueAt).toBe(5_000)
        expect(yield* claim(4_999)).toEqual([])
        expect(yield* one(5_000)).toMatchObject({ id: "a", attempt: 2 })
      })
    )

    shows(
      "puts a buried job aside for good",
      Effect.gen(function*() {
        yield* commit({ jobs: [asked("a")] })
        const job = yield* one(1_000)
        yield* bury(job)
        expect(yield* depth(10_000)).toEqual({ ...idle, dead: 1 })
        expect(yield* nextDueAt).toBe(null)
        expect(yield* claim(10_000)).toEqual([])
        yield* commit({ jobs: [asked("a")] })
        expect(yield* claim(10_000)).toEqual([])
        expect(yield* refusal({ finished: [fence(job)] })).toMatchObject({ _tag: "LeaseLost", job: "a" })
        yield* retry(job, 0)
        expect(yield* depth(10_000)).toEqual({ ...idle, dead: 1 })
      })
    )

    shows(
      "says when the next job can be claimed",
      Effect.gen(function*() {
        expect(yield* nextDueAt).toBe(null)
        yield* commit({ jobs: [asked("a", { runAt: 700 }), asked("b", { runAt: 300, subject: "s" })] })
        expect(yield* nextDueAt).toBe(300)
        const job = yield* one(500)
        expect(job.id).toBe("b")
        expect(yield* nextDueAt).toBe(600)
        yield* commit({ jobs: [asked("c", { runAt: 100, subject: "s" })] })
        expect(yield* nextDueAt).toBe(600)
        yield* finish(job)
        expect(yield* nextDueAt).toBe(100)
        yield* finish(yield* one(500))
        expect(yield* nextDueAt).toBe(700)
        yield* finish(yield* one(700))
        expect(yield* nextDueAt).toBe(null)
      })
    )

    shows(
      "says when the next job can be claimed while a lease that ended waits behind another",
      Effect.gen(function*() {
        yield* commit({ jobs: [asked("late", { runAt: 200, subject: "s" })] })
        yield* one(200)
        yield* commit({ jobs: [asked("early", { runAt: 100, subject: "s" })] })
        expect(yield* one(350)).toMatchObject({ id: "early", leasedUntil: 450 })
        expect(yield* claim(350)).toEqual([])
        expect(yield* nextDueAt).toBe(450)
      })
    )

    shows(
      "counts how much waits, is held and is dead",
      Effect.gen(function*() {
        expect(yield* depth(1_000)).toEqual(idle)
        const of = (id: string, runAt: number) => asked(id, { subject: "s", runAt })
        yield* commit({ jobs: [of("a", 100), of("b", 200), asked("c", { runAt: 300 }), asked("d", { runAt: 900 })] })
        expect(yield* depth(99)).toEqual(idle)
        expect(yield* depth(300)).toEqual({ due: 3, leased: 0, dead: 0, oldestDueAt: 100 })
        const [a, c] = yield* claim(300)
        expect([a?.id, c?.id]).toEqual(["a", "c"])
        expect(yield* depth(300)).toEqual({ due: 1, leased: 2, dead: 0, oldestDueAt: 200 })
        if (c !== undefined) yield* bury(c)
        expect(yield* depth(300)).toEqual({ due: 1, leased: 1, dead: 1, oldestDueAt: 200 })
        expect(yield* depth(900)).toEqual({ due: 3, leased: 0, dead: 1, oldestDueAt: 100 })
      })
    )

    shows(
      "gives each of 100 due jobs to one of 20 concurrent claims, and never two of a subject",
      Effect.gen(function*() {
        const due = Array.from({ length: 100 }, (_, index) => asked(`${index}`, { subject: `s${index % 40}` }))
        yield* commit({ jobs: due })
        const claims = yield* Effect.all(Array.from({ length: 20 }, () => claim(1_000, 7)), {
          concurrency: "unbounded"
        })
        const jobs = claims.flat()
        expect(new Set(ids(jobs)).size).toBe(jobs.length)
        expect(new Set(jobs.map((job) => job.subject)).size).toBe(jobs.length)
        expect(jobs).toHaveLength(40)
        expect(new Set(jobs.map((job) => job.lease)).size).toBe(40)
        expect(claims.every((claim) => claim.length <= 7)).toBe(true)
      })
    )

    shows(
      "drains under concurrent workers, each job once, no two of a subject at a time",
      Effect.gen(function*() {
        const running = new Set<string>()
        const ran: Array<string> = []
        const clashes: Array<string> = []
        yield* commit({
          jobs: Array.from({ length: 120 }, (_, index) => asked(`${index}`, { subject: `s${index % 15}` }))
        })
        const work = (job: ClaimedJob) =>
          Effect.gen(function*() {
            if (running.has(job.subject)) clashes.push(job.id)
            running.add(job.subject)
            yield* Effect.sleep(1)
            ran.push(job.id)
            running.delete(job.subject)
            yield* commit({ writes: [written(job.id)], finished: [fence(job)] })
          })
        const worker = claim(1_000, 3).pipe(
          Effect.flatMap((jobs) => Effect.forEach(jobs, work, { concurrency: "unbounded" })),
          Effect.andThen(depth(1_000)),
          Effect.repeat({ until: ({ due, leased }) => due + leased === 0 })
        )
        yield* Effect.all(Array.from({ length: 8 }, () => worker), { concurrency: "unbounded" })
        expect(clashes).toEqual([])
        expect(ran).toHaveLength(120)
        expect(new Set(ran).size).toBe(120)
      })
    )

    shows(
      "wakes a worker when a job that is soon due is committed",
      Effect.gen(function*() {
        yield* claim(0)
        expect(yield* wokenBy(1_000, commit({ jobs: [asked("a", { runAt: 999 })] }), "3 seconds")).toBe(true)
      })
    )

    shows(
      "does not wake a worker for a later job, a job that is there already or a refused commit",
      Effect.gen(function*() {
        yield* commit({ writes: [written("1")], jobs: [asked("old", { runAt: 10 })] })
        yield* claim(0)
        const act = Effect.gen(function*() {
          yield* commit({ jobs: [asked("a", { runAt: 1_000 }), asked("old", { runAt: 5 })] })
          yield* refusal({ writes: [written("1")], jobs: [asked("b", { runAt: 1 })] })
        })
        expect(yield* wokenBy(1_000, act, "100 millis")).toBe(false)
      })
    )

    shows(
      "remembers a job that was committed between the claim and the wait",
      Effect.gen(function*() {
        yield* claim(0)
        yield* commit({ jobs: [asked("a", { runAt: 10 })] })
        expect(yield* wokenBy(1_000, Effect.void, "3 seconds")).toBe(true)
        expect(yield* wokenBy(10, Effect.void, "100 millis")).toBe(false)
        yield* claim(0)
        expect(yield* wokenBy(1_000, Effect.void, "100 millis")).toBe(false)
      })
    )

    shows(
      "wakes every worker that waits, and forgets one that was interrupted",
      Effect.gen(function*() {
        yield* claim(0)
        const wait = JobQueue.use((queue) => queue.wake(1_000))
        const gone = yield* Effect.forkChild(wait)
        yield* Effect.sleep(5)
        yield* Fiber.interrupt(gone)
        const both = Effect.all([wait, wait], { concurrency: "unbounded" })
        const waiting = yield* Effect.forkChild(both)
        yield* Effect.sleep(5)
        yield* commit({ jobs: [asked("a", { runAt: 1 })] })
        yield* Fiber.join(waiting).pipe(Effect.timeout("3 seconds"))
      })
    )

    shows(
      "wakes a worker when a job is given back, or ends and lets another of its subject run",
      Effect.gen(function*() {
        const of = (id: string, runAt: number) => asked(id, { subject: "s", runAt })
        yield* commit({ jobs: [of("a", 1), of("b", 2), of("c", 3), of("d", 4)] })
        const a = yield* one(1_000)
        expect(yield* wokenBy(1_000, Effect.void, "100 millis")).toBe(false)
        expect(yield* wokenBy(1_000, finish(a), "3 seconds")).toBe(true)
        const b = yield* one(1_000)
        expect(yield* wokenBy(1_000, retry(b, 9_000), "3 seconds")).toBe(true)
        const c = yield* one(1_000)
        expect(yield* wokenBy(1_000, bury(c), "3 seconds")).toBe(true)
        const d = yield* one(1_000)
        expect(ids([a, b, c, d])).toEqual(["a", "b", "c", "d"])
        expect(yield* wokenBy(1_000, retry(d, 1_001), "100 millis")).toBe(false)
        yield* retry(yield* one(1_001), 9_000)
        const e = yield* one(9_000)
        expect(yield* wokenBy(1_000, retry(e, 999), "3 seconds")).toBe(true)
      })
    )

    done()
  })
}
