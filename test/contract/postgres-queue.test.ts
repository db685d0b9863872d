// The queue of many workers on one PostgreSQL: clocks that are minutes apart, a subject that a hundred thousand jobs wait
// for, races of a commit with the claim that parks behind it, and what idle workers ask.
import { expect, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import { Client } from "pg"
import { vi } from "vitest"
import { layer } from "../../adapters/postgres/store.ts"
import { type ClaimedJob, JobQueue } from "../../core/engine/store/job-queue.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import type { TaskServices } from "../../hosts/worker/tasks.ts"
import { workOn } from "../../hosts/worker/worker.ts"
import { depth } from "../support/depth.ts"
import { describePostgres, freshDatabase } from "../support/postgres.ts"
import { Proxy } from "../support/proxy.ts"
import { asked, commit } from "../../adapters/conformance/plane/change-sets.ts"

type Process = Context.Context<Store | JobQueue>

const database = Effect.promise(freshDatabase)
/** One more process on the database, for the test's scope. */
const opened = (url: string) => Layer.build(Layer.fresh(layer({ url })))
const numbers = (length: number) => Array.from({ length }, (_, n) => n)
const together = { concurrency: "unbounded" } as const

const session = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client(url)
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

const inside = <A, E>(process: Process, effect: Effect.Effect<A, E, Store | JobQueue>) =>
  Effect.provide(effect, process)

/** Does something as a process whose clock is so far ahead. */
const ahead = <A, E, R>(ms: number, act: (now: number) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const real = Date.now
      return vi.spyOn(Date, "now").mockImplementation(() => real.call(Date) + ms)
    }),
    () => Effect.suspend(() => act(Date.now())),
    (spy) => Effect.sync(() => spy.mockRestore())
  )

const fiveMinutes = 300_000
const leaseMs = 6_000

await describePostgres("the queue of many workers on PostgreSQL", () => {
  it.live("holds a job once, whoever's clock is five minutes ahead or behind §queue-clock-skew", () =>
    Effect.gen(function*() {
      const url = yield* database
      const here = yield* opened(url)
      const there = yield* opened(url)
      const queue = Context.get(there, JobQueue)
      for (
        const [holder, other] of [[0, fiveMinutes], [0, -fiveMinutes], [-fiveMinutes, 0], [-fiveMinutes, fiveMinutes]]
      ) {
        if (holder === undefined || other === undefined) continue
        const real = Date.now()
        yield* inside(here, commit({ jobs: [asked(`${holder} ${other}`, { runAt: real - 1 })] }))
        const [job] = yield* ahead(
          holder,
          (now) => inside(here, JobQueue.use((queue) => queue.claim({ now, leaseMs, limit: 1 })))
        )
        if (job === undefined) return yield* Effect.die("nothing was due")
        // Of its own clock's time, as it will look at it.
        expect(Math.abs(job.leasedUntil - (real + holder + leaseMs))).toBeLessThan(2_000)
        expect(yield* ahead(other, (now) => queue.claim({ now, leaseMs, limit: 1 }))).toEqual([])
        const renewed = yield* ahead(
          holder,
          (now) => inside(here, JobQueue.use((queue) => queue.renew([job], now, leaseMs)))
        )
        expect(renewed).toHaveLength(1)
        expect(yield* ahead(other, (now) => queue.claim({ now, leaseMs, limit: 1 }))).toEqual([])
        const due = yield* ahead(other, () => queue.nextDueAt)
        expect(Math.abs((due ?? 0) - (real + other + leaseMs))).toBeLessThan(2_000)
        yield* inside(here, commit({ finished: [{ id: job.id, lease: job.lease }] }))
      }
    }))

  it.live(
    "claims past a subject that thousands wait for without reading them §queue-backlog",
    () =>
      Effect.gen(function*() {
        const url = yield* database
        const other = yield* session(url)
        // A session reports its counts when it ends, at the latest.
        const sessions = Effect.promise(async () => {
          const { rows: [row] } = await other.query<{ n: string }>(
            "select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
          )
          return Number(row?.n)
        })
        const inProcess = <A, E>(effect: Effect.Effect<A, E, Store | JobQueue>) =>
          Effect.scoped(Effect.flatMap(opened(url), (process) => inside(process, effect))).pipe(
            Effect.tap(() => Effect.repeat(Effect.delay(sessions, 10), { until: (count) => count === 0 }))
          )
        const read = Effect.promise(async () => {
          const { rows: [row] } = await other.query<{ n: string }>(
            "select idx_tup_fetch + seq_tup_read as n from pg_stat_user_tables where relname = 'jobs' and schemaname = 'pontepay'"
          )
          return Number(row?.n)
        })
        const claim = (limit: number) =>
          JobQueue.use((queue) => queue.claim({ now: 1_000_000, leaseMs: 1_000_000, limit }))
        const end = (job: ClaimedJob) => commit({ finished: [{ id: job.id, lease: job.lease }] })
        yield* inProcess(Effect.void)
        const many = 30_000
        yield* Effect.promise(() =>
          other.query(
            `insert into pontepay.jobs (id, task, subject, run_at) select 's' || n, 'deliver', 'slow', n from generate_series(1, ${many}) n`
          )
        )
        const first = yield* inProcess(Effect.gen(function*() {
          const [first] = yield* claim(64)
          expect(first).toMatchObject({ id: "s1" })
          // A few claims look at all that wait, once.
          for (let n = 0; n < 12; n++) yield* claim(64)
          return first
        }))
        const before = yield* read
        yield* inProcess(Effect.gen(function*() {
          let current = first
          for (let n = 2; n < 22; n++) {
            yield* commit({ jobs: [asked(`free ${n}`, { runAt: 999_999 })] })
            if (current !== undefined) yield* end(current)
            const jobs = yield* claim(64)
            expect(jobs.map(({ id }) => id)).toEqual([`s${n}`, `free ${n}`])
            current = jobs[0]
            yield* JobQueue.use((queue) => queue.nextDueAt)
            yield* Effect.forEach(jobs.slice(1), end)
          }
        }))
        const rows = (yield* read) - before
        expect(rows).toBeGreaterThan(0)
        expect(rows).toBeLessThan(20 * 200)
      }),
    60_000
  )

  it.live(
    "lets nothing wait for ever, whatever claims, commits and take-overs meet §queue-backlog",
    () =>
      Effect.gen(function*() {
        const url = yield* database
        const processes = yield* Effect.forEach(numbers(4), () => opened(url))
        const first = processes[0]
        if (first === undefined) return
        const jobs = numbers(240).map((n) => asked(`${n}`, { subject: `s${n % 4}`, runAt: n }))
        const running = new Set<string>()
        const clashes: Array<string> = []
        let ended = 0
        yield* Effect.forEach(
          numbers(12),
          (batch) =>
            inside(first, commit({ jobs: jobs.slice(batch * 20, batch * 20 + 20) })).pipe(Effect.delay(batch * 20)),
          together
        )
          .pipe(Effect.forkChild)
        const work = (process: Process) =>
          inside(
            process,
            Effect.gen(function*() {
              const queue = yield* JobQueue
              const store = yield* Store
              while (ended < jobs.length) {
                for (const job of yield* queue.claim({ now: 10_000, leaseMs: 600_000, limit: 3 })) {
                  if (running.has(job.subject)) clashes.push(job.id)
                  running.add(job.subject)
                  yield* Effect.sleep(Math.random() * 4)
                  running.delete(job.subject)
                  if (job.attempt === 1 && Number(job.id) % 7 === 0) {
                    yield* queue.retry(job, 20_000 - 15_000, { code: "noAnswer" })
                  } else {
                    yield* store.commit(changeSet({ finished: [{ id: job.id, lease: job.lease }] }))
                    ended++
                  }
                }
                yield* Effect.sleep(1)
              }
            })
          )
        yield* Effect.forEach(processes, work, together).pipe(Effect.timeout("40 seconds"))
        expect(clashes).toEqual([])
        expect(yield* inside(first, JobQueue.use((queue) => queue.depth(10_000)))).toEqual({
          due: 0,
          leased: 0,
          dead: 0,
          oldestDueAt: null
        })
      }),
    60_000
  )

  it.live(
    "asks a dozen times a minute of each idle worker, however many there are §queue-idle",
    () =>
      Effect.gen(function*() {
        const { proxy, url } = yield* Effect.acquireRelease(
          Effect.promise(async () => Proxy.before(await freshDatabase())),
          ({ proxy }) => Effect.promise(() => proxy.close())
        )
        const processes = yield* Effect.forEach(numbers(4), () => opened(url))
        const workers = yield* Effect.forEach(processes, (process) =>
          Effect.forkChild(
            Effect.provide(workOn({}, Effect.void), process as Context.Context<JobQueue | TaskServices>)
          ))
        // From when each has looked at the queue for the first time.
        yield* Effect.sleep(500)
        const before = proxy.statementsAnswered
        yield* Effect.sleep(depth.idleSeconds * 1_000)
        const asks = proxy.statementsAnswered - before
        console.log(`four idle workers: ${asks} transactions in ${depth.idleSeconds} seconds`)
        // Two or three of each, and the looks of the connection at its server.
        expect(asks).toBeLessThan(48 / 11 * depth.idleSeconds)
        yield* Effect.forEach(workers, Fiber.interrupt)
      }),
    60_000
  )
})
