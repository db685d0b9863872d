// The trace of a fact, made of its content. Two facts under one event id are the same when their ids, amount and outcome are;
// a payer that one of them does not name is no difference, a different one is.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { type Payer, type ProviderFact, encodeFact } from "../ports/provider-fact.ts"
import { insert } from "../ports/records.ts"
import type { NewJob, Write } from "../ports/store.ts"
import { type FactTrace, FactTraces, keptJobId } from "./provider-fact.ts"

/** The ids, amount and outcome of a fact, the id that it is about first. Ids of the rail compare without case. */
const contentOf = (fact: ProviderFact): readonly [subject: string, ...rest: ReadonlyArray<string | bigint | null>] => {
  switch (fact._tag) {
    case "ChargePaid":
      return [fact.trackId, fact.endToEndId.toUpperCase(), fact.value]
    case "DeliveryDoubted":
      return [fact.trackId]
    case "PixReturned":
      return [fact.endToEndId.toUpperCase(), fact.returnId.toUpperCase(), fact.value]
    case "ReturnRefused":
      return [fact.returnId, fact.endToEndId?.toUpperCase() ?? null]
    case "PaymentSettled":
      return [fact.paymentId, fact.endToEndId?.toUpperCase() ?? null]
    case "PaymentRefused":
      return [fact.paymentId]
    case "PaymentReversed":
      return [fact.paymentId, fact.returnId?.toUpperCase() ?? null, fact.returnedValue]
    case "KycDecided":
      return [fact.attemptId, fact.status]
    case "DisputeMoved":
      return [fact.endToEndId.toUpperCase(), fact.disputeId, fact.value, fact.status]
    case "InvoicePaid":
      return [fact.paymentHash.toLowerCase()]
    case "Unsupported":
      return [fact.subscription]
  }
}

const digestOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32)

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
    payer: fact._tag === "ChargePaid" && fact.payer !== null ? payerOf(id, fact.payer) : null,
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
