// Worker step: a provider's fact that waited in the data store is applied as if it had just arrived.
import { Effect, Option } from "effect"
import { ProviderMessages } from "../event/provider-message.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../ports/job-queue.ts"
import { decodeFact } from "../ports/provider-fact.ts"
import { get, settle } from "../ports/records.ts"
import { Store, changeSet } from "../ports/store.ts"
import { applyProviderFact } from "./apply-provider-fact.ts"

/** Applies the job's fact; one about a record that is unknown was raised for review and is done. */
export const applyProviderMessage = Effect.fnUntraced(function*(job: ClaimedJob) {
  const { fact } = Option.getOrThrow(yield* get(ProviderMessages, job.subject)).value
  const isEarly = yield* applyProviderFact(undefined)(decodeFact(fact)).pipe(
    Effect.as(false),
    Effect.catchTags({ NotFound: () => Effect.succeed(false), PaymentNotAsked: () => Effect.succeed(true) })
  )
  if (isEarly) return again(backOffMs(job.attempt), "the payment was not asked for yet")
  yield* Store.use((store) =>
    store.commit(changeSet({ finished: finish(job), settled: [settle(ProviderMessages, job.subject)] }))
  )
  return finished
})
