// A return of a received PIX to its payer has been confirmed by the rail (spec "Deposit status" rows 5 and 6; C31, C52).
// Money moves by this fact alone, once a return id, and never beyond what was paid. A return of our own that the rail reports
// is the outcome of its movement, and is booked with it.
import { Effect, Option } from "effect"
import { printBrl } from "../../base/money/decimal.ts"
import { ReturnIsEarly } from "../../engine/event/fact-trace.ts"
import { bookMovement } from "../movement/perform-movement.ts"
import { type Movement, Movements } from "../movement/movement.ts"
import type { FactOf } from "../../ports/provider-fact.ts"
import { get, list } from "../../engine/store/records.ts"
import type { Write } from "../../engine/store/store.ts"
import { raiseReview } from "../../engine/review/raise-review.ts"
import { movementsOf } from "./deposit-effects.ts"
import { type PixReceipt, PixReceipts, PixReturns } from "./deposit.ts"
import { depositFacts, hearDeposit, hearPixReceipt, raiseReturnedTwice } from "./hear-deposit.ts"

/** Books the return, with `trace` in the same commit. Fails with `ReturnIsEarly` while it cannot be placed. */
export const refundDeposit = Effect.fnUntraced(
  function*(fact: FactOf<"PixReturned">, trace: ReadonlyArray<Write> = []) {
    const { returnId, value } = fact
    const receipt = Option.getOrUndefined(yield* get(PixReceipts, fact.endToEndId.toUpperCase()))?.value
    if (receipt === undefined) return yield* new ReturnIsEarly({ endToEndId: fact.endToEndId })
    const own = (yield* ownReturns(receipt)).find((movement) => isReported(movement, fact))
    if (own !== undefined && own.order.value !== value) {
      const reason = { code: "returnValueDiffers", movementId: own.id, value: printBrl(value) } as const
      yield* raiseReview({ owner: own.owner, subject: receipt.depositId, reason })
      return "Alarmed" as const
    }
    if (own !== undefined) {
      const done = { on: "done", receipt: { kind: "pixReturn", returnEndToEndId: returnId } } as const
      return yield* bookMovement({ deposit: hearDeposit, pixReceipt: hearPixReceipt }, own.id, done, { writes: trace })
    }
    const outcome = yield* depositFacts.book(receipt.depositId, () => returnConfirmed(receipt, fact), { writes: trace })
    if (outcome === "Booked" || outcome === "Alarmed") return outcome
    const booked = Option.getOrUndefined(yield* bookedReturn(returnId))?.value
    if (booked !== undefined && booked.depositId !== receipt.depositId) {
      yield* raiseReturnedTwice(receipt, returnId)
      return "Alarmed" as const
    }
    return outcome
  }
)

// Read anew for each try of the commit: our own return may be sent while the report is booked.
const returnConfirmed = Effect.fnUntraced(function*(receipt: PixReceipt, fact: FactOf<"PixReturned">) {
  const { ourReturnId, returnId, value } = fact
  // Without our id in the fact, only the outcome of a return that is under way says whose this one is.
  const mayBeOurs = ourReturnId === null &&
    (yield* ownReturns(receipt)).some(({ order, state }) => isUnderWay(state) && order.value === value)
  if (mayBeOurs) return yield* new ReturnIsEarly({ endToEndId: fact.endToEndId })
  // One that was booked may be the one that made the charge REFUNDED, where any other return would be impossible.
  if (Option.isSome(yield* bookedReturn(returnId))) return undefined
  if (receipt.role === "surplus") return undefined
  return { on: "returnConfirmed" as const, returnId, value, movements: yield* movementsOf(receipt.depositId) }
})

const bookedReturn = (returnId: string) => get(PixReturns, returnId.toUpperCase())

interface OwnReturn extends Movement {
  readonly order: Extract<Movement["order"], { readonly kind: "pixReturn" }>
}

/** Our own returns of a PIX: what was above its charge or did not fund it, and what a deposit could not deliver. */
const ownReturns = Effect.fnUntraced(function*({ depositId, id }: PixReceipt) {
  const ofReceipt = yield* list(Movements, "bySubject", id, { limit: 50 })
  const ofDeposit = yield* list(Movements, "bySubject", depositId, { limit: 50 })
  return [...ofReceipt, ...ofDeposit].map(({ value }) => value).filter(isReturn).filter(({ order }) =>
    order.endToEndId.toUpperCase() === id
  )
})

const isReturn = (movement: Movement): movement is OwnReturn => movement.order.kind === "pixReturn"

const isUnderWay = (state: Movement["state"]): boolean => state === "SENDING" || state === "CANCELLING"

// The rail names our id, or the id that it gave our return.
const isReported = ({ id, receipt }: OwnReturn, fact: FactOf<"PixReturned">): boolean =>
  id === fact.ourReturnId ||
  (receipt?.kind === "pixReturn" && receipt.returnEndToEndId.toUpperCase() === fact.returnId.toUpperCase())
