// Worker step: sends to the wallet what a payout gives back, once: the asset of a PIX that was refused, what a reversal
// brought, or what the operator ordered. Any attempt but the first looks up our id first (C10). Afterwards the books of
// the wallet are brought to what its chain says.
import { Effect, Option } from "effect"
import { Chain, type DeliveryReceipt } from "../ports/chain.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../ports/job-queue.ts"
import type { Outcome } from "../ports/outcome.ts"
import { type Stored, get, settle } from "../ports/records.ts"
import { isMirrored } from "../wallet/mirror.ts"
import { syncMirror } from "../wallet/mirror-standing.ts"
import { Wallets } from "../wallet/wallet.ts"
import type { PayoutFact } from "./decide-payout.ts"
import { commitPayoutFact } from "./payout-commit.ts"
import { type Payout, type PayoutRefund, PayoutRefunds, PayoutReversals, Payouts, refundPlace } from "./payout.ts"

/** Sends the job's refund and books what came of it; Unknown keeps the job until it is known. */
export const deliverRefund = Effect.fnUntraced(function*(job: ClaimedJob) {
  const { value: refund } = Option.getOrThrow(yield* get(PayoutRefunds, job.subject))
  const { value: payout } = Option.getOrThrow(yield* get(Payouts, refund.payoutId))
  const outcome = yield* attemptDelivery(payout, refund, job.attempt)
  if (outcome._tag === "Unknown") return again(backOffMs(job.attempt), outcome.reason)
  const ended = { finished: finish(job), settled: [settle(PayoutRefunds, refund.id)] }
  yield* commitPayoutFact(payout.id, () => factFor(refund.id, outcome), ended)
  if (isMirrored({ ...payout, ...refundPlace(payout, refund.cause) })) yield* mirrored(payout)
  return finished
})

const attemptDelivery = Effect.fnUntraced(function*(payout: Payout, refund: PayoutRefund, attempt: number) {
  const chain = yield* Chain
  if (attempt > 1) {
    const found = yield* chain.lookUp(refund.id)
    if (found._tag !== "Absent") return found
  }
  const { asset } = payout
  return yield* chain.deliver({
    operationId: refund.id,
    asset,
    ...refundPlace(payout, refund.cause),
    units: refund.units
  })
})

type Known = Exclude<Outcome<DeliveryReceipt>, { readonly _tag: "Unknown" }>

const factFor = Effect.fnUntraced(function*(refundId: string, outcome: Known) {
  const refund = Option.getOrThrow(yield* get(PayoutRefunds, refundId))
  const { reversalId } = refund.value
  const reversal = reversalId === null ? undefined : Option.getOrThrow(yield* get(PayoutReversals, reversalId)).value
  if (reversal !== undefined) return ofReversal({ refund, reversal }, outcome)
  return refund.value.cause === "orderedPaid" ? ofOrder(refund, outcome) : ofRestoration(refund, outcome)
})

const ofReversal = (
  of: Pick<Extract<PayoutFact, { readonly on: "reversalRefunded" }>, "refund" | "reversal">,
  outcome: Known
): PayoutFact =>
  outcome._tag === "Done"
    ? { on: "reversalRefunded", ...of, transactionHash: outcome.value.transactionHash }
    : { on: "reversalRefundRefused", ...of, reason: outcome.reason }

const ofOrder = (refund: Stored<PayoutRefund>, outcome: Known): PayoutFact =>
  outcome._tag === "Done"
    ? { on: "refundedByOperator", refund, transactionHash: outcome.value.transactionHash }
    : { on: "operatorRefundRefused", refund, reason: outcome.reason }

const ofRestoration = (refund: Stored<PayoutRefund>, outcome: Known): PayoutFact =>
  outcome._tag === "Done"
    ? { on: "restored", refund, transactionHash: outcome.value.transactionHash }
    : { on: "restoreRefused", refund, reason: outcome.reason }

// A chain that cannot be asked now is asked before the wallet spends again.
const mirrored = ({ walletId }: Payout) =>
  Effect.flatMap(
    get(Wallets, walletId),
    Option.match({ onNone: () => Effect.void, onSome: ({ value }) => syncMirror(value) })
  ).pipe(Effect.catchTag("ChainUnavailable", () => Effect.void))
