// Worker step: the time to pay a Lightning invoice has passed. The node is asked first, for the word that it was paid may
// have been lost, and again until it can say (C10); whoever pays later has paid all the same (0095).
import { Effect, Option } from "effect"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../../engine/store/job-queue.ts"
import { LightningNode } from "../../ports/lightning-node.ts"
import { get } from "../../engine/store/records.ts"
import { lightningInvoiceFacts } from "./decide-lightning-invoice.ts"
import { LightningInvoices } from "./lightning-invoice.ts"

/** Expires the job's invoice when the node knows that it was not paid. */
export const expireLightningInvoice = Effect.fnUntraced(function*(job: ClaimedJob) {
  const { paymentHash, state } = Option.getOrThrow(yield* get(LightningInvoices, job.subject)).value
  // What is not waiting any more ignores it, and the job ends.
  const found = state === "WAITING" ? yield* LightningNode.use((node) => node.lookUpInvoice(paymentHash)) : undefined
  if (found?._tag === "Unknown") return again(backOffMs(job.attempt), found.reason)
  const on = found?._tag === "Done" ? "invoicePaid" as const : "invoiceExpired" as const
  yield* lightningInvoiceFacts.book(job.subject, { on }, { finished: finish(job) })
  return finished
})
