// What every job queue must show: a due job is held by one worker at a time and never two of one subject, every attempt
// is counted before it is made, and a worker that lost its lease changes nothing.
import { Effect, Fiber, Option } from "effect"
import { reason } from "../../../core/base/reason/reason.ts"
import { expect, present } from "./expect.ts"
import { type ClaimedJob, type DeadPlace, JobQueue, type Lane } from "../../../core/engine/store/job-queue.ts"
import { Store } from "../../../core/engine/store/store.ts"
import { asked, claim, commit, refusal, written } from "./change-sets.ts"
import { type Suite, mismatch } from "../suite.ts"
import { type PlaneSubject, type ShowsWhy, reasonedChecks } from "./plane.ts"

const ids = (jobs: ReadonlyArray<ClaimedJob>) => jobs.map((job) => job.id)
const one = (now: number) => Effect.map(claim(now, 1), ([job]) => present(job, `a job that is due at ${now}`))
const fence = ({ id, lease }: ClaimedJob) => ({ id, lease })
const finish = (job: ClaimedJob) => commit({ finished: [fence(job)] })
const retry = (job: ClaimedJob, runAt: number) =>
  JobQueue.use((queue) => queue.retry(job, runAt, reason("noAnswer", "later")))
const bury = (job: ClaimedJob) => JobQueue.use((queue) => queue.bury(job, reason("stepFailed", "never")))
const nextDueAt = JobQueue.use((queue) => queue.nextDueAt)
const depth = (now: number) => JobQueue.use((queue) => queue.depth(now))
const renew = (jobs: ReadonlyArray<ClaimedJob>, now: number, leaseMs = 100) =>
  JobQueue.use((queue) => queue.renew(jobs, now, leaseMs))
const claimLanes = (now: number, lanes: ReadonlyArray<Lane>) =>
  JobQueue.use((queue) => queue.claim({ now, leaseMs: 100, lanes }))
const dead = (limit: number, before?: DeadPlace) =>
  JobQueue.use((queue) => queue.dead(before === undefined ? { limit } : { before, limit }))
const find = (id: string) => JobQueue.use((queue) => queue.find(id))
const revive = (id: string, now: number) => JobQueue.use((queue) => queue.revive(id, now))
const ofSubject = (subject: string, limit = 10) => JobQueue.use((queue) => queue.ofSubject(subject, limit))
const idle = { due: 0, leased: 0, dead: 0, oldestDueAt: null }

/** How long a wake that has to come may take, and for how long one that must not come is watched for, in milliseconds. */
const wakeMs = 3_000
const quietMs = 100

/** Waits as a worker does for a job that is due before `before`, does something, and tells whether all of them woke in time. */
const wokenBy = <A, E, R>(before: number, act: Effect.Effect<A, E, R>, withinMs: number, workers: number) =>
  Effect.gen(function*() {
    const wakes = Array.from({ length: workers }, () => JobQueue.use((queue) => queue.wake(before)))
    const waiting = yield* Effect.forkChild(Effect.all(wakes, { concurrency: "unbounded" }))
    yield* Effect.sleep(5)
    yield* act
    const woken = yield* Fiber.join(waiting).pipe(Effect.timeoutOption(withinMs))
    return Option.isSome(woken)
  })

const wakes = <A, E, R>(before: number, after: string, act: Effect.Effect<A, E, R>, workers = 1) =>
  Effect.gen(function*() {
    if (yield* wokenBy(before, act, wakeMs, workers)) return
    const who = workers === 1 ? "the worker" : `all ${workers} workers`
    throw mismatch(
      `wake(${before}) of ${who} to end within ${wakeMs} ms of this: ${after}`,
      `it was waited for ${wakeMs} ms and did not end`
    )
  })

const wakesNobody = <A, E, R>(before: number, after: string, act: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    if (!(yield* wokenBy(before, act, quietMs, 1))) return
    throw mismatch(`wake(${before}) to go on waiting for ${quietMs} ms after this: ${after}`, "it ended")
  })

const queueTests = (shows: ShowsWhy): void => {
  shows(
    "hands out due jobs, oldest first, and no more than requested",
    "a worker that is handed too much holds what others could do, and one that is handed too early refunds what may still be paid",
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
        lease: first?.lease,
        leasedUntil: 45
      })
      expect(typeof first?.lease).toBe("string")
      expect(ids(others)).toEqual(["a", "b"])
      expect(ids(yield* claim(40))).toEqual(["c"])
      expect(yield* claim(40)).toEqual([])
      expect(ids(yield* claim(41))).toEqual(["e"])
    })
  )

  shows(
    "takes the same id for one job, as long as it is there",
    "use cases ask for a job again whenever they are not sure: a second one would do the work twice",
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
    "a step that goes on later ends its job and asks for the next in one commit: a job that is lost there leaves its order waiting for ever",
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
    "two steps on one order would each ask a provider",
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
    "a worker that died holds its job: no one else would go on with the order, and an uncounted attempt is tried for ever",
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
    "lets a lease last longer, as often as it is asked before its end",
    "a step that waits for a slow provider keeps its job: else another worker asks the same at the same time",
    Effect.gen(function*() {
      yield* commit({ jobs: [asked("a"), asked("b")] })
      const jobs = yield* claim(1_000)
      expect(yield* renew(jobs, 1_099)).toEqual(jobs.map((job) => ({ ...job, leasedUntil: 1_199 })))
      expect(yield* claim(1_198)).toEqual([])
      const a = present(jobs[0], "a job that is due")
      expect(yield* renew([a], 1_198, 500)).toMatchObject([{ id: "a", lease: a.lease, leasedUntil: 1_698 }])
      expect(ids(yield* claim(1_697))).toEqual(["b"])
      expect(yield* depth(1_697)).toEqual({ ...idle, leased: 2 })
      yield* finish(a)
      expect(yield* renew([a], 1_697)).toEqual([])
      expect(yield* renew([], 1_697)).toEqual([])
    })
  )

  shows(
    "renews no lease that has ended, was taken over, or is of a job that was given back",
    "a worker that slept would go on beside the one that took over",
    Effect.gen(function*() {
      yield* commit({ jobs: [asked("a"), asked("b"), asked("c")] })
      const jobs = yield* claim(1_000)
      const [a, b, c] = [present(jobs[0], "three jobs"), present(jobs[1], "three jobs"), present(jobs[2], "three jobs")]
      yield* retry(b, 1_000)
      yield* bury(c)
      expect(yield* renew([a, b, c], 1_050)).toMatchObject([{ id: "a" }])
      expect(yield* renew([a], 1_150)).toEqual([])
      const taken = yield* claim(1_150)
      expect(ids(taken)).toEqual(["a", "b"])
      expect(yield* renew([a], 1_160)).toEqual([])
      expect(yield* refusal({ writes: [written("1")], finished: [fence(a)] })).toMatchObject({ _tag: "LeaseLost" })
      expect(yield* renew(taken, 1_160)).toHaveLength(2)
    })
  )

  shows(
    "never has two jobs of one subject held, whoever renews and whoever claims at the same time",
    "the end of a lease is where a renewal and a claim meet: if both get through, two workers ask a provider",
    Effect.gen(function*() {
      for (let n = 0; n < 12; n++) {
        const of = (id: string, runAt: number) => asked(`${n}-${id}`, { subject: `s${n}`, runAt })
        yield* commit({ jobs: [of("late", 500)] })
        const held = yield* one(1_000)
        yield* commit({ jobs: [of("early", 400)] })
        const both = [renew([held], 1_099), claim(1_100, 1)]
        const answers = yield* Effect.all(n % 2 === 0 ? both : both.toReversed(), { concurrency: "unbounded" })
        expect(answers.flat()).toHaveLength(1)
        yield* Effect.forEach(answers.flat(), finish)
        yield* Effect.forEach(yield* claim(2_000), finish)
      }
    })
  )

  shows(
    "takes from each lane its share and leaves tasks that none names",
    "money must not wait behind thousands of webhooks, and a task that this worker does not know is another one's",
    Effect.gen(function*() {
      const of = (id: string, task: string, runAt: number, subject = id) => asked(id, { task, runAt, subject })
      yield* commit({
        jobs: [
          ...Array.from({ length: 40 }, (_, n) => of(`n${n}`, "notify", n)),
          of("p1", "pay", 100),
          of("p2", "pay", 101),
          of("d1", "deliver", 99),
          of("x1", "other", 1)
        ]
      })
      const lanes = [{ tasks: ["pay", "deliver"], limit: 2 }, { tasks: ["notify"], limit: 3 }]
      expect(ids(yield* claimLanes(1_000, lanes))).toEqual(["n0", "n1", "n2", "d1", "p1"])
      expect(ids(yield* claimLanes(1_000, [{ tasks: ["pay"], limit: 9 }, { tasks: ["notify"], limit: 0 }]))).toEqual([
        "p2"
      ])
      expect(yield* claimLanes(1_000, [{ tasks: ["pay", "nothing"], limit: 9 }])).toEqual([])
      expect(yield* claimLanes(1_000, [])).toEqual([])
      expect(ids(yield* claim(1_000, 1))).toEqual(["x1"])
    })
  )

  shows(
    "keeps to one job of a subject across lanes",
    "two steps on one order would each ask a provider, whatever their tasks are",
    Effect.gen(function*() {
      const of = (id: string, task: string, runAt: number) => asked(id, { task, runAt, subject: "s" })
      yield* commit({ jobs: [of("a", "pay", 10), of("b", "notify", 5), of("c", "pay", 20)] })
      const lanes = [{ tasks: ["pay"], limit: 5 }, { tasks: ["notify"], limit: 5 }]
      const order: Array<string> = []
      for (;;) {
        const [job, ...others] = yield* claimLanes(1_000, lanes)
        if (job === undefined) break
        expect(others).toEqual([])
        order.push(job.id)
        yield* finish(job)
      }
      expect(order.toSorted()).toEqual(["a", "b", "c"])
    })
  )

  shows(
    "hands out what waits behind a subject in its order, whatever becomes of the one before",
    "what waits behind a job that was retried, buried or lost must come up by itself: nothing else asks for it again",
    Effect.gen(function*() {
      const of = (n: number) => asked(`${n}`, { subject: "s", runAt: n })
      yield* commit({ jobs: Array.from({ length: 30 }, (_, n) => of(n)) })
      yield* commit({ jobs: [asked("free", { runAt: 50 })] })
      expect(ids(yield* claim(100))).toEqual(["0", "free"])
      const order: Array<string> = []
      const again: Array<string> = []
      let time = 1_000
      for (;;) {
        const [job] = yield* claim(time += 1_000)
        if (job === undefined) break
        if (job.id === "free") yield* finish(job)
        else if (job.attempt < 3 && Number(job.id) % 5 === 1) {
          again.push(job.id)
          yield* retry(job, time + 60_000)
        } else if (Number(job.id) % 5 === 2) {
          order.push(job.id)
          yield* bury(job)
        } else if (Number(job.id) % 5 === 3 && job.attempt < 2) {
          // Its worker dies: the lease ends.
          expect(yield* claim(time + 99)).toEqual([])
        } else {
          order.push(job.id)
          yield* finish(job)
        }
      }
      expect(yield* depth(10_000_000)).toMatchObject({ leased: 0, dead: 6, due: again.length === 0 ? 0 : 6 })
      for (let left = 6; left > 0; left--) yield* finish(yield* one(20_000_000))
      expect(order.length).toBe(24)
      expect(order).toEqual(order.toSorted((a, b) => Number(a) - Number(b)))
      expect(yield* nextDueAt).toBe(null)
    })
  )

  shows(
    "lists dead letters by pages, the last that was due first, and tells of each job how it stands",
    "an operator sees here what no one works on any more",
    Effect.gen(function*() {
      yield* commit({ jobs: [asked("a", { runAt: 30 }), asked("b", { runAt: 10 }), asked("c", { runAt: 30 })] })
      yield* commit({ jobs: [asked("alive", { runAt: 40, subject: "of-a" })] })
      expect(yield* dead(10)).toEqual([])
      for (const job of yield* claim(40)) if (job.id !== "alive") yield* bury(job)
      const first = yield* dead(2)
      expect(first).toEqual(["c", "a"].map((id) => ({
        id,
        task: "deliver",
        subject: `of-${id}`,
        runAt: 30,
        attempt: 1,
        leasedUntil: null,
        isDead: true,
        problem: reason("stepFailed", "never")
      })))
      const last = present(first.at(-1), "a dead letter")
      expect((yield* dead(2, last)).map(({ id }) => id)).toEqual(["b"])
      expect(yield* dead(2, { runAt: 10, id: "b" })).toEqual([])
      expect(yield* find("a")).toEqual(Option.some(last))
      expect(yield* find("nobody")).toEqual(Option.none())
      expect((yield* ofSubject("of-a")).map(({ id, isDead }) => [id, isDead])).toEqual([["a", true], ["alive", false]])
      expect((yield* ofSubject("of-a", 1)).map(({ id }) => id)).toEqual(["a"])
      expect(yield* ofSubject("nobody")).toEqual([])
      const held = yield* one(50)
      expect(Option.getOrUndefined(yield* find("alive"))).toMatchObject({ attempt: 1, leasedUntil: held.leasedUntil })
    })
  )

  shows(
    "revives a dead letter with its attempts counted, wakes for it, and nothing that is not dead",
    "an operator revives a job once its cause is mended: reviving one that is alive would run it twice",
    Effect.gen(function*() {
      yield* commit({ jobs: [asked("a")] })
      expect(yield* revive("a", 5_000)).toBe(false)
      expect(yield* revive("nobody", 5_000)).toBe(false)
      yield* bury(yield* one(1_000))
      yield* claim(2_000)
      yield* wakes(6_000, "a dead letter was revived", revive("a", 5_000))
      expect(yield* revive("a", 9_000)).toBe(false)
      expect(yield* dead(10)).toEqual([])
      expect(yield* nextDueAt).toBe(5_000)
      expect(yield* claim(4_999)).toEqual([])
      expect(yield* one(5_000)).toMatchObject({ id: "a", attempt: 2 })
    })
  )

  shows(
    "refuses the whole commit of a worker that lost its lease",
    "another worker has the job by now: what the first one decided is of a state that is gone",
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
    "the work was done and no one else did it: refusing it would ask the provider again",
    Effect.gen(function*() {
      yield* commit({ jobs: [asked("a")] })
      const job = yield* one(1_000)
      expect(yield* depth(1_100)).toEqual({ ...idle, due: 1, oldestDueAt: 1_000 })
      yield* finish(job)
      expect(yield* depth(1_100)).toEqual(idle)
    })
  )

  shows(
    "lets no one end a job that no one holds",
    "a job that is ended without having been done leaves its order open for ever",
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
    "what is Unknown is looked up again by this job alone",
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
    "it was given up after many tries: it waits for a person, and must not come back by itself",
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
    "the worker sleeps until then: too late delays a payment, too early keeps it spinning",
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
    "the worker would spin on a job that it is not given",
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
    "alerts are raised on these figures: a queue that stands still would look idle",
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
    "several processes claim at the same time: a job that two of them get asks a provider twice",
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
    "a job that is lost under load leaves an order open, and one that runs twice asks a provider twice",
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
    "a worker that sleeps on adds seconds to every payment",
    Effect.gen(function*() {
      yield* claim(0)
      yield* wakes(1_000, "a job that is due at 999 was committed", commit({ jobs: [asked("a", { runAt: 999 })] }))
    })
  )

  shows(
    "does not wake a worker for a later job, a job that is there already or a refused commit",
    "workers that are woken for nothing ask the database all the time",
    Effect.gen(function*() {
      yield* commit({ writes: [written("1")], jobs: [asked("old", { runAt: 10 })] })
      yield* claim(0)
      const act = Effect.gen(function*() {
        yield* commit({ jobs: [asked("a", { runAt: 1_000 }), asked("old", { runAt: 5 })] })
        yield* refusal({ writes: [written("1")], jobs: [asked("b", { runAt: 1 })] })
      })
      yield* wakesNobody(1_000, "a later job, one that is there already and a refused one", act)
    })
  )

  shows(
    "remembers a job that was committed between the claim and the wait",
    "a job that comes in just before the worker falls asleep would wait until it wakes by itself",
    Effect.gen(function*() {
      yield* claim(0)
      yield* commit({ jobs: [asked("a", { runAt: 10 })] })
      yield* wakes(1_000, "a job that is due at 10 was committed before the wait", Effect.void)
      yield* wakesNobody(10, "the same job, which is not due before 10", Effect.void)
      yield* claim(0)
      yield* wakesNobody(1_000, "a claim that has seen the job", Effect.void)
    })
  )

  shows(
    "wakes every worker that waits, and forgets one that was interrupted",
    "one that is woken may be full, or on its way out: the others have to look as well",
    Effect.gen(function*() {
      yield* claim(0)
      const gone = yield* Effect.forkChild(JobQueue.use((queue) => queue.wake(1_000)))
      yield* Effect.sleep(5)
      yield* Fiber.interrupt(gone)
      yield* wakes(1_000, "a job was committed while two waited", commit({ jobs: [asked("a", { runAt: 1 })] }), 2)
    })
  )

  shows(
    "wakes a worker when a job is given back, or ends and lets another of its subject run",
    "what waits behind it is due now, and nothing else says so",
    Effect.gen(function*() {
      const of = (id: string, runAt: number) => asked(id, { subject: "s", runAt })
      yield* commit({ jobs: [of("a", 1), of("b", 2), of("c", 3), of("d", 4)] })
      const a = yield* one(1_000)
      yield* wakesNobody(1_000, "the claim of the first of a subject", Effect.void)
      yield* wakes(1_000, "the job before it was finished", finish(a))
      const b = yield* one(1_000)
      yield* wakes(1_000, "the job before it was given back until 9000", retry(b, 9_000))
      const c = yield* one(1_000)
      yield* wakes(1_000, "the job before it was buried", bury(c))
      const d = yield* one(1_000)
      expect(ids([a, b, c, d])).toEqual(["a", "b", "c", "d"])
      yield* wakesNobody(1_000, "a job was given back until 1001", retry(d, 1_001))
      yield* retry(yield* one(1_001), 9_000)
      const e = yield* one(9_000)
      yield* wakes(1_000, "a job was given back until 999", retry(e, 999))
    })
  )
}

const port = "JobQueue"

/** The promises of `JobQueue`. */
export const jobQueueSuite: Suite<PlaneSubject> = {
  port,
  checks: reasonedChecks(port, queueTests)
}
