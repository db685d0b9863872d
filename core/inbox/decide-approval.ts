// A second operator decides what waits for him: approving carries the order out, in the commit that records the approval; declining
// ends it (C62).
import { Clock, Effect, Option } from "effect"
import { Approvals, approvalView, decided, stateAt } from "../engine/approval/approval.ts"
import { NotFound, NotSecondOperator, StateConflict } from "../base/errors/errors.ts"
import { type Stored, get } from "../engine/store/records.ts"
import { Store, VersionConflict, changeSet } from "../engine/store/store.ts"
import { type Actor, actOf } from "../engine/review/operator-act.ts"
import type { Approval } from "../engine/approval/approval.ts"
import { type OperatorOrder, operatorOrders } from "./operator-order.ts"

/**
 * Approves an order and carries it out. Refused for whoever asked for it, in person or by a token that he made, and for tokens. What
 * refuses the order leaves it waiting.
 */
export const approve = (actor: Actor, approvalId: string) =>
  Effect.gen(function*() {
    const before = yield* waitingOf(approvalId)
    const { action, askedBy, askedFor, input } = before.value
    const { by } = actor
    if (by === undefined || by.madeBy !== undefined) return yield* new NotSecondOperator({ problem: "token" })
    if (by.id === askedBy?.id || by.id === askedFor) return yield* new NotSecondOperator({ problem: "asked" })
    const { by: _, ...request } = actor
    const asker: Actor = { ...request, ...(askedBy === null ? {} : { by: askedBy }), approval: { of: before, by } }
    const { carryOut } = operatorOrders[action as OperatorOrder]
    yield* carryOut(asker, input)
    const now = yield* Clock.currentTimeMillis
    const after = yield* approvalOf(approvalId)
    // The order had been given before, and nothing was left to do.
    const write = after.value.state === "WAITING" ? decided(after, "approved", by, now) : undefined
    if (write !== undefined) yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
    return approvalView((yield* approvalOf(approvalId)).value, now)
  }).pipe(Effect.catchIf((error) => error instanceof VersionConflict, () => overtaken(approvalId)))

/** Declines an order; whoever asked may take it back in this way. */
export const decline = (actor: Actor, approvalId: string) =>
  Effect.gen(function*() {
    const before = yield* waitingOf(approvalId)
    const now = yield* Clock.currentTimeMillis
    const write = decided(before, "declined", actor.by, now)
    const { action, owner, subject } = before.value
    const detail = { action, subject }
    const act = actOf(actor, {
      action: "approval.decline",
      owner,
      subject: approvalId,
      version: before.version,
      detail,
      at: now
    })
    if (write !== undefined) yield* Store.use((store) => store.commit(changeSet({ writes: [write, act] })))
    return approvalView((yield* approvalOf(approvalId)).value, now)
  }).pipe(Effect.catchIf((error) => error instanceof VersionConflict, () => overtaken(approvalId)))

const approvalOf = Effect.fnUntraced(function*(approvalId: string) {
  const found = Option.getOrUndefined(yield* get(Approvals, approvalId))
  return found ?? (yield* new NotFound({ resource: "Approval" }))
})

const waitingOf = Effect.fnUntraced(function*(approvalId: string) {
  const found = yield* approvalOf(approvalId)
  const state = stateAt(found.value, yield* Clock.currentTimeMillis)
  return state === "WAITING" ? found : yield* new StateConflict({ resource: "approval", state })
})

// Another operator decided it in between.
const overtaken = (approvalId: string) =>
  Effect.flatMap(
    waitingOf(approvalId),
    ({ value }: Stored<Approval>) => new StateConflict({ resource: "approval", state: value.state })
  )
