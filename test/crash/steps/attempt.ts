// What one process does for a movement: plans it where it is not on record, claims its job and performs it. Each call to the
// store, the queue and the ports is two steps: it is asked, and it has happened and the answer is not heard yet.
import { randomUUID } from "node:crypto"
import { Context, Effect, Option, Redacted, References } from "effect"
import { type Movement, Movements, type Plan, movementId, needsSeed, plan } from "../../../core/movement/movement.ts"
import type { MovementOrder } from "../../../core/movement/order.ts"
import { performMovement, planAndClaim, sendClaimed } from "../../../core/movement/perform-movement.ts"
import { JobQueue } from "../../../core/ports/job-queue.ts"
import { get, list } from "../../../core/ports/records.ts"
import { Store, changeSet } from "../../../core/ports/store.ts"
import { Heard, hearing } from "../../explore/heard.ts"
import { portsOver } from "../../explore/ports.ts"
import type { Fate } from "../../explore/rail.ts"
import { orders } from "../../explore/orders.ts"
import { givenInvoice } from "../../support/lightning.ts"
import type { OtherSide } from "./other-side.ts"

/** The movement of a trial and the side that it moves to. */
export interface Case {
  readonly kind: MovementOrder["kind"]
  readonly keepsIds: boolean
  readonly fate: Fate
}

/** Told of each step before it is gone. */
export type OnStep = (step: string) => void

export type Plane = Context.Context<Store | JobQueue>

const id = movementId("dep_1", "deliver")
const subjects = hearing(randomUUID)

/** A store tells when a job is due by clocks that it compares to the millisecond or so: nobody waits for that here. */
const claimAheadMs = 1_000

/** A process's part in it, by a time that is so far ahead. */
export const attempt = (plane: Plane, kind: Case["kind"], side: OtherSide, aheadMs: number, onStep: OnStep) => {
  const stepped = <A, E, R>(label: string, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      onStep(`${label} is asked`)
      return Effect.onExit(call, () => Effect.sync(() => onStep(`${label} has happened`)))
    })
  const store = Context.get(plane, Store)
  const queue = Context.get(plane, JobQueue)
  const now = Effect.map(store.now, (ms) => ms + aheadMs)
  const services = Context.merge(
    plane,
    portsOver({
      keepsIds: side.keepsIds,
      send: stepped("send", Effect.sync(() => side.send())),
      lookUp: stepped("look up", Effect.sync(() => side.lookUp())),
      resolve: (amount) =>
        stepped("resolve", Effect.map(Effect.orDie(now), (ms) => givenInvoice(Math.floor(ms / 1_000), amount, ms))),
      paying: (bolt11) => side.paying(bolt11)
    })
  ).pipe(
    Context.add(Store, {
      ...store,
      get: (asked, key) => stepped("get", store.get(asked, key)),
      commit: (changes) => stepped("commit", store.commit(changes)),
      now: stepped("now", now)
    }),
    Context.add(References.MinimumLogLevel, "None")
  )
  const work = Effect.gen(function*() {
    const before = yield* get(Movements, id)
    const [order] = orders[kind]
    if (Option.isNone(before)) {
      const at = yield* Store.use((reached) => reached.now)
      const wanted: Plan = { purpose: "deliver", owner: "acc_1", subjectKind: "deposit", subject: "dep_1", order, at }
      if (needsSeed(kind)) {
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
  return Effect.provide(work, services)
}

export interface Standing {
  readonly state: Movement["state"] | undefined
  readonly heard: ReadonlyArray<string>
}

/** Where the movement stands, and what its record heard. */
export const standingIn = (plane: Plane): Effect.Effect<Standing, unknown> =>
  Effect.provide(
    Effect.gen(function*() {
      const movement = Option.getOrUndefined(yield* get(Movements, id))
      const heard = yield* list(Heard, "all", "all", { limit: 100 })
      return { state: movement?.value.state, heard: heard.map(({ value }) => value.on).toSorted() }
    }),
    plane
  )
