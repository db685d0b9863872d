// Worker step: sends the sats of a Lightning invoice back (C21; 0096). The address is asked for one invoice, which is stored
// before it is paid; from then on it is that invoice or none, and a lost answer is looked up.
import { Clock, Effect, Option } from "effect"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../ports/job-queue.ts"
import { LightningNode, type LightningReceipt } from "../ports/lightning-node.ts"
import type { Outcome } from "../ports/outcome.ts"
import { type Stored, get, replace } from "../ports/records.ts"
import { resolveInvoice } from "../ports/resolve-invoice.ts"
import { Store, changeSet } from "../ports/store.ts"
import type { LightningInvoiceFact } from "./decide-lightning-invoice.ts"
import { type LightningInvoice, LightningInvoices, refundFeeBound, refundOperation } from "./lightning-invoice.ts"
import { commitFact } from "./invoice-commit.ts"

type Refund = NonNullable<LightningInvoice["refund"]>

/** How often an address that gives no invoice is asked before the operator is: about three hours. */
const resolveTries = 40

/** Sends the sats of the job's invoice back and books what came of it; Unknown keeps the job until it is known. */
export const returnLightningInvoice = Effect.fnUntraced(function*(job: ClaimedJob) {
  const before = Option.getOrThrow(yield* get(LightningInvoices, job.subject))
  const { refund } = before.value
  if (refund === null || !isAwaited(before.value, refund, job)) return yield* end(job, undefined)
  return yield* store(before, refund).pipe(
    Effect.flatMap((bolt11) => attemptRefund(before.value, refund, bolt11, job.attempt)),
    Effect.flatMap((outcome) =>
      outcome._tag === "Unknown"
        ? Effect.succeed(again(backOffMs(job.attempt), outcome.reason))
        : end(job, factOf(outcome))
    ),
    // The address gave no invoice, so nothing was sent: asked again, until a person has to find another way.
    Effect.catchTag("AddressUnresolved", ({ permanent, reason }) =>
      permanent || job.attempt >= resolveTries
        ? end(job, { on: "refundRefused", reason })
        : Effect.succeed(again(backOffMs(job.attempt), reason)))
  )
})

// A job of an earlier try finds a later one, or an end, and has nothing left to do.
const isAwaited = ({ state }: LightningInvoice, refund: Refund, job: ClaimedJob): boolean =>
  (state === "REFUNDING" || state === "RETURNING" || state === "GIVING_BACK") && refund.sentAt === null &&
  job.id.endsWith(`/${refund.number}`)

const end = (job: ClaimedJob, fact: LightningInvoiceFact | undefined) =>
  Effect.as(commitFact(job.subject, () => Effect.succeed(fact), { finished: finish(job) }), finished)

// The invoice that is paid: the one on record, or the one that the address gives now and that is on record from here on.
const store = Effect.fnUntraced(function*(before: Stored<LightningInvoice>, refund: Refund) {
  if (refund.bolt11 !== null) return refund.bolt11
  const bolt11 = yield* resolveInvoice(refund.address, refund.sats)
  const updatedAt = yield* Clock.currentTimeMillis
  const after: LightningInvoice = { ...before.value, refund: { ...refund, bolt11 }, updatedAt }
  yield* Store.use((books) => books.commit(changeSet({ writes: [replace(LightningInvoices, before, after)] })))
  return bolt11
})

const attemptRefund = Effect.fnUntraced(function*(
  invoice: LightningInvoice,
  { number, sats }: Refund,
  bolt11: string,
  attempt: number
) {
  const node = yield* LightningNode
  const operationId = refundOperation(invoice, number)
  if (attempt > 1) {
    const found = yield* node.lookUpPayment(operationId)
    if (found._tag !== "Absent") return found
  }
  return yield* node.pay({ operationId, bolt11, maximumFee: refundFeeBound(sats) })
})

const factOf = (outcome: Exclude<Outcome<LightningReceipt>, { readonly _tag: "Unknown" }>): LightningInvoiceFact => {
  switch (outcome._tag) {
    case "Done":
      return { on: "refundSent", paymentHash: outcome.value.paymentHash, networkFee: outcome.value.fee }
    case "Refused":
      return { on: "refundRefused", reason: outcome.reason }
  }
}
