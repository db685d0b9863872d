// The facts of one message as it arrives: each is applied at once and by itself, so that one that fails keeps none of the
// others, and each leaves its trace. A fact that arrives before we requested what it reports waits in the data store until its
// time has come. The message is acknowledged once every fact is applied or kept (0172).
import { Cause, Clock, Effect, Exit } from "effect"
import type { Caller } from "../access/caller.ts"
import { NotFound } from "../errors/errors.ts"
import { type FactTrace, type FactTraceOutcome, FactTraces, keepFact, traceOf } from "../event/fact-trace.ts"
import { operatorOwner } from "../ids/ids.ts"
import { Ids } from "../ports/ids.ts"
import { backOffMs } from "../ports/job-queue.ts"
import type { ProviderFact } from "../ports/provider-fact.ts"
import { insert } from "../ports/records.ts"
import { Store, changeSet } from "../ports/store.ts"
import { type Applied, applyProviderFact } from "./apply-provider-fact.ts"
import { repeatTrace } from "./repeat-trace.ts"

/** Who vouches for the facts: the provider of an inbox, or a key owner for his own sandbox charges. */
export interface Sender {
  /** The name of the inbox. */
  readonly inbox: string
  readonly caller?: Caller | undefined
}

/**
 * Takes the facts of a message. Fails when one of them did: with what may succeed later rather than with what we do not have.
 */
export const takeProviderFacts = Effect.fnUntraced(function*(sender: Sender, facts: ReadonlyArray<ProviderFact>) {
  const exits = yield* Effect.forEach(placed(facts), ([fact, place]) => Effect.exit(takeFact(sender, fact, place)))
  const failures = exits.filter(Exit.isFailure)
  const failure = failures.find(({ cause }) => !isMissing(cause)) ?? failures[0]
  if (failure !== undefined) yield* failure
})

const isMissing = (cause: Cause.Cause<unknown>): boolean => Cause.squash(cause) instanceof NotFound

// The place among the facts of the same event, so that a message that is batched in another way has the same ids.
const placed = (facts: ReadonlyArray<ProviderFact>): ReadonlyArray<readonly [fact: ProviderFact, place: number]> =>
  facts.map((fact, index) => [fact, facts.slice(0, index).filter(({ eventId }) => eventId === fact.eventId).length])

const takeFact = Effect.fnUntraced(function*({ caller, inbox }: Sender, fact: ProviderFact, place: number) {
  const now = yield* Clock.currentTimeMillis
  const sender = caller?.account.id ?? inbox
  const id = fact.eventId === null
    ? yield* Ids.use((ids) => ids.next("fct", operatorOwner))
    : `${sender}/${fact.eventId}/${place}`
  const trace = traceOf(fact, { id, owner: caller?.account.id ?? "provider", sender, now })
  const applied = yield* applyProviderFact(caller, [insert(FactTraces, trace)])(fact).pipe(
    Effect.catchTags({
      PaymentNotAsked: () => Effect.succeed("Early" as const),
      ReturnIsEarly: () => Effect.succeed("Early" as const)
    })
  )
  switch (applied) {
    case "Booked":
      return
    case "Early":
      return yield* keep(fact, trace, now)
    case "Known":
    case "Rejected":
    case "EventReused":
    case "Alarmed":
    case "Unsupported":
      return yield* note({ ...trace, outcome: outcomes[applied] })
  }
})

const outcomes: Readonly<Record<Exclude<Applied, "Booked">, FactTraceOutcome>> = {
  Known: "ignored",
  Rejected: "ignored",
  EventReused: "ignored",
  Alarmed: "review",
  Unsupported: "unsupported"
}

const note = (trace: FactTrace) =>
  Store.use((store) => store.commit(changeSet({ writes: [insert(FactTraces, trace)] }))).pipe(
    Effect.catchTag("DuplicateKey", () => repeatTrace(trace))
  )

const keep = (fact: ProviderFact, trace: FactTrace, now: number) => {
  const { job, write } = keepFact(fact, trace, now + backOffMs(1))
  return Store.use((store) => store.commit(changeSet({ writes: [write], jobs: [job] }))).pipe(
    Effect.catchTag("DuplicateKey", () => repeatTrace(trace))
  )
}
