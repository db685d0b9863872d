// What the rail reports of a PIX that we pay: settled, refused, or sent back by the receiver's bank (C53; 0070). It is booked on the
// movement, and with it what it means for the record. The rail's own record of the PIX is read first, so that a receipt is
// whole whoever was first; a fact about a PIX that was not sent yet has to be reported again.
import { Clock, Effect, Option } from "effect"
import { printBrl } from "../../base/money/decimal.ts"
import { reason } from "../../base/reason/reason.ts"
import { operatorOwner } from "../../base/ids/ids.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { PaymentNotAsked } from "../../engine/event/fact-trace.ts"
import { type Cents, subtract, zero } from "../../base/money/units.ts"
import type { FactOf } from "../../ports/provider-fact.ts"
import { find } from "../../engine/store/records.ts"
import type { Store, StoreUnavailable, Write } from "../../engine/store/store.ts"
import { raiseReview } from "../../engine/review/raise-review.ts"
import { bookMovement, differing } from "./perform-movement.ts"
import { type MovementFact, returnFits, returnedOf } from "./decide-movement.ts"
import { lookUp } from "./asked.ts"
import { otherAmount } from "../../ports/outcome.ts"
import { type Movement, Movements } from "./movement.ts"
import type { Subjects } from "./news.ts"
import type { ReceiptOf } from "./order.ts"

type PaymentFact = FactOf<"PaymentSettled"> | FactOf<"PaymentRefused"> | FactOf<"PaymentReversed">
type SettlementReceipt = ReceiptOf<"pixPayment">

/** The record of ours that a payment of this id is for, its own id of it, and whether it will plan it. */
type RecordOf = (
  paymentId: string
) => Effect.Effect<
  { readonly id: string; readonly owner: string; readonly willPlan: boolean } | undefined,
  StoreUnavailable,
  Store
>

/** Books the fact, with `trace` in the same commit. A payment that is not ours is not found, and a person looks at it. */
export const applyPaymentFact = <R>(subjects: Subjects<R>, recordOf: RecordOf) =>
  Effect.fnUntraced(function*(fact: PaymentFact, trace: ReadonlyArray<Write> = []) {
    const byItsId = yield* movementOf(fact.paymentId)
    const record = byItsId === undefined ? yield* recordOf(fact.paymentId) : undefined
    const movement = byItsId ?? (record && (yield* movementOf(record.id)))
    if (movement === undefined) {
      if (record?.willPlan === true) return yield* new PaymentNotAsked({ paymentId: fact.paymentId })
      const about = { owner: record?.owner ?? operatorOwner, subject: fact.paymentId }
      const code = record === undefined ? "unknownPayment" : "pixNeverSent"
      yield* raiseReview({ ...about, reason: { code, fact: fact._tag } })
      return record === undefined ? yield* new NotFound({ resource: "Payment" }) : "Alarmed" as const
    }
    if (movement.sentAt === null) return yield* new PaymentNotAsked({ paymentId: fact.paymentId })
    const found = yield* settlementOf(movement, fact)
    if (found !== undefined && "_tag" in found) {
      yield* differing(subjects, movement, found.reason)
      return "Alarmed" as const
    }
    const now = yield* Clock.currentTimeMillis
    const [first, second] = yield* factsOf(movement, fact, found, now)
    if (first === undefined) return "Alarmed" as const
    if (second !== undefined) yield* bookMovement(subjects, movement.id, first)
    const outcome = yield* bookMovement(subjects, movement.id, second ?? first, { writes: trace })
    if (outcome === "Rejected") return yield* new PaymentNotAsked({ paymentId: fact.paymentId })
    return outcome === "ProofUsed" ? "Alarmed" as const : outcome
  })

const movementOf = (paymentId: string) =>
  Effect.map(find(Movements, "payment", paymentId), (found) => Option.getOrUndefined(found)?.value)

/**
 * The rail's record of the PIX, unless ours is whole, or how it differs from the order: by its record or by the report. Of an open PIX that
 * the rail has never heard of, nothing can be true yet.
 */
const settlementOf = Effect.fnUntraced(function*(movement: Movement, fact: PaymentFact) {
  const { order, receipt, state } = movement
  if (receipt?.kind === "pixPayment" && receipt.receiver !== null && receipt.endToEndId !== null) return undefined
  if (fact._tag === "PaymentSettled" && fact.value !== undefined && state !== "DONE") {
    if (order.kind === "pixPayment" && fact.value !== order.value) return otherAmount("BRL", fact.value)
  }
  const found = yield* lookUp(movement)
  if (found._tag === "Absent" && state !== "DONE" && state !== "REFUSED") {
    return yield* new PaymentNotAsked({ paymentId: fact.paymentId })
  }
  if (found._tag === "Unknown" && found.reason.code === "differs" && state !== "DONE") return found
  return found._tag === "Done" && found.value.kind === "pixPayment" ? found.value : undefined
})

/**
 * What the report means for the movement: what the rail's record says first, then the report. Nothing where it cannot be told
 * which return is meant: a person looks at that.
 */
const factsOf = Effect.fnUntraced(function*(
  movement: Movement,
  fact: PaymentFact,
  found: SettlementReceipt | undefined,
  now: number
) {
  const settled = found === undefined ? [] : [done(found)]
  const bare: SettlementReceipt = { kind: "pixPayment", endToEndId: null, paidAt: now, payerIspb: null, receiver: null }
  switch (fact._tag) {
    case "PaymentSettled": {
      const told = found === undefined || found.endToEndId === null ? found ?? bare : undefined
      if (told !== undefined) return [done({ ...told, endToEndId: fact.endToEndId })]
      return fact.endToEndId === null ? settled : [...settled, done({ ...bare, endToEndId: fact.endToEndId })]
    }
    case "PaymentRefused":
      return [...settled, { on: "refused" as const, reason: reason("refusedByProvider", fact.reason ?? undefined) }]
    case "PaymentReversed": {
      const reversed = yield* reversalOf(movement, fact)
      if (reversed === undefined) return []
      // What came back had settled: booked first, so that both orders of the two reports end the same. What cannot have come
      // back proves nothing.
      const proves = movement.state !== "DONE" && returnFits(movement, reversed)
      return [...proves ? [done(found ?? bare)] : settled, reversed]
    }
  }
})

const done = (receipt: SettlementReceipt): MovementFact => ({ on: "done", receipt })

const reversalOf = Effect.fnUntraced(function*(movement: Movement, fact: FactOf<"PaymentReversed">) {
  const whole = movement.order.kind === "pixPayment" ? movement.order.value : zero("BRL")
  const rest = subtract(whole, returnedOf(movement)) ?? zero("BRL")
  const counted = movement.reversals.find(({ returnId }) => returnId === derivedReturnId(fact))
  const value: Cents = fact.returnedValue ?? counted?.value ?? rest
  // Only a whole return, or the rest of one, happens once: a part without an id of its own is known by its event (C53).
  const returnId = fact.returnId ??
    (value === whole || fact.returnedValue === null ? derivedReturnId(fact) : fact.eventId)
  if (returnId !== null) return { on: "reversed" as const, returnId, value, detail: fact.reason }
  const { owner, subject } = movement
  yield* raiseReview({ owner, subject, reason: { code: "returnWithoutId", value: printBrl(value) } })
  return undefined
})

const derivedReturnId = ({ paymentId }: { readonly paymentId: string }): string => `return-of-${paymentId}`
