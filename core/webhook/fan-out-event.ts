// Worker step: an event becomes one delivery for each endpoint that wants it.
import { Clock, Effect, Option } from "effect"
import { type Event, Events } from "../event/event.ts"
import { type ClaimedJob, finish, finished } from "../ports/job-queue.ts"
import { get, insert } from "../ports/records.ts"
import { DuplicateKey, Store, changeSet } from "../ports/store.ts"
import { Deliveries, type Delivery, endpointsOf, newDelivery, notifyJob, wants } from "./webhook.ts"

/** Hands the job's event to the endpoints of its owner. */
export const fanOutEvent = Effect.fnUntraced(function*(job: ClaimedJob) {
  const event = Option.getOrThrow(yield* get(Events, job.subject)).value
  const all = yield* deliveriesOf(event)
  // A replay, or a first try of this step, has made some of them already.
  yield* handOut(job, all).pipe(
    Effect.catchIf(isFannedOut, () => Effect.flatMap(missing(all), (rest) => handOut(job, rest))),
    Effect.retry({ while: isFannedOut })
  )
  return finished
})

const deliveriesOf = Effect.fnUntraced(function*(event: Event) {
  const now = yield* Clock.currentTimeMillis
  const endpoints = yield* endpointsOf(event.owner)
  return endpoints.filter(({ value }) => wants(value, event.name)).map(({ value }) => newDelivery(event, value, now))
})

const missing = (deliveries: ReadonlyArray<Delivery>) =>
  Effect.map(
    Effect.forEach(deliveries, (each) => Effect.map(get(Deliveries, each.id), (found) => ({ each, found }))),
    (looked) => looked.filter(({ found }) => Option.isNone(found)).map(({ each }) => each)
  )

const handOut = (job: ClaimedJob, deliveries: ReadonlyArray<Delivery>) =>
  Store.use((store) =>
    store.commit(changeSet({
      writes: deliveries.map((each) => insert(Deliveries, each)),
      jobs: deliveries.map((each) => notifyJob(each, each.createdAt)),
      finished: finish(job)
    }))
  )

const isFannedOut = (error: unknown): error is DuplicateKey =>
  error instanceof DuplicateKey && error.kind === Deliveries.kind
