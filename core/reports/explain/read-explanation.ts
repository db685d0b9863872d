// GET /admin/explain/{id}: any record with what happened to it, what was booked and told because of it, and what can
// still happen.
import { Clock, Effect } from "effect"
import { Events } from "../../engine/event/event.ts"
import { NotFound } from "../../base/errors/errors.ts"
import type { Passage } from "../../engine/machine/machine.ts"
import { jobView } from "./job-view.ts"
import { Movements } from "../../payments/movement/movement.ts"
import { JobQueue } from "../../engine/store/job-queue.ts"
import { feed, list } from "../../engine/store/records.ts"
import { type PostedLine, Store } from "../../engine/store/store.ts"
import { OperatorActs } from "../../engine/review/operator-act.ts"
import { actView, reviewView } from "../../operations/review/review-view.ts"
import { Reviews } from "../../engine/review/review.ts"
import { eventView } from "../../webhooks/event/event-view.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { deliveryView } from "../../webhooks/webhook/webhook-view.ts"
import { Deliveries } from "../../webhooks/webhook/webhook.ts"
import { explainable, nextOf, transitionsOf } from "./explainable.ts"
import { timeline, withoutSecrets } from "./explained.ts"

type StoredBody = Readonly<Record<string, unknown>> & { readonly history?: ReadonlyArray<Passage> }

/** What a record is shown with at most of each: events, reviews, acts, deliveries of an event, jobs. */
const mostOfAKind = 100

/** Explains the record of an id, whatever its kind. */
export const readExplanation = Effect.fnUntraced(function*(id: string) {
  const raw = yield* recordOf(id)
  const { history = [], ...record } = JSON.parse(raw.body) as StoredBody
  const limit = mostOfAKind
  const now = yield* Clock.currentTimeMillis
  const [events, reviews, acts, postings, jobs, movements] = yield* Effect.all([
    feed(Events, "bySubject", id, { limit }),
    feed(Reviews, "bySubject", id, { limit }),
    feed(OperatorActs, "bySubject", id, { limit }),
    Store.use((store) => store.postings(id)),
    JobQueue.use((queue) => queue.ofSubject(id, limit)),
    list(Movements, "bySubject", id, { limit })
  ])
  const told = raw.kind === "event" ? [id] : events.map(({ value }) => value.id)
  const deliveries = (yield* Effect.forEach(told, (event) => feed(Deliveries, "byEvent", event, { limit }))).flat()
  const traces = {
    transitions: transitionsOf(raw.kind, history),
    postings: postings.map(lineView),
    events: events.map(({ value }) => eventView(value)),
    deliveries: deliveries.map(({ value }) => deliveryView(value)),
    reviews: reviews.map(({ value }) => reviewView(value, now)),
    acts: acts.map(({ value }) => actView(value))
  }
  return {
    kind: raw.kind,
    id,
    version: raw.version,
    accountId: raw.owner,
    record: withoutSecrets(record),
    timeline: timeline(traces),
    ...traces,
    jobs: jobs.map(jobView),
    next: nextOf(raw.kind, raw.body, movements)
  }
})

const recordOf = Effect.fnUntraced(function*(id: string) {
  const questions = Object.keys(explainable).map((kind) => ({ by: "id" as const, kind, id }))
  const found = (yield* Store.use((store) => store.ask(questions))).flat()[0]?.record
  return found ?? (yield* new NotFound({ resource: "Record" }))
})

const lineView = ({ account, amount, asset, at, entry, template }: PostedLine) => ({
  entry,
  template,
  account,
  asset,
  // Smallest units, debit positive; text, because they may pass 2^53.
  amount: amount.toString(),
  at: isoInstant(at)
})
