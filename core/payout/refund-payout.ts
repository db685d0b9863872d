// The operator gives back a payout (spec "Payout status" row 3, "Manual stablecoin refund"): one that failed and is still
// owed, one that came back by a reversal and waits for a person, or one that was paid, at our own loss. The order is
// stored and sent by a job; asked again while it is on its way, or when it has arrived, it changes nothing.
import { Clock, Effect, Option } from "effect"
import { NotFound, StateConflict } from "../errors/errors.ts"
import { Ids } from "../ports/ids.ts"
import { get, list } from "../ports/records.ts"
import { type Operator, actOf } from "../review/operator-act.ts"
import { isoInstant } from "../time/instant.ts"
import { commitPayoutFact } from "./payout-commit.ts"
import { type Payout, type PayoutRefund, PayoutRefunds, Payouts, refundPlace } from "./payout.ts"
import { inWholeUnits } from "./payout-view.ts"
import { previewOf } from "./planned-refund.ts"

/**
 * Orders the refund and gives it as it stands; a payout that has nothing to give back is in conflict, and so is one that is
 * not any more as the preview that was agreed to has it.
 */
export const refundPayout = Effect.fnUntraced(function*(operator: Operator, transactionId: string, agreed?: string) {
  const { value: payout, version } = yield* payoutOf(transactionId)
  const refundId = yield* Ids.use((ids) => ids.next("rfd", payout.owner))
  const at = yield* Clock.currentTimeMillis
  const deed = { action: "payout.refund", owner: payout.owner, subject: payout.id, version, detail: { refundId }, at }
  const outcome = yield* commitPayoutFact(
    payout.id,
    (standing) =>
      agreed === undefined || agreed === previewOf(standing)
        ? Effect.succeed({ on: "refundOrdered" as const, refundId })
        : Effect.fail(new StateConflict({ resource: "payout", state: "changed since it was previewed" })),
    { writes: [actOf(operator, deed)] }
  )
  const { value: after } = yield* payoutOf(transactionId)
  const standing = outcome === "Booked" ? yield* orderedRefund(refundId) : yield* lastOrdered(after)
  return standing === undefined
    ? yield* new StateConflict({ resource: "payout", state: after.state })
    : refundView(after, standing)
})

const payoutOf = (transactionId: string) =>
  Effect.flatMap(
    get(Payouts, transactionId),
    Option.match({
      onNone: () => Effect.fail(new NotFound({ resource: "Payout" })),
      onSome: (stored) => Effect.succeed(stored)
    })
  )

const orderedRefund = (refundId: string) =>
  Effect.map(get(PayoutRefunds, refundId), (found) => Option.getOrUndefined(found)?.value)

/** The last manual refund of a payout that was not refused. */
const lastOrdered = (payout: Payout) =>
  Effect.map(
    list(PayoutRefunds, "byPayout", payout.id, { limit: 50 }),
    (rows) =>
      rows.map(({ value }) => value).find(({ cause, state }) => cause.startsWith("ordered") && state !== "REFUSED")
  )

const refundView = (payout: Payout, refund: PayoutRefund) => {
  const { address, network } = refundPlace(payout, refund.cause)
  return {
    refundId: refund.id,
    transactionId: payout.id,
    status: refund.state,
    asset: payout.asset,
    network,
    stableAmount: inWholeUnits(payout.asset, refund.units),
    refundTxId: refund.transactionHash,
    refundAddress: address,
    createdAt: isoInstant(refund.createdAt)
  }
}
