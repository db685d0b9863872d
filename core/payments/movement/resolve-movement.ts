// The operator says what became of a movement that no one else can: with evidence, and only of what was sent, of what a person had
// to do at the provider (0233), or of what may have been sent before a restore (0253). The port is asked once more first, and what it knows
// wins, unless its proof settled another movement. That it did not happen is a cancel: in conflict as long as it may still happen. Where
// another amount moved than was ordered, he names it, and the difference is in suspense until he says what became of that (C71; 0263).
import { Clock, Effect, Option, Result } from "effect"
import { parseDecimal, printHeld } from "../../base/money/decimal.ts"
import { reason } from "../../base/reason/reason.ts"
import { EvidenceUsed, StateConflict, type ValidationFailed, invalidField } from "../../base/errors/errors.ts"
import { unitsUnsafe } from "../../base/money/units.ts"
import { type Actor, actsOf } from "../../engine/review/operator-act.ts"
import { get } from "../../engine/store/records.ts"
import { bookMovement, usedProof } from "./perform-movement.ts"
import { type MovementFact, takenBy } from "./decide-movement.ts"
import { FloatLevels, kindOf, mayGive } from "./kinds.ts"
import { onItsWayMs } from "../../ports/on-its-way.ts"
import { absent } from "../../ports/outcome.ts"
import { Store } from "../../engine/store/store.ts"
import { amountSaid, lookUp } from "./asked.ts"
import { type Movement, isLeftToPerson, isPerhapsSent, orderedOf, suspenseOf } from "./movement.ts"
import { movementOf, movementView } from "./movement-view.ts"
import type { Subjects } from "./news.ts"
import type { MovementOrder, MovementReceipt } from "./order.ts"

export interface ResolveMovement {
  readonly movementId: string
  /** `LOST`: what moved beyond the order of a movement that is done does not come back. */
  readonly outcome: "DONE" | "REFUSED" | "LOST"
  /**
   * The transaction hash or end-to-end id of what happened, and for a swap in a pool what it gave beside it, as `<transfer> 10050 sats`;
   * for what did not, how the operator knows.
   */
  readonly evidence: string
  /** How much moved in all, where that is not what was ordered: decimal text of the order's asset. */
  readonly amount?: string | undefined
}

/** Books the outcome with what it means for the record, and gives the movement as it stands then. */
export const resolveMovement = <R>(subjects: Subjects<R>) =>
  Effect.fnUntraced(function*(operator: Actor, { amount, evidence, movementId, outcome }: ResolveMovement) {
    const { value: movement, version } = yield* movementOf(movementId)
    const { owner, sentAt, state } = movement
    const at = yield* Clock.currentTimeMillis
    const conflict = new StateConflict({ resource: "movement", state })
    const book = Effect.fnUntraced(function*(fact: MovementFact, knownBy: "operator" | "port") {
      const detail = { outcome, evidence, ...amount === undefined ? {} : { amount }, knownBy }
      const acts = actsOf(operator, { action: "movement.resolve", owner, subject: movementId, version, detail, at })
      const booked = yield* bookMovement(subjects, movementId, fact, { writes: acts })
      if (booked === "ProofUsed") return yield* new EvidenceUsed({ evidence })
      return movementView((yield* movementOf(movementId)).value)
    })
    if (state === "DONE") {
      const restated = yield* restatedBy(movement, outcome, amount)
      return restated === undefined ? yield* conflict : yield* book(restated, "operator")
    }
    const isOpen = state === "SENDING" || state === "HELD" || state === "CANCELLING" ||
      (state === "REFUSED" && outcome === "DONE")
    if (!isOpen || outcome === "LOST" || (sentAt === null && !isLeftToPerson(movement) && !isPerhapsSent(movement))) {
      return yield* conflict
    }
    const asked = yield* believed(movement)
    const isOver = asked._tag === "Done" || asked._tag === "Refused"
    const said = amountSaid(asked)
    // Another amount left under its id, so it has not failed to happen.
    if (outcome === "REFUSED" && said !== undefined) return yield* conflict
    // What did not happen must not happen later either.
    const found = isOver || outcome === "DONE" ? asked : yield* ended(movement)
    if (found === undefined) return yield* conflict
    if (found._tag === "Done") return yield* book({ on: "done", receipt: found.value }, "port")
    if (found._tag === "Refused") return yield* book({ on: "refused", reason: found.reason }, "port")
    if (outcome === "REFUSED") {
      return yield* book({ on: "refused", reason: reason("saidByOperator", evidence) }, "operator")
    }
    const receipt = yield* receiptOf(movement.order, evidence, at)
    if (receipt === undefined) return yield* conflict
    if ((yield* usedProof(movement, receipt)) !== undefined) return yield* new EvidenceUsed({ evidence })
    const moved = yield* movedIn(movement, amount, said)
    return yield* book({ on: "done", receipt, ...moved === undefined ? {} : { moved } }, "operator")
  })

// What the port knows; nothing where its proof is that of another movement.
const believed = Effect.fnUntraced(function*(movement: Movement) {
  const found = yield* lookUp(movement)
  return found._tag === "Done" && (yield* usedProof(movement, found.value)) !== undefined ? absent : found
})

const wrongAmount = (problem: string) => invalidField("amount", problem)

// What moved instead of what was ordered; undefined where that is what moved.
const movedIn = Effect.fnUntraced(function*(movement: Movement, amount: string | undefined, said: string | undefined) {
  const ordered = orderedOf(movement)
  if (amount === undefined) {
    return said === undefined || ordered === undefined
      ? undefined
      : yield* wrongAmount(`is needed: the other side says that ${said} ${ordered.asset} moved`)
  }
  if (ordered === undefined) return yield* wrongAmount("is taken of deliveries, PIX payments and PIX returns alone")
  const { asset, units } = ordered
  const moved = yield* unitsIn(asset, amount)
  if (said !== undefined) {
    return moved === (yield* unitsIn(asset, said))
      ? moved
      : yield* wrongAmount(`must be ${said} ${asset}, as the other side says`)
  }
  if (moved === units) return undefined
  const taken = takenBy(movement)
  const level = taken && Option.getOrUndefined(yield* get(FloatLevels, `${taken.asset}@${taken.place}`))?.value.units
  // More than was there cannot have left.
  return level === undefined || moved <= level || moved < units
    ? moved
    : yield* wrongAmount(`must be above 0 and at most ${printHeld(asset, level)} ${asset}, which was there`)
})

const unitsIn = (asset: Parameters<typeof parseDecimal>[0], amount: string): Effect.Effect<bigint, ValidationFailed> =>
  Result.match(parseDecimal(asset, amount), {
    onFailure: () => Effect.fail(wrongAmount(`must be an amount of ${asset}, such as 10.50`)),
    onSuccess: (units) =>
      units > 0n ? Effect.succeed(units) : Effect.fail(wrongAmount("must be above 0: what did not move is REFUSED"))
  })

// What became of the difference of a movement that is done: a part of it came back or was paid later, or all of it is lost.
const restatedBy = Effect.fnUntraced(function*(
  movement: Movement,
  outcome: ResolveMovement["outcome"],
  amount: string | undefined
) {
  const { lost = 0n, moved, receipt } = movement
  const open = suspenseOf(movement)
  const ordered = orderedOf(movement)
  if (moved === undefined || receipt === null || ordered === undefined || open === 0n) return undefined
  if (outcome === "LOST") {
    return open < 0n ? undefined : { on: "done", receipt, moved, lost: lost + open } satisfies MovementFact
  }
  if (outcome === "REFUSED" || amount === undefined) return undefined
  const { asset, units } = ordered
  const now = yield* unitsIn(asset, amount)
  const [least, most] = open > 0n ? [units + lost, moved] : [moved, units]
  return now >= least && now <= most
    ? { on: "done", receipt, moved: now } satisfies MovementFact
    : yield* wrongAmount(`must be from ${printHeld(asset, least)} to ${printHeld(asset, most)} ${asset}`)
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

const receiptOf = (
  order: MovementOrder,
  evidence: string,
  at: number
): Effect.Effect<MovementReceipt | undefined, ValidationFailed> => {
  const { kind } = order
  switch (kind) {
    case "delivery":
    case "spend":
      return Effect.succeed({ kind, transactionHash: evidence })
    case "pixPayment":
      return Effect.succeed({ kind, endToEndId: evidence, paidAt: at, payerIspb: null, receiver: null })
    case "pixReturn":
      return Effect.succeed({ kind, returnEndToEndId: evidence })
    case "tokenTransfer":
    case "satsTransfer":
      return Effect.succeed({ kind, transferId: evidence })
    case "userPayment":
      return Effect.succeed({ kind, requestId: evidence, fee: null })
    case "lightningPayment":
      return Effect.succeed({ kind, paymentHash: evidence, preimage: null, fee: null })
    case "poolSwap": {
      const [, transferId, text] = swapped.exec(evidence) ?? []
      if (transferId === undefined || text === undefined) return Effect.undefined
      const sats = unitsUnsafe("BTC", BigInt(text))
      return mayGive(order, sats)
        ? Effect.succeed({ kind, requestId: transferId, transferId, sats })
        : Effect.fail(invalidField("evidence", `must name from ${order.minimumSats} to ${order.mostSats} sats`))
    }
  }
}
