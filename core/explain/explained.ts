// What an operator is told of any record: what is stored, secrets left out, and everything that names it, in the order in
// which it happened.
import type { Event } from "../event/event.ts"
import type { PostedLine } from "../ports/store.ts"
import type { OperatorAct } from "../review/operator-act.ts"
import type { Review } from "../review/review.ts"
import { isoInstant } from "../time/instant.ts"
import type { Delivery } from "../webhook/webhook.ts"

// Whatever a field of such a name holds is nobody's business: sealed, hashed or raw.
const secretName =
  /secret|sealed|digest|token|pin$|pin[A-Z]|seed|mnemonic|symmetric|privateKey|signed|payload|^headers$|fingerprint/i
const masked = "•••"

/** A stored value with the secrets in it left out, at any depth. */
export const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      secretName.test(name) && each !== null ? masked : withoutSecrets(each)
    ])
  )
}

/** Everything that names a record. */
export interface Traces {
  readonly postings: ReadonlyArray<PostedLine>
  readonly events: ReadonlyArray<Event>
  readonly deliveries: ReadonlyArray<Delivery>
  readonly reviews: ReadonlyArray<Review>
  readonly acts: ReadonlyArray<OperatorAct>
}

interface Happening {
  readonly at: number
  readonly what: string
  readonly evidence: string
}

const entries = (postings: ReadonlyArray<PostedLine>): ReadonlyArray<Happening> =>
  [...new Map(postings.map((line) => [line.entry, line])).values()].map(({ at, entry, template }) => ({
    at,
    what: `booked ${template}`,
    evidence: entry
  }))

const tries = (delivery: Delivery): ReadonlyArray<Happening> =>
  delivery.attempts.map(({ at, problem }) => ({
    at,
    what: `${problem === null ? "delivered" : "tried"} ${delivery.event}`,
    evidence: problem === null ? delivery.webhookId : `${delivery.webhookId}: ${problem}`
  }))

/** What happened to a record, oldest first. */
export const timeline = (traces: Traces) =>
  [
    ...entries(traces.postings),
    ...traces.events.map(({ createdAt, id, name }) => ({ at: createdAt, what: `emitted ${name}`, evidence: id })),
    ...traces.deliveries.flatMap(tries),
    ...traces.reviews.map(({ createdAt, evidence, reason }) => ({
      at: createdAt,
      what: `review: ${reason}`,
      evidence
    })),
    ...traces.acts.map(({ action, createdAt, requestId }) => ({ at: createdAt, what: action, evidence: requestId }))
  ].toSorted((a, b) => a.at - b.at).map(({ at, evidence, what }) => ({ at: isoInstant(at), what, evidence }))
