// What an operator is notified of any record: what is stored, secrets left out, and everything that names it, in the order in
// which it happened.
import type { eventView } from "../../webhooks/event/event-view.ts"
import type { actView, reviewView } from "../../operations/review/review-view.ts"
import type { deliveryView } from "../../webhooks/webhook/webhook-view.ts"

// Whatever a field of such a name holds is no one's business: sealed, hashed or raw.
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

/** What a record went through, and everything that names it, as whoever reads it is shown them. */
export interface Traces {
  readonly transitions: ReadonlyArray<{
    readonly at: string
    readonly from: string
    readonly on: string
    readonly to: string
    readonly evidence: string | null
  }>
  readonly postings: ReadonlyArray<{ readonly at: string; readonly entry: string; readonly template: string }>
  readonly events: ReadonlyArray<Pick<ReturnType<typeof eventView>, "createdAt" | "event" | "id">>
  readonly deliveries: ReadonlyArray<Pick<ReturnType<typeof deliveryView>, "attempts" | "event" | "webhookId">>
  readonly reviews: ReadonlyArray<Pick<ReturnType<typeof reviewView>, "createdAt" | "evidence" | "reason">>
  readonly acts: ReadonlyArray<
    Pick<ReturnType<typeof actView>, "action" | "approvedBy" | "by" | "createdAt" | "requestId">
  >
}

/** One line of a timeline. */
export interface Happening {
  readonly at: string
  readonly what: string
  readonly evidence: string
  /** The operator or service token that did it, by name; only of what an operator did. */
  readonly by?: string
  /** The second operator who agreed to it, by name. */
  readonly approvedBy?: string
}

const entries = (postings: Traces["postings"]): ReadonlyArray<Happening> =>
  [...new Map(postings.map((line) => [line.entry, line])).values()].map(({ at, entry, template }) => ({
    at,
    what: `booked ${template}`,
    evidence: entry
  }))

const tries = ({ attempts, event, webhookId }: Traces["deliveries"][number]): ReadonlyArray<Happening> =>
  attempts.map(({ at, problem }) => ({
    at,
    what: `${problem === null ? "delivered" : "tried"} ${event}`,
    evidence: problem === null ? webhookId : `${webhookId}: ${problem}`
  }))

/** What happened to a record, oldest first: of what is shown of it and of nothing else. */
export const timeline = (traces: Traces): ReadonlyArray<Happening> =>
  [
    ...traces.transitions.map(({ at, evidence, from, on, to }) => ({
      at,
      what: `moved ${on}: ${from} → ${to}`,
      evidence: evidence ?? ""
    })),
    ...entries(traces.postings),
    ...traces.events.map(({ createdAt, event, id }) => ({ at: createdAt, what: `emitted ${event}`, evidence: id })),
    ...traces.deliveries.flatMap(tries),
    ...traces.reviews.map(({ createdAt, evidence, reason }) => ({
      at: createdAt,
      what: `review: ${reason}`,
      evidence
    })),
    ...traces.acts.map(({ action, approvedBy, by, createdAt, requestId }) => ({
      at: createdAt,
      what: action,
      evidence: requestId,
      ...(by === null ? {} : { by: by.name }),
      ...(approvedBy === null ? {} : { approvedBy: approvedBy.name })
    }))
  ].toSorted((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : 0)
