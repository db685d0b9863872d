// A return of a funding PIX to its payer has been confirmed by the rail (spec "Deposit status" rows 5 and 6, C31). Money
// moves by this fact alone, once a return id, and never beyond what was paid.
import { Effect, Option } from "effect"
import { NotFound } from "../errors/errors.ts"
import type { ProviderFact } from "../ports/provider-fact.ts"
import { Movements } from "../movement/movement.ts"
import { get } from "../ports/records.ts"
import type { Write } from "../ports/store.ts"
import { deliveryOf } from "./decide-deposit.ts"
import { PixReceipts, PixReturns } from "./deposit.ts"
import { commitFact } from "./fact-commit.ts"
import { raiseReturnedTwice, raiseUnknownReturn } from "./ticket.ts"

type PixReturned = Extract<ProviderFact, { readonly _tag: "PixReturned" }>

/** Books the return, with `trace` in the same commit. The return of a surplus is booked by the job that sends it, so hearing of it changes nothing. */
export const refundDeposit = Effect.fnUntraced(function*(fact: PixReturned, trace: ReadonlyArray<Write> = []) {
  const receipt = Option.getOrUndefined(yield* get(PixReceipts, fact.endToEndId.toUpperCase()))?.value
  if (receipt === undefined) {
    yield* raiseUnknownReturn(fact.endToEndId, fact.returnId)
    return yield* new NotFound({ resource: "Deposit" })
  }
  if (receipt.role === "surplus") return "Known" as const
  const { returnId, value } = fact
  // One that was booked may be the one that made the charge REFUNDED, where any other return would be impossible.
  const outcome = yield* commitFact(
    receipt.depositId,
    () =>
      Effect.gen(function*() {
        if (Option.isSome(yield* bookedReturn(returnId))) return undefined
        const delivery = Option.getOrUndefined(yield* get(Movements, deliveryOf(receipt.depositId)))
        return { on: "returnConfirmed" as const, returnId, value, delivery }
      }),
    { writes: trace }
  )
  if (outcome === "Booked" || outcome === "Alarmed") return outcome
  const booked = Option.getOrUndefined(yield* bookedReturn(returnId))?.value
  if (booked !== undefined && booked.depositId !== receipt.depositId) {
    yield* raiseReturnedTwice(receipt, returnId)
    return "Alarmed" as const
  }
  return booked === undefined ? outcome : "Known" as const
})

const bookedReturn = (returnId: string) => get(PixReturns, returnId.toUpperCase())
