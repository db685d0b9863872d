// What became of each fact that a provider reported: the trace that an operator lists, and what makes an event count once
// (0172). Invariant: the row of a fact that changed something is in the commit of that change.
import { Schema } from "effect"
import { owed } from "../ports/owed.ts"
import { recordKind } from "../ports/records.ts"

/**
 * `applied`: it changed something. `ignored`: it was already known, or too late to matter. `kept`: it arrived early and waits.
 * `review`: it contradicts our records, and a person looks at it. `unsupported`: nothing follows from its kind.
 */
export const factOutcomes = ["applied", "ignored", "kept", "review", "unsupported"] as const
export type FactTraceOutcome = typeof factOutcomes[number]

const FactTrace = Schema.Struct({
  /** The sender, the event and the place of the fact in it; an id of ours where the event has none. */
  id: Schema.String,
  owner: Schema.String,
  /** The name of the inbox, or the account whose key vouched for the fact. */
  sender: Schema.String,
  eventId: Schema.NullOr(Schema.String),
  type: Schema.String,
  /** The id that the fact is about, as the provider names it. */
  subject: Schema.String,
  /** Digest of its ids, amount and outcome. */
  digest: Schema.String,
  /** Digests of who paid, where the fact says. */
  payer: Schema.NullOr(Schema.Struct({ name: Schema.NullOr(Schema.String), taxId: Schema.NullOr(Schema.String) })),
  outcome: Schema.Literals(factOutcomes),
  /** How often it arrived. */
  times: Schema.Int,
  /** The JSON form of the fact while it is kept, and of a return for as long as its payment is unknown. */
  fact: Schema.NullOr(Schema.String),
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type FactTrace = typeof FactTrace.Type

export const FactTraces = recordKind({
  kind: "providerFact",
  schema: FactTrace,
  lists: {
    all: () => "all",
    /** Returns that came before their payment, by its end-to-end id. */
    returns: ({ fact, subject, type }: FactTrace) => type === "PixReturned" && fact !== null ? subject : undefined
  },
  owed: owed<FactTrace>({
    task: "apply-kept-fact",
    id: ({ id }) => keptJobId(id),
    when: ({ outcome }) => outcome === "kept"
  })
})

/** The id of the job that applies a kept fact. */
export const keptJobId = (id: string): string => `kept-fact/${id}`
