// Worker step: a provider's message that waited in the data plane is read and applied as if it had just come in.
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Option } from "effect"
import { ProviderMessages } from "../event/provider-message.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../ports/job-queue.ts"
import { ProviderInbox } from "../ports/provider-inbox.ts"
import { get, settle } from "../ports/records.ts"
import { Store, changeSet } from "../ports/store.ts"
import { applyProviderFact } from "./apply-provider-fact.ts"

/** Applies the job's message; one about a record that is unknown was raised for review and is done. */
export const applyProviderMessage = Effect.fnUntraced(function*(job: ClaimedJob) {
  const { body } = Option.getOrThrow(yield* get(ProviderMessages, job.subject)).value
  const now = yield* Clock.currentTimeMillis
  const inbox = yield* ProviderInbox
  const fact = yield* Effect.orDie(inbox.readTrusted({ headers: {}, body: utf8ToBytes(body), now }))
  const isEarly = yield* applyProviderFact(undefined)(fact).pipe(
    Effect.as(false),
    Effect.catchTags({ NotFound: () => Effect.succeed(false), PaymentNotAsked: () => Effect.succeed(true) })
  )
  if (isEarly) return again(backOffMs(job.attempt), "the payment was not asked for yet")
  yield* Store.use((store) =>
    store.commit(changeSet({ finished: finish(job), settled: [settle(ProviderMessages, job.subject)] }))
  )
  return finished
})
