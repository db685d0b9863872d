// What an operator is notified of any record: what is stored, secrets left out, and everything that names it, in the order in
// which it happened.
import type { Reason } from "../../base/reason/reason.ts"
import type { ReviewReason } from "../../base/reason/review-reason.ts"
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
    readonly leg: number | null
    readonly cause: Reason | null
  }>
  readonly postings: ReadonlyArray<{ readonly at: string; readonly entry: string; readonly template: string }>
  readonly events: ReadonlyArray<Pick<ReturnType<typeof eventView>, "createdAt" | "event" | "id">>
  readonly deliveries: ReadonlyArray<Pick<ReturnType<typeof deliveryView>, "attempts" | "event" | "webhookId">>
  readonly reviews: ReadonlyArray<Pick<ReturnType<typeof reviewView>, "cause" | "createdAt" | "evidence" | "reason">>
  readonly acts: ReadonlyArray<
    Pick<ReturnType<typeof actView>, "action" | "approvedBy" | "by" | "createdAt" | "requestId">
  >
}

/** What happened, for whoever puts it in other words. */
export type Happened =
  | {
    readonly verb: "moved"
    readonly on: string
    readonly from: string
    readonly to: string
    readonly leg: number | null
    readonly proof: string | null
    readonly cause: Reason | null
  }
  | { readonly verb: "booked"; readonly template: string }
  | { readonly verb: "emitted"; readonly event: string }
  | { readonly verb: "delivered"; readonly event: string; readonly webhookId: string }
  | { readonly verb: "tried"; readonly event: string; readonly webhookId: string; readonly cause: Reason }
  | { readonly verb: "review"; readonly cause: ReviewReason }
  | { readonly verb: "act"; readonly action: string }

/** One line of a timeline. */
export interface Happening {
  readonly at: string
  /** In English, with what says so. */
  readonly what: string
  readonly evidence: string
  readonly happened: Happened
  /** The operator or service token that did it, by name; only of what an operator did. */
  readonly by?: string
  /** The second operator who agreed to it, by name. */
  readonly approvedBy?: string
}

const entries = (postings: Traces["postings"]): ReadonlyArray<Happening> =>
  [...new Map(postings.map((line) => [line.entry, line])).values()].map(({ at, entry, template }) => ({
    at,
    what: `booked ${template}`,
    evidence: entry,
    happened: { verb: "booked", template }
  }))

const tries = ({ attempts, event, webhookId }: Traces["deliveries"][number]): ReadonlyArray<Happening> =>
  attempts.map(({ at, cause, problem }) => ({
    at,
    what: `${cause === null ? "delivered" : "tried"} ${event}`,
    evidence: cause === null ? webhookId : `${webhookId}: ${problem}`,
    happened: cause === null
      ? { verb: "delivered", event, webhookId }
      : { verb: "tried", event, webhookId, cause }
  }))

/** What happened to a record, oldest first: of what is shown of it and of nothing else. */
export const timeline = (traces: Traces): ReadonlyArray<Happening> =>
  [
    ...traces.transitions.map(({ at, cause, evidence, from, leg, on, to }): Happening => ({
      at,
      what: `moved ${on}: ${from} → ${to}`,
      evidence: leg === null ? evidence ?? "" : `leg ${leg}${evidence === null ? "" : `: ${evidence}`}`,
      happened: { verb: "moved", on, from, to, leg, proof: cause === null ? evidence : null, cause }
    })),
    ...entries(traces.postings),
    ...traces.events.map(({ createdAt, event, id }): Happening => ({
      at: createdAt,
      what: `emitted ${event}`,
      evidence: id,
      happened: { verb: "emitted", event }
    })),
    ...traces.deliveries.flatMap(tries),
    ...traces.reviews.map(({ cause, createdAt, evidence, reason }): Happening => ({
      at: createdAt,
      what: `review: ${reason}`,
      evidence,
      happened: { verb: "review", cause }
    })),
    ...traces.acts.map(({ action, approvedBy, by, createdAt, requestId }): Happening => ({
      at: createdAt,
      what: action,
      evidence: requestId,
      happened: { verb: "act", action },
      ...(by === null ? {} : { by: by.name }),
      ...(approvedBy === null ? {} : { approvedBy: approvedBy.name })
    }))
  ].toSorted((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : 0)
