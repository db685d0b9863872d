// Worker step: sends the debit that was signed and stored with the payout, once. Any attempt but the first may follow a
// lost answer, so it looks up our id first and sends only what was never received (C10).
import { Effect, Option } from "effect"
import { Chain, type DeliveryReceipt } from "../ports/chain.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../ports/job-queue.ts"
import type { Outcome } from "../ports/outcome.ts"
import { get } from "../ports/records.ts"
import type { PayoutFact } from "./decide-payout.ts"
import { commitPayoutFact } from "./payout-commit.ts"
import { type Payout, Payouts } from "./payout.ts"

/** Debits the job's payout and books what came of it; Unknown keeps the job until it is known. */
export const debitPayout = Effect.fnUntraced(function*(job: ClaimedJob) {
  const payout = Option.getOrThrow(yield* get(Payouts, job.subject)).value
  if (payout.state !== "DEBITING") {
    yield* commitPayoutFact(payout.id, () => Effect.undefined, { finished: finish(job) })
    return finished
  }
  const outcome = yield* attemptDebit(payout, job.attempt)
  if (outcome._tag !== "Unknown") {
    yield* commitPayoutFact(payout.id, () => Effect.succeed(factOf(outcome)), { finished: finish(job) })
    return finished
  }
  yield* commitPayoutFact(
    payout.id,
    ({ doubtedAt }) => Effect.succeed(doubtedAt === null ? { on: "debitUnknown" } : undefined)
  )
  return again(backOffMs(job.attempt), outcome.reason)
})

const attemptDebit = Effect.fnUntraced(function*({ spend }: Payout, attempt: number) {
  const chain = yield* Chain
  if (attempt > 1) {
    const found = yield* chain.lookUp(spend.operationId)
    if (found._tag !== "Absent") return found
  }
  return yield* chain.submit(spend)
})

const factOf = (outcome: Exclude<Outcome<DeliveryReceipt>, { readonly _tag: "Unknown" }>): PayoutFact =>
  outcome._tag === "Done"
    ? { on: "debited", transactionHash: outcome.value.transactionHash }
    : { on: "debitRefused", reason: outcome.reason }
