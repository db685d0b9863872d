// What the rail tells of a PIX that a payout pays: settled, refused, or sent back by the receiver's bank (spec "Payout
// status"). The same fact changes nothing however often it comes; a return counts once by its id. The settlement message
// is asked for by our id, so that a receipt is whole whoever was first.
import { Clock, Effect, Option } from "effect"
import { NotFound } from "../errors/errors.ts"
import { PaymentNotAsked } from "../event/payment-not-asked.ts"
import { PixRail } from "../ports/pix-rail.ts"
import type { ProviderFact } from "../ports/provider-fact.ts"
import { get } from "../ports/records.ts"
import type { Write } from "../ports/store.ts"
import { nobody, raiseReview } from "../review/raise-review.ts"
import type { PayoutFact, SettledPix } from "./decide-payout.ts"
import { commitPayoutFact } from "./payout-commit.ts"
import { type Payout, PayoutReversals, Payouts, reversalRecordId } from "./payout.ts"

type Told<Tag extends ProviderFact["_tag"]> = Extract<ProviderFact, { readonly _tag: Tag }>
type PaymentFact = Told<"PaymentSettled"> | Told<"PaymentRefused"> | Told<"PaymentReversed">

/** Books the fact, with `trace` in the same commit. A payment that is not ours is not found; one that was not asked for yet has to be told again. */
export const applyPaymentFact = Effect.fnUntraced(function*(fact: PaymentFact, trace: ReadonlyArray<Write> = []) {
  const payout = Option.getOrUndefined(yield* get(Payouts, fact.paymentId))?.value
  if (payout === undefined) {
    const about = { owner: nobody, subject: fact.paymentId }
    yield* raiseReview({ ...about, reason: `unknown payment/${fact._tag}`, evidence: fact._tag })
    return yield* new NotFound({ resource: "Payment" })
  }
  const pix = yield* settlementOf(payout)
  // What came back had settled: booked first, so that both orders of the two events end the same. So is what the rail itself
  // has as settled when an event says that it was refused: nothing is given back, and the event is raised.
  if (fact._tag !== "PaymentSettled" && pix !== undefined && mayBePaid(payout)) {
    yield* commitPayoutFact(payout.id, (current) => Effect.succeed(newSettlement(current, pix)))
  }
  const judged = Effect.fnUntraced(function*(current: Payout) {
    // The debit ended meanwhile, and the rail was not asked about a PIX that is open only now.
    if (payout.state === "DEBITING" && mayBePaid(current)) return yield* new PaymentNotAsked({ paymentId: payout.id })
    return yield* factFor(current, fact, pix)
  })
  const outcome = yield* commitPayoutFact(payout.id, judged, { writes: trace })
  return outcome === "Rejected" ? yield* new PaymentNotAsked({ paymentId: payout.id }) : outcome
})

const mayBePaid = ({ state }: Payout): boolean => state === "PAYING" || state === "UNKNOWN"

/** The settlement message as the rail has it; an event alone tells little of it, and nothing of what nobody asked for. */
const settlementOf = Effect.fnUntraced(function*(payout: Payout) {
  if (payout.state === "DEBITING" || payout.receiver !== null) return undefined
  const found = yield* PixRail.use((rail) => rail.lookUpPayment(payout.id))
  if (found._tag === "Absent" && mayBePaid(payout)) return yield* new PaymentNotAsked({ paymentId: payout.id })
  return found._tag === "Done" ? found.value : undefined
})

const newSettlement = (current: Payout, pix: SettledPix): PayoutFact | undefined =>
  current.paidAt === null || current.endToEndId === null && pix.endToEndId !== null
    ? { on: "pixSettled", pix }
    : undefined

const factFor = (current: Payout, fact: PaymentFact, pix: SettledPix | undefined) => {
  switch (fact._tag) {
    case "PaymentSettled":
      return Effect.map(
        Clock.currentTimeMillis,
        (now) =>
          newSettlement(current, pix ?? { endToEndId: fact.endToEndId, paidAt: now, payerIspb: null, receiver: null })
      )
    case "PaymentRefused":
      return Effect.succeed<PayoutFact>({ on: "pixRefused", reason: fact.reason ?? "no reason told" })
    case "PaymentReversed":
      return newReversal(current, fact)
  }
}

/** The id of a return: the rail's, or one of the payout where the whole came back and no id was told. */
const returnIdOf = ({ paymentId, returnId }: Told<"PaymentReversed">): string => returnId ?? `return-of-${paymentId}`

const bookedReversal = (fact: Told<"PaymentReversed">) =>
  get(PayoutReversals, reversalRecordId(fact.paymentId, returnIdOf(fact)))

const newReversal = (current: Payout, fact: Told<"PaymentReversed">) =>
  Effect.map(bookedReversal(fact), (booked): PayoutFact | undefined =>
    Option.isSome(booked)
      ? undefined
      : {
        on: "reversed",
        returnId: returnIdOf(fact),
        value: fact.returnedValue ?? current.value,
        reason: fact.reason
      })
