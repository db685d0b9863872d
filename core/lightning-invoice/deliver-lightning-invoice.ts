// Worker step: pays the PIX of a Lightning invoice, once, under the invoice's own id. Any attempt but the first may follow a
// lost answer, so it looks up first and asks only what was never received (C10).
import { Effect, Option } from "effect"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../ports/job-queue.ts"
import type { Outcome } from "../ports/outcome.ts"
import { type PaymentReceipt, PixRail } from "../ports/pix-rail.ts"
import { get } from "../ports/records.ts"
import type { LightningInvoiceFact } from "./decide-lightning-invoice.ts"
import { type LightningInvoice, LightningInvoices } from "./lightning-invoice.ts"
import { commitFact } from "./invoice-commit.ts"

/** Pays the PIX of the job's invoice and books what came of it; Unknown keeps the job until it is known. */
export const deliverLightningInvoice = Effect.fnUntraced(function*(job: ClaimedJob) {
  const invoice = Option.getOrThrow(yield* get(LightningInvoices, job.subject)).value
  const outcome = yield* attemptPayment(invoice, job.attempt)
  const fact = outcome === undefined ? undefined : factOf(outcome)
  if (fact?.on === "pixUnknown") {
    yield* commitFact(invoice.id, () => Effect.succeed(fact))
    return again(backOffMs(job.attempt), "the PIX is not known yet")
  }
  yield* commitFact(invoice.id, () => Effect.succeed(fact), { finished: finish(job) })
  return finished
})

const attemptPayment = Effect.fnUntraced(function*(invoice: LightningInvoice, attempt: number) {
  const rail = yield* PixRail
  // An event may have told the outcome meanwhile: then there is nothing left to pay.
  if (invoice.state !== "PAYING" && invoice.state !== "UNKNOWN") return undefined
  if (attempt > 1) {
    const found = yield* rail.lookUpPayment(invoice.id)
    if (found._tag !== "Absent") return found
  }
  return yield* rail.pay({ paymentId: invoice.id, value: invoice.value, destination: invoice.destination })
})

const factOf = (outcome: Outcome<PaymentReceipt>): LightningInvoiceFact => {
  switch (outcome._tag) {
    case "Done": {
      const { endToEndId, ...receipt } = outcome.value
      return { on: "pixPaid", endToEndId, receipt }
    }
    case "Refused":
      return { on: "pixRefused", reason: outcome.reason }
    case "Unknown":
      return { on: "pixUnknown" }
  }
}
