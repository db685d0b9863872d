// Worker step: an event becomes one delivery for each endpoint that wants it.
import { Clock, Effect, Option } from "effect"
import { type Event, Events } from "../event/event.ts"
import { type ClaimedJob, finish, finished } from "../ports/job-queue.ts"
import { feed, get, insert } from "../ports/records.ts"
import { DuplicateKey, type NewJob, Store, changeSet } from "../ports/store.ts"
import { Deliveries, type Delivery, type Webhook, Webhooks, wants } from "./webhook.ts"

// An owner has a handful of endpoints; this bounds what one event may cost.
const maximumEndpoints = 100

/** Hands the job's event to the endpoints of its owner. */
export const fanOutEvent = Effect.fnUntraced(function*(job: ClaimedJob) {
  const now = yield* Clock.currentTimeMillis
  const event = Option.getOrThrow(yield* get(Events, job.subject)).value
  const webhooks = yield* feed(Webhooks, "byOwner", event.owner, { limit: maximumEndpoints })
  const deliveries = webhooks.filter(({ value }) => wants(value, event.name)).map(({ value }) =>
    delivery(event, value, now)
  )
  yield* Store.use((store) =>
    store.commit(changeSet({
      writes: deliveries.map((each) => insert(Deliveries, each)),
      jobs: deliveries.map((each) => notifyJob(each, now)),
      finished: finish(job)
    }))
  ).pipe(Effect.catchIf(isFannedOut, () => Store.use((store) => store.commit(changeSet({ finished: finish(job) })))))
  return finished
})

const delivery = (event: Event, webhook: Webhook, now: number): Delivery => ({
  id: `${event.id}/${webhook.id}`,
  owner: event.owner,
  webhookId: webhook.id,
  eventId: event.id,
  event: event.name,
  state: "PENDING",
  attemptCount: 0,
  attempts: [],
  createdAt: now,
  updatedAt: now
})

// The endpoint is the subject: its deliveries go one at a time and in order, and a slow one delays nobody else.
const notifyJob = (each: Delivery, now: number): NewJob => ({
  id: `notify/${each.id}`,
  task: "deliver-webhook",
  subject: each.webhookId,
  runAt: now
})

const isFannedOut = (error: unknown): error is DuplicateKey =>
  error instanceof DuplicateKey && error.kind === Deliveries.kind
