// What became of each fact that a provider reported: the trace that an operator lists, and what makes an event count once
// (0172). Invariant: the row of a fact that changed something is in the commit of that change.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Data, Effect, Schema } from "effect"
import type { Payer } from "../../standards/pix/pix-parties.ts"
import { insert, list, owed, recordKind } from "../store/records.ts"
import { type ProviderFact, encodeFact } from "../../ports/provider-fact.ts"
import type { NewJob, Write } from "../store/store.ts"
import { personalField } from "../store/personal.ts"

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
  personal: {
    purpose: "taking a provider's message once (article 7 V)",
    seenBy: "operators",
    fields: { "payer.name": personalField.payer, "payer.taxId": personalField.payer, fact: personalField.text }
  },
  lists: {
    all: () => "all",
    /** No id of a payment or an attempt is as long as what a stranger may call his. */
    bySubject: ({ subject, type }: FactTrace) => type === "Unsupported" || subject.length > 255 ? undefined : subject,
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
const keptJobId = (id: string): string => `kept-fact/${id}`

// The trace is made of the fact's content. Two facts under one event id are the same when their ids, amount and outcome are; a
// payer that one of them does not name is no difference, a different one is.

/** The ids, amount and outcome of a fact, the id that it is about first. Ids of the rail compare without case. */
const contentOf = (fact: ProviderFact): readonly [subject: string, ...rest: ReadonlyArray<string | bigint | null>] => {
  switch (fact._tag) {
    case "ChargePaid":
      return [fact.trackId, fact.endToEndId.toUpperCase(), fact.value]
    case "PixWithoutCharge":
      return [fact.endToEndId.toUpperCase(), fact.value]
    case "DeliveryDoubted":
      return [fact.trackId]
    case "PixReturned":
      return [fact.endToEndId.toUpperCase(), fact.returnId.toUpperCase(), fact.value]
    case "ReturnRefused":
      return [fact.returnId, fact.endToEndId?.toUpperCase() ?? null]
    case "PaymentSettled":
      return [fact.paymentId, fact.endToEndId?.toUpperCase() ?? null, fact.value ?? null]
    case "PaymentRefused":
      return [fact.paymentId]
    case "PaymentReversed":
      return [fact.paymentId, fact.returnId?.toUpperCase() ?? null, fact.returnedValue]
    case "KycDecided":
      return [fact.attemptId, fact.status]
    case "DisputeMoved":
      return [fact.endToEndId.toUpperCase(), fact.disputeId, fact.value, fact.status]
    case "InvoicePaid":
      return [fact.paymentHash.toLowerCase(), fact.received ?? null]
    case "Unsupported":
      return [fact.subscription]
    case "Unreadable":
      return [fact.place, fact.text]
  }
}

/** A short digest of a text that is not kept. */
export const digestOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32)

// Salted with the row, so that one person's rows cannot be matched by them.
const payerOf = (id: string, { name, taxId }: Payer): NonNullable<FactTrace["payer"]> => ({
  name: name === null ? null : digestOf(`${id}\n${name}`),
  taxId: taxId === null ? null : digestOf(`${id}\n${taxId}`)
})

/** The trace of a fact that arrived at `now` (Unix milliseconds), as one that changes something. */
export const traceOf = (
  fact: ProviderFact,
  { id, now, owner, sender }: {
    readonly id: string
    readonly owner: string
    readonly sender: string
    readonly now: number
  }
): FactTrace => {
  const [subject, ...rest] = contentOf(fact)
  return {
    id,
    owner,
    sender,
    eventId: fact.eventId,
    type: fact._tag,
    subject,
    digest: digestOf(JSON.stringify([fact._tag, subject, ...rest.map((each) => each === null ? null : String(each))])),
    payer: "payer" in fact && fact.payer !== null ? payerOf(id, fact.payer) : null,
    outcome: "applied",
    times: 1,
    fact: null,
    createdAt: now,
    updatedAt: now
  }
}

/** Whether two traces under one event id report different things. */
export const contradicts = (one: FactTrace, other: FactTrace): boolean =>
  one.digest !== other.digest || differs(one.payer?.taxId, other.payer?.taxId) ||
  differs(one.payer?.name, other.payer?.name)

const differs = (one: string | null | undefined, other: string | null | undefined): boolean =>
  (one ?? null) !== null && (other ?? null) !== null && one !== other

/** Keeps a fact to be applied at `runAt` (Unix milliseconds): its trace, and the job of the same commit. */
export const keepFact = (
  fact: ProviderFact,
  trace: FactTrace,
  runAt: number
): { readonly write: Write; readonly job: NewJob } => ({
  write: insert(FactTraces, { ...trace, outcome: "kept", fact: encodeFact(fact) }),
  job: { id: keptJobId(trace.id), task: "apply-kept-fact", subject: trace.id, runAt }
})

// Facts that come before what they are about.

/**
 * A return of a PIX that cannot be placed yet: its payment is unknown, or a return of our own may be the one it reports (C52).
 * The fact has to be kept until its PIX has settled and our own returns of it have an outcome.
 */
export class ReturnIsEarly extends Data.TaggedError("ReturnIsEarly")<{ readonly endToEndId: string }> {}

/**
 * A word of the provider about a PIX that the rail was not asked for yet (0070): it has to be told again, or kept until the rail
 * was asked for it.
 */
export class PaymentNotAsked extends Data.TaggedError("PaymentNotAsked")<{ readonly paymentId: string }> {}

/**
 * Traces of returns of a PIX that wait for their payment. A record never leaves a list, so those that are applied are left
 * out.
 */
export const earlyReturns = (endToEndId: string) =>
  list(FactTraces, "returns", endToEndId.toUpperCase(), { limit: 50 }).pipe(
    Effect.map((rows) => rows.filter(({ value }) => value.fact !== null))
  )
