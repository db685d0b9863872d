// A return of a funding PIX to its payer has been confirmed by the rail (spec "Deposit status" rows 5 and 6, C31). Money
// moves by this fact alone, once a return id, and never beyond what was paid.
import { Clock, Effect, Option } from "effect"
import { NotFound } from "../errors/errors.ts"
import { rememberEvent } from "../event/provider-event.ts"
import type { ProviderFact } from "../ports/provider-fact.ts"
import { Movements } from "../movement/movement.ts"
import { get } from "../ports/records.ts"
import { deliveryOf } from "./decide-deposit.ts"
import { PixReceipts, PixReturns } from "./deposit.ts"
import { commitFact } from "./fact-commit.ts"
import { raiseEventReused, raiseReturnedTwice, raiseUnknownReturn } from "./ticket.ts"

type PixReturned = Extract<ProviderFact, { readonly _tag: "PixReturned" }>

/** Books the return. The return of a surplus is booked by the job that sends it, so hearing of it changes nothing. */
export const refundDeposit = Effect.fnUntraced(function*(fact: PixReturned) {
  const receipt = Option.getOrUndefined(yield* get(PixReceipts, fact.endToEndId.toUpperCase()))?.value
  if (receipt === undefined) {
    yield* raiseUnknownReturn(fact.endToEndId, fact.returnId)
    return yield* new NotFound({ resource: "Deposit" })
  }
  if (receipt.role === "surplus") return "Known" as const
  const { returnId, value } = fact
  const writes = rememberEvent(fact.eventId, "provider", yield* Clock.currentTimeMillis)
  // One that was booked may be the one that made the charge REFUNDED, where any other return would be impossible.
  const outcome = yield* commitFact(
    receipt.depositId,
    () =>
      Effect.gen(function*() {
        if (Option.isSome(yield* bookedReturn(returnId))) return undefined
        const delivery = Option.getOrUndefined(yield* get(Movements, deliveryOf(receipt.depositId)))
        return { on: "returnConfirmed" as const, returnId, value, delivery }
      }),
    { writes }
  )
  if (outcome === "Booked" || outcome === "Alarmed") return outcome
  const booked = Option.getOrUndefined(yield* bookedReturn(returnId))?.value
  if (booked !== undefined && booked.depositId !== receipt.depositId) {
    yield* raiseReturnedTwice(receipt, returnId)
    return "Alarmed" as const
  }
  if (booked === undefined && outcome === "EventReused") {
    yield* raiseEventReused(receipt, returnId)
    return "Alarmed" as const
  }
  return "Known" as const
})

const bookedReturn = (returnId: string) => get(PixReturns, returnId.toUpperCase())
