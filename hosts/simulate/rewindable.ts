// A data store that can go back to what it was: what was done to it is kept, and done once more to an empty one as far as it is to
// go. Whoever still writes to the one before writes nowhere.
import { Context, Effect } from "effect"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { type ChangeSet, Store } from "../../core/engine/store/store.ts"

/** A store with its queue. */
export type Data = Context.Context<Store | JobQueue>

/** The leases of now, by those of then. */
type Leases = Map<string, string>

/** Something that was done to the store. */
interface Done {
  readonly at: number
  readonly changes: ChangeSet | undefined
  readonly again: (data: Data, leases: Leases) => Effect.Effect<unknown, unknown>
}

interface Parts {
  /** Makes an empty one. */
  readonly open: () => Data
  readonly now: () => number
  /** Runs to its end at this instant. */
  readonly settled: (effect: Effect.Effect<unknown, unknown>) => void
}

export class Rewindable {
  readonly services: Data
  private readonly parts: Parts
  private current: Data
  private done: Array<Done> = []

  constructor(parts: Parts) {
    this.parts = parts
    this.current = parts.open()
    this.services = Context.make(Store, this.store()).pipe(Context.add(JobQueue, this.queue()))
  }

  /** What was committed so far, with its instant, in order. */
  get commits(): ReadonlyArray<{ readonly at: number; readonly changes: ChangeSet }> {
    return this.done.flatMap(({ at, changes }) => changes === undefined ? [] : [{ at, changes }])
  }

  /** Goes back to what was committed first, so many commits; gives what is lost. */
  rewind(kept: number): ReadonlyArray<ChangeSet> {
    let left = kept
    const end = this.done.findIndex(({ changes }) => changes !== undefined && --left < 0)
    const lost = end < 0 ? [] : this.done.splice(end)
    const leases: Leases = new Map()
    this.current = this.parts.open()
    for (const { again } of this.done) this.parts.settled(again(this.current, leases))
    return lost.flatMap(({ changes }) => changes ?? [])
  }

  private store(): Store["Service"] {
    const commit: Store["Service"]["commit"] = (changes) =>
      this.noted(
        (data) => Context.get(data, Store).commit(changes),
        () => (data, leases) => {
          const finished = changes.finished.map((job) => ({ ...job, lease: leases.get(job.lease) ?? job.lease }))
          return Context.get(data, Store).commit({ ...changes, finished })
        },
        changes
      )
    return { ...forwarded(() => Context.get(this.current, Store)), commit }
  }

  private queue(): JobQueue["Service"] {
    const of = (data: Data) => Context.get(data, JobQueue)
    return {
      ...forwarded(() => of(this.current)),
      claim: (request) =>
        this.noted(
          (data) => of(data).claim(request),
          (jobs) => (data, leases) =>
            Effect.map(of(data).claim(request), (now) => {
              for (const [index, { lease }] of now.entries()) leases.set(jobs[index]?.lease ?? lease, lease)
            })
        ),
      renew: (jobs, now, leaseMs) =>
        this.noted(
          (data) => of(data).renew(jobs, now, leaseMs),
          () => (data, leases) => of(data).renew(jobs.map((job) => heldNow(job, leases)), now, leaseMs)
        ),
      retry: (job, runAt, problem) =>
        this.noted(
          (data) => of(data).retry(job, runAt, problem),
          () => (data, leases) => of(data).retry(heldNow(job, leases), runAt, problem)
        ),
      bury: (job, problem) =>
        this.noted(
          (data) => of(data).bury(job, problem),
          () => (data, leases) => of(data).bury(heldNow(job, leases), problem)
        )
    }
  }

  // What fails changes nothing, and what is done to the store of before is lost.
  private noted<A, E>(
    call: (data: Data) => Effect.Effect<A, E>,
    againOf: (answer: A) => Done["again"],
    changes?: ChangeSet
  ): Effect.Effect<A, E> {
    const data = this.current
    return Effect.tap(call(data), (answer) =>
      Effect.sync(() => {
        if (this.current === data) this.done.push({ at: this.parts.now(), changes, again: againOf(answer) })
      }))
  }
}

const heldNow = <J extends { readonly lease: string }>(job: J, leases: Leases): J => ({
  ...job,
  lease: leases.get(job.lease) ?? job.lease
})

// The service of whichever store there is when it is called.
const forwarded = <S extends object>(of: () => S): S => {
  const through = (property: string): unknown => {
    const member: unknown = Reflect.get(of(), property)
    if (Effect.isEffect(member)) return Effect.suspend(() => Reflect.get(of(), property) as Effect.Effect<unknown>)
    if (typeof member !== "function") return member
    return (...parts: ReadonlyArray<unknown>): unknown =>
      Reflect.apply(Reflect.get(of(), property) as () => unknown, of(), parts)
  }
  return Object.fromEntries(Object.keys(of()).map((property) => [property, through(property)])) as S
}
