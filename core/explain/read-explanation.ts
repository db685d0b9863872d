// GET /admin/explain/{id}: any record with what happened to it, what was booked and told because of it, and what may happen
// next.
import { Effect } from "effect"
import { Events } from "../event/event.ts"
import { NotFound } from "../errors/errors.ts"
import { limits } from "../limits/limits.ts"
import { feed } from "../ports/records.ts"
import { type PostedLine, Store } from "../ports/store.ts"
import { OperatorActs } from "../review/operator-act.ts"
import { actView, reviewView } from "../review/review-view.ts"
import { Reviews } from "../review/review.ts"
import { eventView } from "../event/event-view.ts"
import { isoInstant } from "../time/instant.ts"
import { deliveryView } from "../webhook/webhook-view.ts"
import { Deliveries } from "../webhook/webhook.ts"
import { explainable, nextOf } from "./explainable.ts"
import { timeline, withoutSecrets } from "./explained.ts"

/** Explains the record of an id, whatever its kind. */
export const readExplanation = Effect.fnUntraced(function*(id: string) {
  const raw = yield* recordOf(id)
  const record = JSON.parse(raw.body) as Readonly<Record<string, unknown>>
  const limit = limits.webhooks.endpoints
  const [events, reviews, acts, postings] = yield* Effect.all([
    feed(Events, "bySubject", id, { limit }),
    feed(Reviews, "bySubject", id, { limit }),
    feed(OperatorActs, "bySubject", id, { limit }),
    Store.use((store) => store.postings(id))
  ])
  const told = raw.kind === "event" ? [id] : events.map(({ value }) => value.id)
  const deliveries = (yield* Effect.forEach(told, (event) => feed(Deliveries, "byEvent", event, { limit }))).flat()
  const traces = {
    postings,
    events: events.map(({ value }) => value),
    deliveries: deliveries.map(({ value }) => value),
    reviews: reviews.map(({ value }) => value),
    acts: acts.map(({ value }) => value)
  }
  return {
    kind: raw.kind,
    id,
    version: raw.version,
    accountId: raw.owner,
    record: withoutSecrets(record),
    timeline: timeline(traces),
    postings: postings.map(lineView),
    events: traces.events.map(eventView),
    deliveries: traces.deliveries.map(deliveryView),
    reviews: traces.reviews.map(reviewView),
    acts: traces.acts.map(actView),
    next: nextOf(raw.kind, record)
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
