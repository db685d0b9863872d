// The worker on a plane in memory, under a clock that is turned by hand: whose work is taken over and when, what a step that
// lost its job can still do, who waits for whom, and how often an idle worker asks.
import { describe, expect, it } from "@effect/vitest"
import { Clock, Context, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as memory from "../../../../adapters/memory/store.ts"
import {
  type ClaimedJob,
  JobQueue,
  type JobVerdict,
  again,
  finish,
  finished
} from "../../../../core/engine/store/job-queue.ts"
import { type NewJob, Store, StoreUnavailable, changeSet } from "../../../../core/engine/store/store.ts"
import { leaseMs, workOn } from "../../../../hosts/worker/worker.ts"
import type { TaskServices, Tasks } from "../../../../hosts/worker/tasks.ts"
import { asked, commit, written } from "../../../../adapters/conformance/plane/change-sets.ts"

type Services = Context.Context<Store | JobQueue>

const plane = Layer.build(Layer.fresh(memory.layer))
const end = (job: ClaimedJob, writes: ReadonlyArray<string> = []) =>
  Store.use((store) => store.commit(changeSet({ writes: writes.map((id) => written(id)), finished: finish(job) })))
    .pipe(Effect.as(finished))

type Step = (job: ClaimedJob) => Effect.Effect<JobVerdict, unknown, Store>

/** A worker process on the plane; the steps need nothing but the store. It goes with the clock of its test. */
const process = (services: Services, known: Readonly<Record<string, Step>>) =>
  Effect.forkDetach(
    workOn(known as Tasks, Effect.void).pipe(Effect.provide(services as Context.Context<TaskServices | JobQueue>))
  )
const inPlane = <A, E>(services: Services, effect: Effect.Effect<A, E, Store | JobQueue>) =>
  Effect.provide(effect, services)
const give = (services: Services, ...jobs: ReadonlyArray<NewJob>) => inPlane(services, commit({ jobs }))
const depth = (services: Services) =>
  inPlane(services, Effect.flatMap(Clock.currentTimeMillis, (now) => JobQueue.use((queue) => queue.depth(now))))
const claimed = (services: Services) =>
  inPlane(
    services,
    Effect.flatMap(Clock.currentTimeMillis, (now) => JobQueue.use((queue) => queue.claim({ now, leaseMs, limit: 10 })))
  )
const now = (id: string, parts: Partial<NewJob> = {}) => asked(id, { runAt: 0, ...parts })

/** Turns the clock in steps, so that whoever wakes can sleep again. */
const pass = Effect.fnUntraced(function*(ms: number, stepMs = 250) {
  for (let passed = 0; passed < ms; passed += stepMs) yield* TestClock.adjust(stepMs)
})

/** The plane as a process sees it whose queue is told to do something else. */
const seenBy = (services: Services, change: (queue: JobQueue["Service"]) => Partial<JobQueue["Service"]>) => {
  const queue = Context.get(services, JobQueue)
  return Context.add(services, JobQueue, { ...queue, ...change(queue) })
}

/** The plane as a process sees it whose questions for what is due next are counted. */
const counting = (services: Services) => {
  let asks = 0
  const counted = seenBy(services, (queue) => ({
    nextDueAt: Effect.suspend(() => {
      asks++
      return queue.nextDueAt
    })
  }))
  return { asks: () => asks, counted }
}

/** A process that claims once and then no more. */
const claimingOnce = (queue: JobQueue["Service"]): Pick<JobQueue["Service"], "claim"> => {
  let hasClaimed = false
  return {
    claim: (request) =>
      Effect.suspend(() => hasClaimed ? Effect.succeed([]) : queue.claim(request)).pipe(
        Effect.tap((jobs) => Effect.sync(() => void (hasClaimed ||= jobs.length > 0)))
      )
  }
}

describe("a lease", () => {
  it.effect("is prolonged while its step goes on, and no other worker gets the job §queue-lease-renewed", () =>
    Effect.gen(function*() {
      const services = yield* plane
      const runs: Array<string> = []
      const slow = (name: string): Step => (job) =>
        Effect.sync(() => runs.push(name)).pipe(
          Effect.andThen(Effect.sleep("40 seconds")),
          Effect.andThen(end(job, ["1"]))
        )
      yield* process(services, { deliver: slow("first") })
      yield* give(services, now("a"))
      yield* pass(500)
      yield* process(services, { deliver: slow("second") })
      yield* pass(39_000)
      expect(runs).toEqual(["first"])
      expect(yield* depth(services)).toMatchObject({ leased: 1 })
      yield* pass(1_500)
      expect(yield* depth(services)).toMatchObject({ due: 0, leased: 0 })
      expect(yield* inPlane(services, Store.use((store) => store.get("thing", "1")))).toMatchObject({ _tag: "Some" })
    }))

  it.effect("of a process that was killed ends, and another worker has its job within ten seconds §queue-taken-over", () =>
    Effect.gen(function*() {
      const services = yield* plane
      yield* give(services, now("a"))
      expect(yield* claimed(services)).toHaveLength(1)
      const runs: Array<number> = []
      const startedAt = yield* Clock.currentTimeMillis
      yield* process(services, {
        deliver: (job) =>
          Effect.flatMap(Clock.currentTimeMillis, (at) => Effect.sync(() => runs.push(at - startedAt))).pipe(
            Effect.andThen(end(job))
          )
      })
      yield* pass(10_000)
      expect(runs).toHaveLength(1)
      expect(runs[0]).toBeGreaterThanOrEqual(leaseMs)
      expect(runs[0]).toBeLessThan(leaseMs + 500)
    }))

  it.effect("that was lost interrupts the step, which ends and stores nothing §queue-fence", () =>
    Effect.gen(function*() {
      const services = yield* plane
      const runs: Array<string> = []
      const step = (name: string, seconds: number): Step => (job) =>
        Effect.sleep(`${seconds} seconds`).pipe(
          Effect.andThen(Effect.sync(() => runs.push(name))),
          Effect.andThen(end(job, [name]))
        )
      // The queue hears of the first process again when its lease has ended.
      const late = seenBy(services, (queue) => ({
        ...claimingOnce(queue),
        renew: (...parts) => Effect.delay(queue.renew(...parts), "6500 millis")
      }))
      yield* process(late, { deliver: step("first", 15) })
      yield* give(services, now("a"))
      yield* pass(250)
      yield* process(services, { deliver: step("second", 5) })
      yield* pass(20_000)
      expect(runs).toEqual(["second"])
      expect(yield* inPlane(services, Store.use((store) => store.get("thing", "first")))).toMatchObject({
        _tag: "None"
      })
      expect(yield* depth(services)).toMatchObject({ due: 0, leased: 0, dead: 0 })
    }))

  it.effect("that ended unnoticed lets the step commit nothing, not even what ends no job §queue-fence", () =>
    Effect.gen(function*() {
      const services = yield* plane
      const answers: Array<string> = []
      // A process that stalls: its renewals hang, and its step goes on when it comes back.
      const stalled = seenBy(services, (queue) => ({ ...claimingOnce(queue), renew: () => Effect.never }))
      const step: Step = (job) =>
        Effect.gen(function*() {
          yield* Effect.sleep("7 seconds")
          const store = yield* Store
          for (const finished of [[], finish(job)]) {
            const answer = yield* Effect.flip(store.commit(changeSet({ writes: [written("late")], finished })))
            answers.push(answer._tag)
          }
          return finished
        })
      yield* process(stalled, { deliver: step })
      yield* give(services, now("a"))
      yield* pass(8_000)
      expect(answers).toEqual(["LeaseLost", "LeaseLost"])
      expect(yield* inPlane(services, Store.use((store) => store.get("thing", "late")))).toMatchObject({ _tag: "None" })
      expect(yield* claimed(services)).toMatchObject([{ id: "a", attempt: 2 }])
    }))

  it.effect("outlives a renewal that fails, and ends when they all do §queue-lease-renewed", () =>
    Effect.gen(function*() {
      const services = yield* plane
      let isAway = false
      let interrupted = 0
      const shaky = seenBy(services, (queue) => ({
        renew: (...parts) =>
          Effect.suspend(() => isAway ? Effect.fail(new StoreUnavailable({ cause: "away" })) : queue.renew(...parts))
      }))
      yield* process(shaky, {
        deliver: () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => void interrupted++))
      })
      yield* give(services, now("a"))
      yield* pass(4_500)
      isAway = true
      yield* pass(2_000)
      isAway = false
      yield* pass(10_000)
      expect(interrupted).toBe(0)
      isAway = true
      yield* pass(8_500)
      expect(interrupted).toBe(1)
    }))

  it.effect("of a step that hangs is let go after two minutes, and its slot is free §queue-step-bounded", () =>
    Effect.gen(function*() {
      const services = yield* plane
      const starts: Array<number> = []
      const step: Step = () =>
        Effect.flatMap(Clock.currentTimeMillis, (at) => Effect.sync(() => starts.push(at))).pipe(
          Effect.andThen(Effect.uninterruptible(Effect.never))
        )
      const fiber = yield* process(services, { deliver: step })
      yield* give(services, now("a"))
      yield* pass(110_000, 1_000)
      expect(starts).toHaveLength(1)
      yield* pass(25_000, 1_000)
      expect(starts).toHaveLength(2)
      // Nor does it hold up the end of the worker for ever.
      const stopped = yield* Effect.forkChild(Fiber.interrupt(fiber))
      yield* pass(125_000, 1_000)
      expect(stopped.pollUnsafe()).toBeDefined()
    }))
})

describe("the lanes", () => {
  const hung: Step = () => Effect.never

  it.effect("let money through while every receiver hangs and thousands of deliveries wait §queue-lanes", () =>
    Effect.gen(function*() {
      const services = yield* plane
      const paid: Array<string> = []
      let sending = 0
      const start = Effect.sync(() => void sending++)
      yield* process(services, {
        "deliver-webhook": (job) => Effect.andThen(start, hung(job)),
        "fan-out-event": hung,
        "perform-movement": (job) => Effect.andThen(Effect.sync(() => paid.push(job.id)), end(job))
      })
      const telling = Array.from(
        { length: 3_000 },
        (_, n) => now(`n${n}`, { task: n % 2 === 0 ? "deliver-webhook" : "fan-out-event" })
      )
      yield* give(services, ...telling)
      yield* pass(1_000)
      yield* give(services, now("pay-1", { task: "perform-movement" }))
      yield* pass(250)
      expect(paid).toEqual(["pay-1"])
      expect(sending).toBe(64)
      expect(yield* depth(services)).toMatchObject({ leased: 64 + 16 })
    }))

  it.effect("fill a slot as soon as one is free §queue-lanes", () =>
    Effect.gen(function*() {
      const services = yield* plane
      let most = 0
      let running = 0
      const step: Step = (job) =>
        Effect.sync(() => void (most = Math.max(most, ++running))).pipe(
          Effect.andThen(Effect.sleep("100 millis")),
          Effect.andThen(end(job)),
          Effect.tap(() => Effect.sync(() => void running--))
        )
      yield* process(services, { "deliver-webhook": step })
      yield* give(services, ...Array.from({ length: 640 }, (_, n) => now(`${n}`, { task: "deliver-webhook" })))
      yield* pass(1_100, 10)
      expect(most).toBe(64)
      expect(yield* depth(services)).toMatchObject({ due: 0, leased: 0 })
    }))

  it.effect("give one endpoint one slot, however much waits for it §queue-lanes", () =>
    Effect.gen(function*() {
      const services = yield* plane
      const sent: Array<string> = []
      const step: Step = (job) =>
        job.subject === "slow" ? Effect.never : Effect.andThen(Effect.sync(() => sent.push(job.id)), end(job))
      yield* process(services, { "deliver-webhook": step })
      const job = (id: string, subject: string) => now(id, { task: "deliver-webhook", subject })
      yield* give(services, ...Array.from({ length: 500 }, (_, n) => job(`s${n}`, "slow")), job("x", "quick"))
      yield* pass(250)
      expect(sent).toEqual(["x"])
      expect(yield* depth(services)).toMatchObject({ leased: 1 })
    }))

  it.effect("leave a task that no one here knows to a worker that does, without asking for ever §queue-unknown-task", () =>
    Effect.gen(function*() {
      const services = yield* plane
      const { asks, counted } = counting(services)
      yield* process(counted, { deliver: (job) => end(job) })
      yield* give(services, now("a", { task: "newer" }))
      yield* pass(60_000, 10)
      expect(asks()).toBeLessThan(75)
      expect(yield* depth(services)).toMatchObject({ due: 1, dead: 0 })
    }))
})

describe("an idle worker", () => {
  it.effect("asks nothing while it has no room for anything, whatever comes in §queue-idle", () =>
    Effect.gen(function*() {
      const services = yield* plane
      const { asks, counted } = counting(services)
      const hangs: Step = () => Effect.never
      yield* process(counted, { deliver: hangs, "fan-out-event": hangs, "deliver-webhook": hangs })
      const jobs = (task: string, count: number) =>
        Array.from({ length: count }, (_, n) => now(`${task}-${n}`, { task, subject: `${task}-${n}` }))
      yield* give(services, ...jobs("deliver", 65), ...jobs("fan-out-event", 17), ...jobs("deliver-webhook", 65))
      yield* pass(1_000)
      const before = asks()
      yield* give(services, now("one more"))
      yield* pass(10_000)
      expect(asks()).toBe(before)
    }))

  it.effect("asks twelve times a minute when the next job is, and nothing else §queue-idle", () =>
    Effect.gen(function*() {
      const services = yield* plane
      const calls: Array<string> = []
      const counted = new Proxy(Context.get(services, JobQueue), {
        get: (target, name) => {
          if (name !== "wake") calls.push(String(name))
          return Reflect.get(target, name) as unknown
        }
      })
      const fiber = yield* process(Context.add(services, JobQueue, counted), { deliver: (job) => end(job) })
      yield* pass(1_000)
      calls.length = 0
      yield* pass(60_000, 10)
      expect(calls.filter((name) => name !== "nextDueAt")).toEqual([])
      expect(calls.length).toBeLessThanOrEqual(12)
      yield* Fiber.interrupt(fiber)
    }))

  it.effect("runs a job at its time, told of it or not §queue-idle", () =>
    Effect.gen(function*() {
      const services = yield* plane
      const ran: Array<number> = []
      // Another process commits, and its notice is lost.
      const deaf = seenBy(services, () => ({ wake: () => Effect.never }))
      yield* process(deaf, {
        deliver: (job) =>
          Effect.flatMap(Clock.currentTimeMillis, (at) => Effect.sync(() => ran.push(at))).pipe(
            Effect.andThen(end(job))
          )
      })
      yield* give(services, now("a", { runAt: 12_345 }))
      yield* pass(20_000, 5)
      expect(ran).toHaveLength(1)
      expect(ran[0]).toBeGreaterThanOrEqual(12_345)
      expect(ran[0]).toBeLessThan(12_400)
      yield* give(services, now("b", { runAt: 20_000 }))
      yield* pass(5_100, 5)
      expect(ran).toHaveLength(2)
    }))
})

describe("a worker that is stopped", () => {
  it.effect("waits for its steps, keeps their leases meanwhile, and takes nothing more §queue-drain", () =>
    Effect.gen(function*() {
      const services = yield* plane
      const fiber = yield* process(services, {
        deliver: (job) => Effect.andThen(Effect.sleep("20 seconds"), end(job)),
        later: () => Effect.succeed(again(0, { code: "underWay" }))
      })
      yield* give(services, now("a"))
      yield* pass(500)
      const stopped = yield* Effect.forkChild(Fiber.interrupt(fiber))
      yield* give(services, now("b"))
      yield* pass(15_000)
      expect(stopped.pollUnsafe()).toBeUndefined()
      expect(yield* claimed(services)).toMatchObject([{ id: "b" }])
      yield* pass(6_000)
      expect(stopped.pollUnsafe()).toBeDefined()
      expect(yield* depth(services)).toMatchObject({ leased: 0, due: 1 })
    }))
})

describe("a step that keeps breaking", () => {
  const broken: Step = () => Effect.die(new Error("broken"))

  it.effect("is not put aside for one break after it waited long", () =>
    Effect.gen(function*() {
      const services = yield* plane
      let tries = 0
      const waits: Step = () => {
        tries += 1
        return tries === 15 ? Effect.die(new Error("broken")) : Effect.succeed(again(1_000, { code: "underWay" }))
      }
      yield* process(services, { deliver: waits })
      yield* give(services, now("a"))
      yield* pass(1_800_000, 5_000)
      expect(tries).toBeGreaterThan(15)
      expect(yield* depth(services)).toMatchObject({ dead: 0 })
    }))

  it.effect("is put aside after ten tries, but for one that recurs", () =>
    Effect.gen(function*() {
      const services = yield* plane
      yield* process(services, { deliver: broken, "seal-journal": broken })
      yield* give(services, now("a"), now("seal-journal", { task: "seal-journal" }))
      yield* pass(1_800_000, 5_000)
      expect(yield* depth(services)).toMatchObject({ dead: 1 })
      const kept = yield* inPlane(services, JobQueue.use((queue) => queue.find("seal-journal")))
      expect(kept).toMatchObject({ _tag: "Some", value: { isDead: false } })
    }))
})
