// The facts of one message as it arrives: each is applied at once and by itself, so that one that fails keeps none of the
// others. A fact that arrives before we requested what it reports waits in the data store until its time has come. The
// message is acknowledged once every fact is applied or kept; a message that is sent again repeats only what failed.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Cause, Clock, Effect, Exit } from "effect"
import type { Caller } from "../access/caller.ts"
import { NotFound } from "../errors/errors.ts"
import { queueFact } from "../event/provider-message.ts"
import { backOffMs } from "../ports/job-queue.ts"
import { type ProviderFact, encodeFact } from "../ports/provider-fact.ts"
import { Store, changeSet } from "../ports/store.ts"
import { applyProviderFact } from "./apply-provider-fact.ts"

/**
 * Takes the facts of a message; `caller` is undefined when the provider itself vouches for them. Fails when one of them did:
 * with what may succeed later rather than with what we do not have.
 */
export const takeProviderFacts = Effect.fnUntraced(
  function*(caller: Caller | undefined, facts: ReadonlyArray<ProviderFact>) {
    const exits = yield* Effect.forEach(facts, (fact) => Effect.exit(takeFact(caller, fact)))
    const failures = exits.filter(Exit.isFailure)
    const failure = failures.find(({ cause }) => !isMissing(cause)) ?? failures[0]
    if (failure !== undefined) yield* failure
  }
)

const isMissing = (cause: Cause.Cause<unknown>): boolean => Cause.squash(cause) instanceof NotFound

const takeFact = (caller: Caller | undefined, fact: ProviderFact) =>
  Effect.catchTag(applyProviderFact(caller)(fact), "PaymentNotAsked", () => keep(fact))

const keep = Effect.fnUntraced(function*(fact: ProviderFact) {
  const now = yield* Clock.currentTimeMillis
  const text = encodeFact(fact)
  const id = `early/${bytesToHex(sha256(utf8ToBytes(text)))}`
  const { job, write } = queueFact({ id, fact: text, now, runAt: now + backOffMs(1) })
  yield* Store.use((store) => store.commit(changeSet({ writes: [write], jobs: [job] }))).pipe(
    // It was sent again while it waits.
    Effect.catchTag("DuplicateKey", () => Effect.void)
  )
})
