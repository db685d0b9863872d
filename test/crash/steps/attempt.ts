// What one process does for a movement: plans it where it is not on record, claims its job and performs it. Each call to the
// store, the queue and the ports is two steps: it is asked, and it has happened and the answer is not heard yet.
import { randomUUID } from "node:crypto"
import { Clock, Context, Effect, Option, Redacted, References, type Scope } from "effect"
import {
  type Movement,
  Movements,
  type Plan,
  movementId,
  needsSeed,
  plan
} from "../../../core/payments/movement/movement.ts"
import { takenBy } from "../../../core/payments/movement/decide-movement.ts"
import type { MovementOrder } from "../../../core/payments/movement/order.ts"
import { performMovement, planAndClaim, sendClaimed } from "../../../core/payments/movement/perform-movement.ts"
import { JobQueue } from "../../../core/engine/store/job-queue.ts"
import { get, list } from "../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../core/engine/store/store.ts"
import { Heard, hearing } from "../../explore/heard.ts"
import type { Ports } from "../../explore/ports.ts"

/** Sees each step before it is gone. */
export type OnStep = (step: string) => void

export type Plane = Context.Context<Store | JobQueue>

/** What a process is made of when its ports are. */
export interface Parts {
  readonly onStep: OnStep
  /** Makes two steps of a call. */
  readonly stepped: <A, E, R>(label: string, call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** The store, by steps. */
  readonly store: Store["Service"]
  /** The store's time, without steps. */
  readonly now: Store["Service"]["now"]
}

/** A movement and the ports that it goes out by, of a new process. */
export interface Sent {
  readonly order: MovementOrder
  readonly ports: (parts: Parts) => Effect.Effect<Context.Context<Ports>, never, Scope.Scope>
}

/** The movement of every trial. */
const id = movementId("dep_1", "deliver")
const subjects = hearing(randomUUID)

/** A store tells when a job is due by clocks that it compares to the millisecond or so: no one waits for that here. */
const claimAheadMs = 1_000

// The calendar of a process that lives so much later; what measures durations is left alone.
const clockAhead = (aheadMs: number): Clock.Clock => {
  const real = Effect.runSync(Effect.clockWith(Effect.succeed))
  const millis = (): number => real.currentTimeMillisUnsafe() + aheadMs
  const nanos = (): bigint => real.currentTimeNanosUnsafe() + BigInt(aheadMs) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: real.monotonicTimeNanos,
    sleep: (duration) => real.sleep(duration)
  }
}

/** A process's part in it, by a time that is so far ahead. */
export const attempt = (plane: Plane, { order, ports }: Sent, aheadMs: number, onStep: OnStep) => {
  const stepped: Parts["stepped"] = (label, call) =>
    Effect.suspend(() => {
      onStep(`${label} is asked`)
      return Effect.onExit(call, () => Effect.sync(() => onStep(`${label} has happened`)))
    })
  const store = Context.get(plane, Store)
  const queue = Context.get(plane, JobQueue)
  // A store has a clock of its own, or that of whoever asks.
  const now = Effect.map(Effect.provideService(store.now, Clock.Clock, clockAhead(0)), (ms) => ms + aheadMs)
  const seen: Store["Service"] = {
    ...store,
    get: (asked, key) => stepped("get", store.get(asked, key)),
    commit: (changes) => stepped("commit", store.commit(changes)),
    now: stepped("now", now)
  }
  const work = Effect.gen(function*() {
    const before = yield* get(Movements, id)
    if (Option.isNone(before)) {
      const at = yield* Store.use((reached) => reached.now)
      const wanted: Plan = { purpose: "deliver", owner: "acc_1", subjectKind: "deposit", subject: "dep_1", order, at }
      if (needsSeed(order.kind)) {
        const { claim, parts } = yield* planAndClaim(wanted)
        yield* Store.use((reached) => reached.commit(changeSet(parts)))
        return void (yield* sendClaimed(subjects, claim, [], Redacted.make(new Uint8Array(16))))
      }
      yield* Store.use((reached) => reached.commit(changeSet(plan(wanted))))
    }
    const at = yield* Store.use((reached) => reached.now)
    const [job] = yield* stepped("claim", queue.claim({ now: at + claimAheadMs, leaseMs: 6_000, limit: 1 }))
    if (job !== undefined) yield* performMovement(subjects)(job)
  })
  return Effect.scoped(Effect.flatMap(
    ports({ onStep, stepped, store: seen, now }),
    (made) => Effect.provide(work, Context.merge(Context.add(plane, Store, seen), made))
  )).pipe(
    Effect.provideService(Clock.Clock, clockAhead(aheadMs)),
    Effect.provideService(References.MinimumLogLevel, "None")
  )
}

export interface Result {
  readonly state: Movement["state"] | undefined
  readonly receipt: Movement["receipt"]
  /** Whether it is among what is unknown, where a person finds it. */
  readonly isDoubted: boolean
  readonly heard: ReadonlyArray<string>
  /** What the books keep of a float for it, in smallest units. */
  readonly reserved: bigint
}

/** Where the movement stands, and what its record heard. */
export const resultIn = (plane: Plane): Effect.Effect<Result, unknown> =>
  Effect.provide(
    Effect.gen(function*() {
      const movement = Option.getOrUndefined(yield* get(Movements, id))?.value
      const heard = yield* list(Heard, "all", "all", { limit: 100 })
      const taken = movement && takenBy(movement)
      const kept = taken === undefined
        ? []
        : yield* Store.use((reached) => reached.balances(`float-reserved/${taken.place}`))
      return {
        reserved: kept.reduce((sum, { amount }) => sum + amount, 0n),
        state: movement?.state,
        receipt: movement?.receipt ?? null,
        isDoubted: (movement?.doubtedAt ?? null) !== null,
        heard: heard.map(({ value }) => value.on).toSorted()
      }
    }),
    plane
  )
