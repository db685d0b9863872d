// Worker step: the time to pay a Lightning invoice has passed. The node is asked first, for the word that it was paid may
// have been lost, and again until it can say (C10); whoever pays later has paid all the same (0095).
import { Clock, Effect, Option } from "effect"
import { reason } from "../../base/reason/reason.ts"
import { reviewOf } from "../../engine/event/book-fact.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../../engine/store/job-queue.ts"
import { LightningNode } from "../../ports/lightning-node.ts"
import { unknown } from "../../ports/outcome.ts"
import { get } from "../../engine/store/records.ts"
import { lightningInvoiceFacts } from "./decide-lightning-invoice.ts"
import { type LightningInvoice, LightningInvoices } from "./lightning-invoice.ts"

/** Expires the job's invoice when the node knows that it was not paid. */
export const expireLightningInvoice = Effect.fnUntraced(function*(job: ClaimedJob) {
  const invoice = Option.getOrThrow(yield* get(LightningInvoices, job.subject)).value
  const { via: account } = invoice
  // What is not waiting any more ignores it, and the job ends.
  const found = invoice.state === "WAITING" ? yield* lookedUp(invoice) : undefined
  if (found?._tag === "Unknown") return again(backOffMs(job.attempt), found.reason)
  const on = found?._tag === "Done" ? "invoicePaid" as const : "invoiceExpired" as const
  // Whoever made it has to know it: something is wrong there, and it may have been paid all the same.
  const at = yield* Clock.currentTimeMillis
  const writes = found?._tag === "Absent" ? [reviewOf(invoice, { code: "chargeNotKnown", account }, at)] : []
  yield* lightningInvoiceFacts.book(job.subject, { on }, { finished: finish(job), writes })
  return finished
})

// That it was never made, or was not paid, counts only from the node that made it.
const lookedUp = Effect.fnUntraced(function*({ paymentHash, sats: amount, via }: LightningInvoice) {
  const node = yield* LightningNode
  const found = yield* node.lookUpInvoice({ paymentHash, amount })
  if (found._tag === "Done" || found._tag === "Unknown") return found
  const account = yield* Effect.orElseSucceed(node.account, () => undefined)
  return account === via ? found : unknown(reason("otherAccount", via))
})
