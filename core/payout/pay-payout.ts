// Worker step: pays the PIX of a debited payout, once, under the payout's own id. An answer that is missing is looked up,
// with a back-off and without end; the PIX is asked for again only when the rail has never heard of it (C10).
import { Effect, Option } from "effect"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../ports/job-queue.ts"
import type { Outcome } from "../ports/outcome.ts"
import { type PaymentReceipt, PixRail } from "../ports/pix-rail.ts"
import { get } from "../ports/records.ts"
import type { PayoutFact } from "./decide-payout.ts"
import { commitPayoutFact } from "./payout-commit.ts"
import { type Payout, Payouts } from "./payout.ts"

/** Pays the job's payout and books what came of it; ends without asking when the rail's event was faster. */
export const payPayout = Effect.fnUntraced(function*(job: ClaimedJob) {
  const payout = Option.getOrThrow(yield* get(Payouts, job.subject)).value
  if (payout.state !== "PAYING" && payout.state !== "UNKNOWN") {
    yield* commitPayoutFact(payout.id, () => Effect.undefined, { finished: finish(job) })
    return finished
  }
  const outcome = yield* attemptPayment(payout, job.attempt)
  if (outcome._tag !== "Unknown") {
    const fact = factOf(outcome)
    yield* commitPayoutFact(payout.id, (current) => Effect.succeed(isNews(current, fact) ? fact : undefined), {
      finished: finish(job)
    })
    return finished
  }
  yield* commitPayoutFact(
    payout.id,
    ({ state }) => Effect.succeed(state === "PAYING" ? { on: "pixUnknown" } : undefined)
  )
  return again(backOffMs(job.attempt), outcome.reason)
})

const attemptPayment = Effect.fnUntraced(function*({ destination, id, value }: Payout, attempt: number) {
  const rail = yield* PixRail
  if (attempt > 1) {
    const found = yield* rail.lookUpPayment(id)
    if (found._tag !== "Absent") return found
  }
  return yield* rail.pay({ paymentId: id, value, destination })
})

const factOf = (outcome: Exclude<Outcome<PaymentReceipt>, { readonly _tag: "Unknown" }>): PayoutFact =>
  outcome._tag === "Done"
    ? { on: "pixSettled", pix: outcome.value }
    : { on: "pixRefused", reason: outcome.reason }

// An event that told of the settlement while this step asked may have left out the id.
const isNews = (current: Payout, fact: PayoutFact): boolean =>
  fact.on !== "pixSettled" || current.paidAt === null || current.endToEndId === null
