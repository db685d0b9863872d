// What becomes of a movement is asked of whoever has it, and "never heard of it" or "refused" is believed only of the account that
// it was asked of: a provider that was configured later, another node or another wallet cannot know (C67; 0252). What is proven to
// have happened counts from anyone: our ids are ours alone.
import { Effect } from "effect"
import { reason } from "../../base/reason/reason.ts"
import { type LookUp, unknown } from "../../ports/outcome.ts"
import { kindOf } from "./kinds.ts"
import type { Movement } from "./movement.ts"
import type { MovementReceipt } from "./order.ts"

/** Whether another account was asked than the one that is configured now; where that cannot be read, it is not the one. */
const isElsewhere = ({ order, via }: Pick<Movement, "order" | "via">) =>
  via === null
    ? Effect.succeed(false)
    : kindOf(order).account(order).pipe(
      Effect.map((account) => account !== via),
      Effect.catchTag("AccountUnread", () => Effect.succeed(true))
    )

const believed = Effect.fnUntraced(function*(movement: Movement, found: LookUp<MovementReceipt>) {
  if (found._tag === "Done" || found._tag === "Unknown" || !(yield* isElsewhere(movement))) return found
  return unknown(reason("otherAccount", movement.via ?? undefined))
})

/** What became of a movement that was sent. */
export const lookUp = (movement: Movement) =>
  Effect.flatMap(
    kindOf(movement.order).lookUp(movement.id, movement.order, movement.prepared),
    (found) => believed(movement, found)
  )

/** The same of one that is not wanted any more, and sees to it that it never takes effect. */
export const cancel = (movement: Movement) => {
  const { cancel: cancelled } = kindOf(movement.order)
  return cancelled === undefined
    ? lookUp(movement)
    : Effect.flatMap(cancelled(movement.id, movement.order), (found) => believed(movement, found))
}
