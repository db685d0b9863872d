// What becomes of a movement by a fact about it. Pure; the table in `movement.states.ts` decides.
import { decideBy, reviewOf } from "../event/decide-fact.ts"
import { type Movement, Movements } from "./movement.ts"
import { movementStates } from "./movement.states.ts"
import type { MovementReceipt } from "./order.ts"

/** What can be learned about a movement. */
export type MovementFact =
  | { readonly on: "claimed" }
  | { readonly on: "done"; readonly receipt: MovementReceipt }
  | { readonly on: "refused" | "held"; readonly reason: string }
  | { readonly on: "doubted" | "cancelled" | "neverSent" }

const evolve = (movement: Movement, fact: MovementFact, _: unknown, now: number): Movement => {
  switch (fact.on) {
    case "claimed":
      return { ...movement, sendings: movement.sendings + 1, sentAt: now, reason: null }
    case "done":
      return { ...movement, receipt: fact.receipt, doubtedAt: null }
    case "refused":
      return { ...movement, reason: fact.reason, doubtedAt: null }
    case "doubted":
      return { ...movement, doubtedAt: movement.doubtedAt ?? now }
    case "held": {
      // It was not sent this time: what counts is what was sent before.
      const sendings = movement.sendings - 1
      return { ...movement, reason: fact.reason, sendings, sentAt: sendings === 0 ? null : movement.sentAt }
    }
    case "cancelled":
      return movement
    case "neverSent":
      return { ...movement, doubtedAt: null }
  }
}

/** The id or hash that proves a movement outside. */
export const evidenceOf = (receipt: MovementReceipt): string | null => {
  switch (receipt.kind) {
    case "delivery":
    case "spend":
      return receipt.transactionHash
    case "pixPayment":
      return receipt.endToEndId
    case "pixReturn":
      return receipt.returnEndToEndId
  }
}

/** Decides a fact about a movement at an instant of the store's time (Unix milliseconds). */
export const decideMovement = decideBy({
  machine: movementStates,
  kind: Movements,
  guardFacts: ({ sentAt }: Movement) => ({ wasSent: sentAt !== null }),
  evolve,
  evidenceOf: (fact: MovementFact) => {
    if (fact.on === "done") return evidenceOf(fact.receipt)
    return "reason" in fact ? fact.reason : null
  },
  follows: ({ ask, before, now }) => ({
    writes: ask.map(() => reviewOf(before, "settled after it was refused", before.id, now))
  })
})
