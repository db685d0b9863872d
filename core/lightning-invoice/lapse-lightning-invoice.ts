// Worker step: the time to pay a Lightning invoice has passed. The node is asked first, for the word that it was paid may
// have been lost, and again until it can say (C10); whoever pays later has paid all the same (0095).
import { Effect, Option } from "effect"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../ports/job-queue.ts"
import { LightningNode } from "../ports/lightning-node.ts"
import { get } from "../ports/records.ts"
import type { LightningInvoiceFact } from "./decide-lightning-invoice.ts"
import { LightningInvoices } from "./lightning-invoice.ts"
import { commitFact } from "./invoice-commit.ts"

/** Expires the job's invoice when the node knows that it was not paid. */
export const lapseLightningInvoice = Effect.fnUntraced(function*(job: ClaimedJob) {
  const { paymentHash, state } = Option.getOrThrow(yield* get(LightningInvoices, job.subject)).value
  if (state !== "WAITING") {
    yield* commitFact(job.subject, () => Effect.undefined, { finished: finish(job) })
    return finished
  }
  const found = yield* LightningNode.use((node) => node.lookUpInvoice(paymentHash))
  if (found._tag === "Unknown") return again(backOffMs(job.attempt), found.reason)
  const fact: LightningInvoiceFact = { on: found._tag === "Done" ? "invoicePaid" : "invoiceLapsed" }
  yield* commitFact(job.subject, () => Effect.succeed(fact), { finished: finish(job) })
  return finished
})
