// What becomes of a movement is asked of whoever has it, and "never heard of it" or "refused" is believed only of the account that
// it was asked of: a provider that was configured later, another node or another wallet cannot know (C67; 0252). What is proven to
// have happened counts from anyone: our ids are ours alone.
import { Clock, Effect } from "effect"
import { reason } from "../../base/reason/reason.ts"
import { type LookUp, type Sending, type Unknown, differs, unknown } from "../../ports/outcome.ts"
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

/** By more than this no clock and no zone of a provider is wrong: milliseconds. */
const clocksWrongMs = 86_400_000

/** What is Done, unless its time has not come. It may be earlier than the movement: an order is planned anew after a restore. */
export const timely = <A extends LookUp<MovementReceipt> | Sending<MovementReceipt>>(
  answer: A
): Effect.Effect<A | Unknown> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    if (answer._tag !== "Done" || answer.value.kind !== "pixPayment") return answer
    return answer.value.paidAt > now + clocksWrongMs ? differs("time of the payment") : answer
  })

/** The amount that the other side says moved, where it is not the one that was ordered: decimal text of the order's asset. */
export const amountSaid = (found: LookUp<MovementReceipt>): string | undefined =>
  found._tag === "Unknown" && found.reason.code === "differs" ? found.reason.amount : undefined

const believed = Effect.fnUntraced(function*(movement: Movement, said: LookUp<MovementReceipt>) {
  const found = yield* timely(said)
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
