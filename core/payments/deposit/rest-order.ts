// An operator decides what becomes of a payment that nothing happens to any more: the rest is delivered, or returned (C46, C60). The
// order, its movement and the operator's act are one commit. Ordered again while it is on its way, it is the same order.
import { Clock, Effect, Option } from "effect"
import { NotFound, StateConflict } from "../../base/errors/errors.ts"
import { earlyReturns } from "../../engine/event/fact-trace.ts"
import type { Movement } from "../movement/movement.ts"
import { type Stored, get, list } from "../../engine/store/records.ts"
import { type Actor, OperatorActs, actsOf } from "../../engine/review/operator-act.ts"
import { isoInstant } from "../../base/time/instant.ts"
import type { DepositFact } from "./decide-deposit.ts"
import { type DepositPurpose, isOpen, movementsOf, restOf } from "./deposit-effects.ts"
import { type Deposit, Deposits } from "./deposit.ts"
import { depositFacts } from "./hear-deposit.ts"

/** What an operator can order, by the movement that does it. */
const orders = {
  deliver: { on: "restDeliveryOrdered", action: "deposit.deliverRest" },
  return: { on: "restReturnOrdered", action: "deposit.returnRest" }
} as const satisfies { readonly [P in DepositPurpose]: object }

/** What an order is decided by: movements and returns as they are on record. */
export const orderFact = Effect.fnUntraced(function*(purpose: DepositPurpose, { endToEndId, id }: Deposit) {
  const waiting = endToEndId === null ? [] : yield* earlyReturns(endToEndId)
  const fact: DepositFact = {
    on: orders[purpose].on,
    movements: yield* movementsOf(id),
    hasReturnsWaiting: waiting.length > 0
  }
  return fact
})

export interface RestOrder {
  readonly depositId: string
  /** Cents that were paid and have not come back, as the operator saw them. */
  readonly rest: bigint
}

/**
 * Orders it and gives the order as it stands. In conflict: a deposit that is not with the operator, one whose rest is worth nothing
 * to deliver, and one of which more has come back than the operator saw.
 */
export const orderRest = (purpose: DepositPurpose) =>
  Effect.fnUntraced(function*(operator: Actor, { depositId, rest }: RestOrder) {
    const { value: deposit, version } = yield* depositOf(depositId)
    const at = yield* Clock.currentTimeMillis
    const { action } = orders[purpose]
    const detail = { rest: Number(rest) }
    const acts = actsOf(operator, { action, owner: deposit.owner, subject: deposit.id, version, detail, at })
    const fact = Effect.fnUntraced(function*(found: Deposit) {
      if (restOf(found) === rest) return yield* orderFact(purpose, found)
      return yield* new StateConflict({ resource: "deposit", state: "changed since it was read" })
    })
    const outcome = yield* depositFacts.book(depositId, fact, { writes: acts })
    const movement = (yield* movementsOf(depositId))[purpose]
    const isKnown = outcome === "Booked" || (isOpen(movement) && (yield* wasOrdered(depositId, action)))
    if (movement !== undefined && isKnown) return view(deposit, movement)
    const { value: after } = yield* depositOf(depositId)
    return yield* new StateConflict({ resource: "deposit", state: after.state })
  })

const wasOrdered = (depositId: string, action: string) =>
  Effect.map(
    list(OperatorActs, "bySubject", depositId, { limit: 50 }),
    (acts) => acts.some(({ value }) => value.action === action)
  )

/** The deposit, or not found. */
export const depositOf = (depositId: string) =>
  Effect.flatMap(
    get(Deposits, depositId),
    Option.match({
      onNone: () => Effect.fail(new NotFound({ resource: "Record" })),
      onSome: (stored) => Effect.succeed(stored)
    })
  )

const view = (deposit: Deposit, { value: { createdAt, id, state } }: Stored<Movement>) => ({
  depositId: deposit.id,
  accountId: deposit.owner,
  movementId: id,
  status: state,
  rest: Number(restOf(deposit)),
  createdAt: isoInstant(createdAt)
})
