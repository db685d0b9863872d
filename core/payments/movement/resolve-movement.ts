// The operator says what became of a movement that no one else can: with evidence, and only of what was sent, of what a person had
// to do at the provider (0233), or of what may have been sent before a restore (0253). The port is asked once more first, and what it knows wins. That it did not happen is a cancel: in
// conflict as long as it may still happen.
import { Clock, Effect } from "effect"
import { reason } from "../../base/reason/reason.ts"
import { StateConflict } from "../../base/errors/errors.ts"
import { unitsUnsafe } from "../../base/money/units.ts"
import { type Actor, actsOf } from "../../engine/review/operator-act.ts"
import { bookMovement } from "./perform-movement.ts"
import type { MovementFact } from "./decide-movement.ts"
import { kindOf } from "./kinds.ts"
import { onItsWayMs } from "../../ports/on-its-way.ts"
import { absent } from "../../ports/outcome.ts"
import { Store } from "../../engine/store/store.ts"
import { lookUp } from "./asked.ts"
import { type Movement, isLeftToPerson, isPerhapsSent } from "./movement.ts"
import { movementOf, movementView } from "./movement-view.ts"
import type { Subjects } from "./news.ts"
import type { MovementReceipt } from "./order.ts"

export interface ResolveMovement {
  readonly movementId: string
  readonly outcome: "DONE" | "REFUSED"
  /**
   * The transaction hash or end-to-end id of what happened, and for a swap in a pool what it gave beside it, as `<transfer> 10050 sats`;
   * for what did not, how the operator knows.
   */
  readonly evidence: string
}

/** Books the outcome with what it means for the record, and gives the movement as it stands then. */
export const resolveMovement = <R>(subjects: Subjects<R>) =>
  Effect.fnUntraced(function*(operator: Actor, { evidence, movementId, outcome }: ResolveMovement) {
    const { value: movement, version } = yield* movementOf(movementId)
    const { order, owner, sentAt, state } = movement
    const isOpen = state === "SENDING" || state === "HELD" || state === "CANCELLING" ||
      (state === "REFUSED" && outcome === "DONE")
    if (!isOpen || (sentAt === null && !isLeftToPerson(movement) && !isPerhapsSent(movement))) {
      return yield* new StateConflict({ resource: "movement", state })
    }
    const at = yield* Clock.currentTimeMillis
    const asked = yield* lookUp(movement)
    const isOver = asked._tag === "Done" || asked._tag === "Refused"
    // What did not happen must not happen later either.
    const found = isOver || outcome === "DONE" ? asked : yield* ended(movement)
    if (found === undefined) return yield* new StateConflict({ resource: "movement", state })
    const known: MovementFact | undefined = found._tag === "Done"
      ? { on: "done", receipt: found.value }
      : found._tag === "Refused"
      ? { on: "refused", reason: found.reason }
      : undefined
    const receipt = receiptOf(order.kind, evidence, at)
    const told: MovementFact | undefined = outcome === "REFUSED"
      ? { on: "refused", reason: reason("saidByOperator", evidence) }
      : receipt && { on: "done", receipt }
    const fact = known ?? told
    if (fact === undefined) return yield* new StateConflict({ resource: "movement", state })
    const detail = { outcome, evidence, knownBy: known === undefined ? "operator" : "port" }
    const acts = actsOf(operator, { action: "movement.resolve", owner, subject: movementId, version, detail, at })
    yield* bookMovement(subjects, movementId, fact, { writes: acts })
    return movementView((yield* movementOf(movementId)).value)
  })

// What is known of a movement that cannot happen any more; undefined while it can. The chain adapter withdraws it: nothing of it is sent from
// now on, and what was signed is spent. Anywhere else whoever claimed it last may still be asking for it.
const ended = Effect.fnUntraced(function*({ id, order, sentAt }: Movement) {
  if (sentAt === null) return absent
  const { absentAfterMs, cancel } = kindOf(order)
  if (cancel !== undefined) {
    const found = yield* cancel(id, order)
    return found._tag === "Unknown" ? undefined : found
  }
  const usual = yield* absentAfterMs
  const wait = Number.isFinite(usual) ? Math.max(usual, onItsWayMs) : onItsWayMs
  return (yield* Store.use((store) => store.now)) < sentAt + wait ? undefined : absent
})

// What a pool gave is not known by an id alone.
const swapped = /^(\S{1,200}) ([1-9]\d{0,15}) sats$/

const receiptOf = (kind: MovementReceipt["kind"], evidence: string, at: number): MovementReceipt | undefined => {
  switch (kind) {
    case "delivery":
    case "spend":
      return { kind, transactionHash: evidence }
    case "pixPayment":
      return { kind, endToEndId: evidence, paidAt: at, payerIspb: null, receiver: null }
    case "pixReturn":
      return { kind, returnEndToEndId: evidence }
    case "tokenTransfer":
    case "satsTransfer":
      return { kind, transferId: evidence }
    case "userPayment":
      return { kind, requestId: evidence, fee: null }
    case "lightningPayment":
      return { kind, paymentHash: evidence, preimage: null, fee: null }
    case "poolSwap": {
      const [, transferId, sats] = swapped.exec(evidence) ?? []
      if (transferId === undefined || sats === undefined) return undefined
      return { kind, requestId: transferId, transferId, sats: unitsUnsafe("BTC", BigInt(sats)) }
    }
  }
}
