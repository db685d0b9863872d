// Worker step: an event becomes one delivery for each endpoint that wants it.
import { Clock, Effect, Option } from "effect"
import { Events } from "../event/event.ts"
import { limits } from "../limits/limits.ts"
import { type ClaimedJob, finish, finished } from "../ports/job-queue.ts"
import { feed, get, insert } from "../ports/records.ts"
import { DuplicateKey, Store, changeSet } from "../ports/store.ts"
import { Deliveries, Webhooks, newDelivery, notifyJob, wants } from "./webhook.ts"

/** Hands the job's event to the endpoints of its owner. */
export const fanOutEvent = Effect.fnUntraced(function*(job: ClaimedJob) {
  const now = yield* Clock.currentTimeMillis
  const event = Option.getOrThrow(yield* get(Events, job.subject)).value
  const webhooks = yield* feed(Webhooks, "byOwner", event.owner, { limit: limits.webhooks.endpoints })
  const deliveries = webhooks.filter(({ value }) => wants(value, event.name)).map(({ value }) =>
    newDelivery(event, value, now)
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

const isFannedOut = (error: unknown): error is DuplicateKey =>
  error instanceof DuplicateKey && error.kind === Deliveries.kind
