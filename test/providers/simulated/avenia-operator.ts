// What people do with Avenia, by the operator's list of what is open: they return a PIX by hand at Avenia, which takes no order for
// it, and say so; and they have Avenia confirm that a payment without a ticket never arrived.
import { Clock, Effect, Option } from "effect"
import { technical } from "../../../core/base/reason/reason.ts"
import { externalIdOf } from "../../../adapters/avenia/ids.ts"
import { subjects } from "../../../core/payments/resources.ts"
import { type Movement, Movements, isLeftToPerson } from "../../../core/payments/movement/movement.ts"
import { type ResolveMovement, resolveMovement } from "../../../core/payments/movement/resolve-movement.ts"
import { get } from "../../../core/engine/store/records.ts"
import { listOwing } from "../../../core/upkeep/reconcile/list-owing.ts"
import type { Console } from "./avenia-front.ts"

const operator = { environment: "sandbox", requestId: "simulated" } as const

/** Longer than a list leaves out a ticket that was made, and than the clocks of two processes are apart. */
const waitMs = 3_600_000

const openMovements = Effect.gen(function*() {
  const found: Array<Movement> = []
  let cursor: string | undefined
  do {
    const page = yield* listOwing({ cursor, isUnknown: false })
    for (const { id, kind } of page.open) {
      if (kind !== "movement") continue
      const movement = Option.getOrUndefined(yield* get(Movements, id))?.value
      if (movement !== undefined) found.push(movement)
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
})

const resolved = (outcome: ResolveMovement) => resolveMovement(subjects)(operator, outcome)

const giveBack = (console: Console, { id, order }: Movement) => {
  if (order.kind !== "pixReturn") return Effect.void
  const found = console.giveBack({ returnId: id, endToEndId: order.endToEndId, value: order.value })
  switch (found._tag) {
    case "Done":
      return resolved({ movementId: id, outcome: "DONE", evidence: found.value.returnEndToEndId })
    case "Refused":
      return resolved({ movementId: id, outcome: "REFUSED", evidence: technical(found.reason) })
    case "Unknown":
    case "Absent":
      return Effect.void
  }
}

const close = (console: Console, { id, order }: Movement) => {
  if (order.kind !== "pixPayment" || console.tickets(externalIdOf(order.paymentId)) > 0) return Effect.void
  const { destination, paymentId, value } = order
  const evidence = "Avenia has no ticket of it, and confirms that there will be none"
  return console.close({ paymentId, value, destination })._tag === "Refused"
    ? resolved({ movementId: id, outcome: "REFUSED", evidence })
    : Effect.void
}

/** A look at what waits for a person. */
export const aveniaRound = (console: Console) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    for (const movement of yield* openMovements) {
      const { sentAt, state } = movement
      const isMissing = state === "SENDING" && sentAt !== null && now - sentAt > waitMs
      // Somebody else was faster, or it is not known now: the next round looks again.
      if (isLeftToPerson(movement)) yield* Effect.ignore(giveBack(console, movement))
      else if (isMissing) yield* Effect.ignore(close(console, movement))
    }
  })
