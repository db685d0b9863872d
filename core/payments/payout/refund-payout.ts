// The operator gives back a payout (spec "Payout status" row 3, "Manual stablecoin refund"): one that failed and is still
// owed, one that came back by a reversal and waits for a person, or one that was paid, at our own loss. The order is
// stored and sent by a job; asked again while it is on its way, or when it has arrived, it changes nothing.
import { Clock, Effect, Option } from "effect"
import { NotFound, StateConflict } from "../../base/errors/errors.ts"
import { type Movement, Movements } from "../movement/movement.ts"
import { Ids } from "../../engine/store/ids.ts"
import { get, list } from "../../engine/store/records.ts"
import { type Actor, actsOf } from "../../engine/review/operator-act.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { payoutFacts } from "./decide-payout.ts"
import { isOrdered } from "../pix-payment/pix-payment.ts"
import { type Payout, Payouts, inWholeUnits, previewOf } from "./payout.ts"

/**
 * Orders the refund and gives it as it stands; a payout that has nothing to give back is in conflict, and so is one that is
 * not any more as the preview that was agreed to has it.
 */
export const refundPayout = Effect.fnUntraced(function*(operator: Actor, transactionId: string, agreed?: string) {
  const { value: payout, version } = yield* payoutOf(transactionId)
  const refundId = yield* Ids.use((ids) => ids.next("rfd", payout.owner))
  const at = yield* Clock.currentTimeMillis
  const action = { action: "payout.refund", owner: payout.owner, subject: payout.id, version, detail: { refundId }, at }
  const fact = (found: Payout) =>
    agreed === undefined || agreed === previewOf(found)
      ? Effect.succeed({ on: "refundOrdered" as const, refundId })
      : Effect.fail(new StateConflict({ resource: "payout", state: "changed since it was previewed" }))
  const outcome = yield* payoutFacts.book(payout.id, fact, { writes: actsOf(operator, action) })
  const { value: after } = yield* payoutOf(transactionId)
  const orders = (yield* list(Movements, "bySubject", payout.id, { limit: 50 })).map(({ value }) => value)
    .filter(({ purpose }) => isOrdered(purpose))
  const order = outcome === "Booked"
    ? orders.find((movement) => orderIn(movement) === refundId)
    : orders.find(({ state }) => statusOf(state) !== "REFUSED")
  return order === undefined
    ? yield* new StateConflict({ resource: "payout", state: after.state })
    : refundView(after, order)
})

const payoutOf = (transactionId: string) =>
  Effect.flatMap(
    get(Payouts, transactionId),
    Option.match({
      onNone: () => Effect.fail(new NotFound({ resource: "Payout" })),
      onSome: (stored) => Effect.succeed(stored)
    })
  )

const statusOf = (state: Movement["state"]) => {
  switch (state) {
    case "DONE":
      return "SENT" as const
    case "REFUSED":
    case "CANCELLED":
      return "REFUSED" as const
    case "PLANNED":
    case "SENDING":
    case "HELD":
    case "CANCELLING":
      return "SENDING" as const
  }
}

const orderIn = ({ about }: Movement): string => about !== null && "order" in about ? about.order : ""

const refundView = (payout: Payout, movement: Movement) => {
  const { createdAt, order, receipt, state } = movement
  if (order.kind !== "delivery") throw new Error(`${payout.id} gives back by something else than a delivery`)
  const { address, network, units } = order
  return {
    refundId: orderIn(movement),
    transactionId: payout.id,
    status: statusOf(state),
    asset: payout.asset,
    network,
    stableAmount: inWholeUnits(payout.asset, units),
    refundTxId: receipt?.kind === "delivery" ? receipt.transactionHash : null,
    refundAddress: address,
    createdAt: isoInstant(createdAt)
  }
}
