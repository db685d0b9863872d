// Worker step: one try of one delivery. Signed at the moment of sending; the event id and the body stay the same over all
// tries, the timestamp and the signature are of the try (C22).
import { Clock, Effect, Option } from "effect"
import { type Event, Events } from "../event/event.ts"
import { type ClaimedJob, again, finish, finished } from "../ports/job-queue.ts"
import { Notifier, type NotifierAnswer } from "../ports/notifier.ts"
import { get, replace } from "../ports/records.ts"
import { Secrets } from "../ports/secrets.ts"
import { Store, changeSet } from "../ports/store.ts"
import { nextTryMs } from "./retry.ts"
import { signatureOf } from "./sign.ts"
import { Deliveries, type DeliveryAttempt, type Webhook, Webhooks, logged, secretPlace } from "./webhook.ts"

/** Sends the job's delivery and writes down what came of it. */
export const deliverWebhook = Effect.fnUntraced(function*(job: ClaimedJob) {
  const before = Option.getOrThrow(yield* get(Deliveries, job.id.slice("notify/".length)))
  const event = Option.getOrThrow(yield* get(Events, before.value.eventId)).value
  const webhook = Option.getOrThrow(yield* get(Webhooks, before.value.webhookId)).value
  const attempt = attemptOf(yield* send(webhook, event), yield* Clock.currentTimeMillis)
  const isDelivered = attempt.problem === null
  const pause = isDelivered
    ? undefined
    : nextTryMs(event.name, webhook, before.value.attemptCount + 1, attempt.at - event.createdAt)
  const state = isDelivered ? "DELIVERED" : pause === undefined ? "EXHAUSTED" : "PENDING"
  yield* Store.use((store) =>
    store.commit(changeSet({
      writes: [replace(Deliveries, before, logged(before.value, attempt, state))],
      finished: pause === undefined ? finish(job) : []
    }))
  )
  return pause === undefined ? finished : again(pause, attempt.problem ?? "")
})

const send = Effect.fnUntraced(function*(webhook: Webhook, event: Event) {
  const secret = yield* Secrets.use((secrets) => secrets.open(webhook.sealedSecret, secretPlace(webhook.id)))
  const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
  return yield* Notifier.use((notifier) =>
    notifier.post({
      url: webhook.url,
      headers: {
        ...Object.fromEntries(Object.entries(webhook.headers).map(([name, value]) => [name.toLowerCase(), value])),
        "content-type": "application/json",
        "x-service-signature": signatureOf(secret, timestamp, event.body),
        "x-service-timestamp": String(timestamp),
        "x-service-event-id": event.id
      },
      body: event.body
    })
  )
})

const attemptOf = (answer: NotifierAnswer, at: number): DeliveryAttempt => {
  switch (answer._tag) {
    case "Answered": {
      const isAccepted = answer.status >= 200 && answer.status < 300
      return { at, status: answer.status, problem: isAccepted ? null : `answered ${answer.status}` }
    }
    case "Unreached":
      return { at, status: null, problem: answer.problem }
  }
}
