// Worker step: one try of one delivery. Signed at the moment of sending; the event id and the body stay the same over all
// tries, the timestamp and the signature are of the try (C22). A try by hand is one try, and takes nothing back. One that
// is put off, because slow endpoints take up enough already, is no try.
import { Clock, Effect, Option } from "effect"
import { reason } from "../../base/reason/reason.ts"
import { type Event, Events } from "../../engine/event/event.ts"
import { type ClaimedJob, type JobVerdict, again, finish, finished } from "../../engine/store/job-queue.ts"
import { Notifier, type NotifierAnswer } from "../../ports/notifier.ts"
import { get, insert, replace } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { DuplicateKey, Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { worldTimeMillis } from "../../base/time/instant.ts"
import { nextTryMs } from "./retry.ts"
import {
  Deliveries,
  type Delivery,
  type DeliveryAttempt,
  type Webhook,
  Webhooks,
  deliveryAfter,
  deliveryOfJob,
  endpointsOf,
  newDelivery,
  secretPlace,
  signedHeaders,
  wants
} from "./webhook.ts"

// Worker step: an event becomes one delivery for each endpoint that wants it.

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
      finished: finish(job)
    }))
  )

const isFannedOut = (error: unknown): error is DuplicateKey =>
  error instanceof DuplicateKey && error.kind === Deliveries.kind

/** Sends the job's delivery and writes down what came of it. */
export const deliverWebhook = Effect.fnUntraced(function*(job: ClaimedJob) {
  const { id, isReplay } = deliveryOfJob(job.id)
  const { value: delivery } = Option.getOrThrow(yield* get(Deliveries, id))
  const event = Option.getOrThrow(yield* get(Events, delivery.eventId)).value
  const webhook = Option.getOrThrow(yield* get(Webhooks, delivery.webhookId)).value
  // Sent again by hand meanwhile, with success: the schedule has nothing left to do.
  if (!isReplay && delivery.state !== "PENDING") {
    yield* Store.use((store) => store.commit(changeSet({ finished: finish(job) })))
    return finished
  }
  const answer = yield* send(webhook, event)
  if (answer._tag === "PutOff") return leftToItsLease
  const attempt = attemptOf(answer, yield* Clock.currentTimeMillis)
  const pause = attempt.problem === null || isReplay || webhook.removedAt !== undefined
    ? undefined
    : nextTryMs(event.name, webhook, delivery.attemptCount - (delivery.byHand ?? 0) + 1, attempt.at - event.createdAt)
  const write = Effect.gen(function*() {
    const before = Option.getOrThrow(yield* get(Deliveries, id))
    const after = deliveryAfter(before.value, {
      on: attempt.problem === null ? "accepted" : "failed",
      attempt,
      isByHand: isReplay,
      hasTriesLeft: pause !== undefined
    })
    yield* Store.use((store) =>
      store.commit(changeSet({
        writes: [replace(Deliveries, before, after.delivery)],
        moves: after.moves,
        finished: pause === undefined ? finish(job) : []
      }))
    )
  })
  // The operator may have asked for another sending meanwhile; what was tried is written down and not tried again.
  yield* Effect.retry(write, { while: (error) => error instanceof VersionConflict })
  return pause === undefined ? finished : again(pause, attempt.problem)
})

// Not given back: what else waits for this endpoint would be claimed at once and put off as well. Until the lease ends
// nothing of it is claimed.
const leftToItsLease: JobVerdict = finished

const send = Effect.fnUntraced(function*(webhook: Webhook, event: Event) {
  if (webhook.removedAt !== undefined) return removed
  const secrets = yield* secretsOf(webhook, yield* Clock.currentTimeMillis)
  const sent = { eventId: event.id, body: event.body, now: yield* worldTimeMillis }
  const headers = signedHeaders(webhook.headers, secrets, sent)
  return yield* Notifier.use((notifier) => notifier.post({ url: webhook.url, headers, body: event.body }))
})

const removed: NotifierAnswer = { _tag: "Unreached", problem: reason("webhookRemoved") }

const secretsOf = Effect.fnUntraced(function*({ id, previousSecret, sealedSecret }: Webhook, now: number) {
  const secrets = yield* Secrets
  return {
    current: yield* secrets.open(sealedSecret, secretPlace(id)),
    previous: previousSecret === undefined || previousSecret.until <= now
      ? undefined
      : yield* secrets.open(previousSecret.sealed, secretPlace(id))
  }
})

type Tried = Exclude<NotifierAnswer, { readonly _tag: "PutOff" }>

const attemptOf = (answer: Tried, at: number): DeliveryAttempt => {
  switch (answer._tag) {
    case "Answered": {
      const isAccepted = answer.status >= 200 && answer.status < 300
      return { at, status: answer.status, problem: isAccepted ? null : { code: "answered", status: answer.status } }
    }
    case "Unreached":
    case "NotAllowed":
      return { at, status: null, problem: answer.problem }
  }
}
