// Worker step: delivers the asset of a paid deposit, once. The first attempt asks; any later one may follow a lost
// answer, so it looks up our id first and asks only what was never received (C10).
import { Clock, Effect, Option } from "effect"
import { Chain, type DeliveryOrder, type DeliveryReceipt } from "../ports/chain.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../ports/job-queue.ts"
import { onItsWayMs } from "../ports/on-its-way.ts"
import type { Outcome } from "../ports/outcome.ts"
import { get, settle } from "../ports/records.ts"
import type { DepositFact } from "./decide-deposit.ts"
import { type Deposit, Deposits } from "./deposit.ts"
import { commitFact } from "./fact-commit.ts"

/** Runs the delivery of the job's deposit and books what came of it; Unknown keeps the job until it is known. */
export const deliverDeposit = Effect.fnUntraced(function*(job: ClaimedJob) {
  const deposit = Option.getOrThrow(yield* get(Deposits, job.subject)).value
  const outcome = yield* attemptDelivery(deposit, job.attempt)
  if (outcome === "onItsWay") return again(backOffMs(job.attempt), "what was asked for may still arrive")
  // One that went back meanwhile may stay as it is: its delivery ends here all the same, and nowhere else.
  const ended = { finished: finish(job), settled: [settle(Deposits, deposit.id)] }
  if (outcome === undefined) {
    yield* commitFact(deposit.id, () => Effect.succeed(undefined), ended)
    return finished
  }
  const fact = factOf(outcome)
  if (fact.on !== "deliveryUnknown") {
    yield* commitFact(deposit.id, () => Effect.succeed(fact), ended)
    return finished
  }
  yield* commitFact(
    deposit.id,
    ({ processingStep }) => Effect.succeed(processingStep === "DELIVERY_UNKNOWN" ? undefined : fact)
  )
  return again(backOffMs(job.attempt), outcome._tag === "Unknown" ? outcome.reason : "unknown")
})

const attemptDelivery = Effect.fnUntraced(function*(deposit: Deposit, attempt: number) {
  const chain = yield* Chain
  if (attempt > 1) {
    const found = yield* chain.lookUp(operationOf(deposit))
    if (found._tag !== "Absent") return found
  }
  if (deposit.state === "PROCESSING") return yield* chain.deliver(orderOf(deposit))
  // Returned in full: there is nothing left to deliver, but an earlier order may be on its way, where nobody sees it yet.
  const overAt = (deposit.refundedAt ?? 0) + onItsWayMs
  return attempt > 1 && (yield* Clock.currentTimeMillis) < overAt ? "onItsWay" as const : undefined
})

const factOf = (outcome: Outcome<DeliveryReceipt>): DepositFact => {
  switch (outcome._tag) {
    case "Done":
      return { on: "delivered", transactionHash: outcome.value.transactionHash }
    case "Refused":
      return { on: "deliveryRefused", reason: outcome.reason }
    case "Unknown":
      return { on: "deliveryUnknown" }
  }
}

const operationOf = (deposit: Deposit): string => `deliver/${deposit.id}`

const orderOf = (deposit: Deposit): DeliveryOrder => ({
  operationId: operationOf(deposit),
  asset: deposit.delivers,
  network: deposit.network,
  address: deposit.address,
  units: deposit.units
})
