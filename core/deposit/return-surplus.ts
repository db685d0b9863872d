// Worker step: sends back a PIX that came in on a paid charge (C41), under its own id, and books the return once the rail
// has settled it. A lost answer is looked up.
import { Clock, Effect, Option } from "effect"
import { entry } from "../ledger/journal.ts"
import { surplusReturned } from "../ledger/templates.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../ports/job-queue.ts"
import { PixRail } from "../ports/pix-rail.ts"
import { get, insert, settle } from "../ports/records.ts"
import { Store, changeSet } from "../ports/store.ts"
import { Reviews, review } from "../review/review.ts"
import { type PixReceipt, PixReceipts } from "./deposit.ts"

/** Returns the job's surplus PIX to its payer. */
export const returnSurplus = Effect.fnUntraced(function*(job: ClaimedJob) {
  const receipt = Option.getOrThrow(yield* get(PixReceipts, job.subject)).value
  const outcome = yield* attemptReturn(receipt, job.attempt)
  const now = yield* Clock.currentTimeMillis
  const ended = { finished: finish(job), settled: [settle(PixReceipts, receipt.id)] }
  switch (outcome._tag) {
    case "Done":
      yield* Store.use((store) => store.commit(changeSet({ entries: [returnEntry(receipt, now)], ...ended })))
      return finished
    case "Refused":
      yield* Store.use((store) => store.commit(changeSet({ writes: [stuck(receipt, outcome.reason, now)], ...ended })))
      return finished
    case "Unknown":
      return again(backOffMs(job.attempt), outcome.reason)
  }
})

const attemptReturn = Effect.fnUntraced(function*(receipt: PixReceipt, attempt: number) {
  const rail = yield* PixRail
  const returnId = `surplus/${receipt.id}`
  if (attempt > 1) {
    const found = yield* rail.lookUpReturn(returnId)
    if (found._tag !== "Absent") return found
  }
  return yield* rail.sendReturn({ returnId, endToEndId: receipt.endToEndId, value: receipt.value })
})

const returnEntry = (receipt: PixReceipt, now: number) =>
  entry({
    id: `${receipt.depositId}/surplusReturned/${receipt.id}`,
    template: "surplusReturned",
    source: receipt.depositId,
    owner: receipt.owner,
    at: now,
    postings: surplusReturned(receipt.owner, receipt.value)
  })

const stuck = (receipt: PixReceipt, reason: string, now: number) =>
  insert(
    Reviews,
    review({
      owner: receipt.owner,
      subject: receipt.depositId,
      reason: `surplus cannot be returned/${receipt.id}`,
      evidence: reason,
      createdAt: now
    })
  )
