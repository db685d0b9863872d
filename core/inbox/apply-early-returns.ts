// Worker step: the returns that were reported before the payment of a deposit are applied to it, which has no delivery until a
// person decides about the rest (C52, C60).
import { Clock, Effect, Option } from "effect"
import { reason } from "../base/reason/reason.ts"
import { Deposits } from "../payments/deposit/deposit.ts"
import { refundDeposit } from "../payments/deposit/refund-deposit.ts"
import { FactTraces, earlyReturns } from "../engine/event/fact-trace.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../engine/store/job-queue.ts"
import { decodeFact } from "../ports/provider-fact.ts"
import { get, replace } from "../engine/store/records.ts"
import { solvedOf } from "../engine/review/solve-review.ts"
import { Store, changeSet } from "../engine/store/store.ts"

/** Applies the returns of the PIX that funded the job's deposit. */
export const applyEarlyReturns = Effect.fnUntraced(function*(job: ClaimedJob) {
  const deposit = Option.getOrThrow(yield* get(Deposits, job.subject)).value
  const rows = yield* earlyReturns(deposit.endToEndId ?? "")
  for (const row of rows) {
    const fact = decodeFact(row.value.fact ?? "")
    if (fact._tag !== "PixReturned") continue
    const applied = yield* refundDeposit(fact).pipe(
      Effect.catchTag("ReturnIsEarly", () => Effect.succeed("Early" as const))
    )
    if (applied === "Early") return again(backOffMs(job.attempt), reason("maybeOurReturn"))
    const outcome = applied === "Alarmed" ? "review" as const : "applied" as const
    const updatedAt = yield* Clock.currentTimeMillis
    const write = replace(FactTraces, row, { ...row.value, outcome, fact: null, updatedAt })
    const { id, subject } = row.value
    const solved = yield* solvedOf(subject, "returnOfUnknownPix", updatedAt, ({ factId }) => factId === id)
    yield* Store.use((store) => store.commit(changeSet({ writes: [write, ...solved] })))
  }
  yield* Store.use((store) => store.commit(changeSet({ finished: finish(job) })))
  return finished
})
