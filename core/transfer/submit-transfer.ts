// Worker step: brings a transfer to its end that its request may have left: finds out by our id what became of it, sends
// what never arrived, and books what the chain says (C10).
import { Effect, Option } from "effect"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../ports/job-queue.ts"
import { get } from "../ports/records.ts"
import { Store, changeSet } from "../ports/store.ts"
import { commitFact } from "./fact-commit.ts"
import { chainAnswer, factOf } from "./transfer-standing.ts"
import { Transfers } from "./transfer.ts"

/** Ends with the transfer; Unknown keeps the job until it is known. */
export const submitTransfer = Effect.fnUntraced(function*(job: ClaimedJob) {
  const transfer = Option.getOrThrow(yield* get(Transfers, job.subject)).value
  if (transfer.state !== "SUBMITTED") {
    yield* Store.use((store) => store.commit(changeSet({ finished: finish(job) })))
    return finished
  }
  const fact = factOf(yield* chainAnswer(transfer))
  yield* commitFact(transfer.id, fact, fact.on === "unknown" ? [] : finish(job))
  return fact.on === "unknown" ? again(backOffMs(job.attempt), "the chain cannot say yet") : finished
})
