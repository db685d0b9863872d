// The workers of a simulation: each claims what is due when it hears of it, runs the real steps and prolongs their leases as
// workers of production do. A job that is due wakes one of them; what a dead, stopped or slow one held is taken over when
// its lease has ended.
import { Clock, Effect, type Exit, Exit as Exits, type Fiber } from "effect"
import { type ClaimedJob, JobQueue } from "../../core/engine/store/job-queue.ts"
import { type ChangeSet, Store } from "../../core/engine/store/store.ts"
import { lanesOf } from "../worker/lanes.ts"
import { Breaks, type Held, InFlight, fenced, leaseMs, renew, renewEveryMs, runJob } from "../worker/worker.ts"
import { type TaskServices, tasks } from "../worker/tasks.ts"
import type { Decisions } from "./decisions.ts"
import { type VirtualTime, sleep } from "./time.ts"
import type { Process } from "./work.ts"

const lanes = lanesOf(Object.keys(tasks))
/** The longest sleep of a worker, at the end of which it looks for work by itself. */
const longestSleepMs = 5_000

export interface WorkersParts {
  readonly time: VirtualTime
  readonly decisions: Decisions
  /** A worker that is up, chosen by a name; undefined while there is none. */
  readonly worker: (name: string) => Process | undefined
  /** When the next job falls due (Unix milliseconds), past everything that can go wrong. */
  readonly dueAt: () => number | null
  readonly run: <A, E>(
    process: Process,
    label: string,
    effect: Effect.Effect<A, E, JobQueue | TaskServices>,
    ended: (exit: Exit.Exit<A, E>) => void
  ) => Fiber.Fiber<A, E>
}

/** What one process has in flight. */
interface Crew {
  readonly inFlight: InFlight
  readonly breaks: Breaks
  isRenewing: boolean
}

export class Workers {
  /** Steps that were begun. */
  steps = 0
  private readonly parts: WorkersParts
  private rounds = 0
  private readonly wakings = new Set<number>()
  private readonly crews = new WeakMap<Process, Crew>()
  /** Who works on each job, as far as he lives. */
  private readonly working = new Map<string, Set<Process>>()

  constructor(parts: WorkersParts) {
    this.parts = parts
  }

  /** Work was committed: somebody looks when it is due. */
  noted({ finished, jobs }: ChangeSet): void {
    for (const { runAt } of jobs) this.wakeAt(runAt)
    // Whatever waited for another of its subject may run now.
    if (finished.length > 0) this.wakeAt(this.parts.time.now)
  }

  /** Somebody looks for work at an instant; several reasons for one instant are one look. */
  wakeAt(ms: number): void {
    const at = Math.ceil(Math.max(ms, this.parts.time.now + 1) / 5) * 5
    if (this.wakings.has(at)) return
    this.wakings.add(at)
    this.parts.time.at(at, () => {
      this.wakings.delete(at)
      this.round()
    })
  }

  private round(): void {
    const { time } = this.parts
    const due = this.parts.dueAt()
    // Whoever looks first would find nothing either. What a process with a fast clock holds may be due later than anybody expects.
    if (due === null) return
    if (due > time.now) return this.wakeAt(due)
    const name = `claim/${++this.rounds}`
    const process = this.parts.worker(name)
    if (process === undefined) return this.wakeAt(time.now + 1_000)
    const crew = this.crewOf(process)
    const open = this.roomsOf(crew)
    if (open.length === 0) return this.wakeAt(time.now + longestSleepMs)
    const claim = Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => JobQueue.use((queue) => queue.claim({ now, leaseMs, lanes: open }))
    )
    this.parts.run(process, name, claim, (exit) => {
      if (Exits.isFailure(exit)) return this.wakeAt(time.now + 1_000)
      for (const job of exit.value) this.start(process, crew, job)
      if (exit.value.length > 0) return this.wakeAt(time.now)
      // Nothing is due yet by a clock that is behind; another worker, or this one later, sees it.
      if (process.skewMs < 0 && (this.parts.dueAt() ?? Infinity) <= time.now) this.wakeAt(time.now + longestSleepMs)
    })
  }

  private crewOf(process: Process): Crew {
    const known = this.crews.get(process) ?? { inFlight: new InFlight(), breaks: new Breaks(), isRenewing: false }
    this.crews.set(process, known)
    return known
  }

  private roomsOf({ inFlight }: Crew) {
    const count = Map.groupBy(inFlight.held, ({ job }) => job.task)
    return lanes.map(({ limit, tasks: named }) => ({
      tasks: named,
      limit: limit - named.reduce((sum, task) => sum + (count.get(task)?.length ?? 0), 0)
    })).filter(({ limit }) => limit > 0)
  }

  private start(process: Process, crew: Crew, job: ClaimedJob): void {
    const { decisions, time } = this.parts
    this.steps++
    this.takeOver(process, job)
    // Whoever holds it may be gone by then, or its clock may be another one's.
    this.wakeAt(time.now + leaseMs + 1)
    const label = `${job.id}#${job.attempt}`
    const held: Held = { job, since: time.now + process.skewMs, isLost: false, fiber: undefined }
    const isStopped = decisions.at(`${label}~`, ["leaseOutlived"]) !== undefined
    const step = Effect.flatMap(
      Store,
      (store) =>
        Effect.provideService(
          runJob(job, undefined, crew.breaks),
          Store,
          isStopped ? this.stopping(store, label) : fenced(store, held)
        )
    )
    if (!isStopped) crew.inFlight.add(held)
    held.fiber = this.parts.run(process, label, step, () => {
      crew.inFlight.remove(held)
      this.working.get(job.id)?.delete(process)
      this.wakeAt(time.now)
    })
    this.renewLater(process, crew, label)
  }

  // A job that somebody else still works on: his lease ended while he was stopped, slow, or of another time.
  private takeOver(process: Process, job: ClaimedJob): void {
    const before = [...this.working.get(job.id) ?? []].filter(({ isAlive }) => isAlive)
    if (before.length > 0) this.parts.decisions.happened(`${job.id}#${job.attempt}^`, "leaseOutlived")
    this.working.set(job.id, new Set([...before, process]))
  }

  // A process that is stopped between its look at the lease and its commit, and goes on when the lease has ended.
  private stopping(store: Store["Service"], label: string): Store["Service"] {
    const { decisions, time } = this.parts
    const ms = decisions.between(`${label}~~`, leaseMs, 4 * leaseMs)
    let isOver = false
    return {
      ...store,
      commit: (changes) =>
        Effect.suspend(() => {
          if (isOver) return store.commit(changes)
          isOver = true
          return Effect.andThen(sleep(time, ms), store.commit(changes))
        })
    }
  }

  private renewLater(process: Process, crew: Crew, label: string): void {
    if (crew.isRenewing || crew.inFlight.held.length === 0) return
    crew.isRenewing = true
    const { time } = this.parts
    const since = time.now
    const again = (): void => {
      time.at(time.now + renewEveryMs, () => {
        if (!process.isAlive || crew.inFlight.held.length === 0) {
          crew.isRenewing = false
          return
        }
        this.parts.run(process, `renew/${label}+${time.now - since}`, renew(crew.inFlight), again)
      })
    }
    again()
  }
}
