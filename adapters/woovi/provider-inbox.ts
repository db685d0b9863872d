// The messages of Woovi as facts. One that reports money is a hint: what it names is asked of the provider, and that is the fact.
// A dispute moves no money, and its state is that of the event: the signed message stands.
import { Effect, Layer, Schema } from "effect"
import { detailOf, technical } from "../../core/base/reason/reason.ts"
import type { Cents } from "../../core/base/money/units.ts"
import { type ValidationFailed, invalidField } from "../../core/base/errors/errors.ts"
import { type LookUp, refused } from "../../core/ports/outcome.ts"
import type { PaymentReceipt } from "../../core/ports/pix-rail.ts"
import type { FactOf, ProviderFact } from "../../core/ports/provider-fact.ts"
import { InboxUnavailable, ProviderInbox } from "../../core/ports/provider-inbox.ts"
import type { Ask } from "./calls.ts"
import { type Transaction, findTransaction, lookUpCharge, receivedOf } from "./charges.ts"
import { meaningOf, refundStates } from "./codes.ts"
import { type About, type Dispute, Message, events } from "./events.ts"
import { idOf } from "./ids.ts"
import { failureOf, findPayment, paymentLookUp } from "./payments.ts"
import { type ProofSettings, makeProof } from "./proof.ts"
import { findRefund } from "./refunds.ts"

type Facts = Effect.Effect<ReadonlyArray<ProviderFact>, ValidationFailed | InboxUnavailable>

const later = (reason: string) => new InboxUnavailable({ reason })

const unsupported = (subscription: string): ReadonlyArray<ProviderFact> => [
  { _tag: "Unsupported", eventId: null, subscription }
]

/** A received PIX as a fact; null for what is no payment to us, undefined where it has not settled or cannot be read. */
export const paidFact = (
  transaction: Transaction,
  eventId: string | null
): FactOf<"ChargePaid"> | FactOf<"PixWithoutCharge"> | null | undefined => {
  const payment = receivedOf(transaction)
  const charge = transaction.charge?.correlationID
  if (payment === null || payment === undefined) return payment
  if (charge) return { _tag: "ChargePaid", eventId, trackId: charge, ...payment }
  const { endToEndId, paidAt, payer, value } = payment
  return { _tag: "PixWithoutCharge", eventId, endToEndId, value, paidAt, payer }
}

const received = Effect.fnUntraced(function*(ask: Ask, { charge, pix }: Message, event: string) {
  const endToEndId = pix?.endToEndId || pix?.raw?.endToEndId
  const trackId = charge?.correlationID || pix?.charge?.correlationID
  if (!endToEndId) {
    if (!trackId) return unsupported(event)
    const found = yield* lookUpCharge(ask, trackId)
    if (found._tag === "Absent") return unsupported(event)
    if (found._tag === "Unknown") return yield* later(technical(found.reason))
    return found.value.map((payment): ProviderFact => ({
      _tag: "ChargePaid",
      eventId: payment.endToEndId,
      trackId,
      ...payment
    }))
  }
  const asked = yield* findTransaction(ask, endToEndId)
  if (asked._tag !== "Answered") return yield* later("reason" in asked ? asked.reason : "the PIX is not listed yet")
  const fact = paidFact(asked.value, endToEndId)
  if (fact === null) return unsupported(event)
  const isNamed = fact?.endToEndId.toUpperCase() === endToEndId.toUpperCase()
  return fact !== undefined && isNamed ? [fact] : yield* later("the PIX has not settled, or is another one")
})

const paymentFact = (
  paymentId: string,
  found: LookUp<PaymentReceipt>,
  value?: Cents
): ProviderFact | undefined => {
  switch (found._tag) {
    case "Done":
      return {
        _tag: "PaymentSettled",
        eventId: `payment/${paymentId}/settled`,
        paymentId,
        endToEndId: found.value.endToEndId,
        ...value === undefined ? {} : { value }
      }
    case "Refused":
      return {
        _tag: "PaymentRefused",
        eventId: `payment/${paymentId}/refused`,
        paymentId,
        reason: detailOf(found.reason)
      }
    case "Unknown":
    case "Absent":
      return undefined
  }
}

const payment = Effect.fnUntraced(function*(ask: Ask, message: Message, event: string) {
  const correlationId = message.payment?.correlationID
  if (!correlationId) return yield* Effect.fail(invalidField("payment.correlationID", "is missing"))
  const paymentId = idOf(correlationId)
  const asked = yield* findPayment(ask, paymentId)
  // A payment that somebody made there by hand, and took away.
  if (asked._tag === "NotFound") return unsupported(event)
  if (asked._tag !== "Answered") return yield* later(asked.reason)
  const fact = paymentFact(paymentId, paymentLookUp(asked.value), asked.value.payment.value)
  if (fact !== undefined) return [fact]
  if (asked.value.payment.status !== "FAILED") return yield* later("the payment has not settled there yet")
  // The payment may leave the code out; the signed message has it.
  const code = failureOf(asked.value.transaction) ?? message.transaction?.providerErrorCode ?? message.error?.code ?? ""
  if (meaningOf(code) !== "refused") return unsupported(event)
  const told = paymentFact(paymentId, refused("refusedByProvider", code))
  return told === undefined ? unsupported(event) : [told]
})

const refundSent = Effect.fnUntraced(function*(ask: Ask, message: Message, event: string) {
  const told = message.pixTransactionRefund ?? message.refund
  if (!told?.correlationID) return unsupported(event)
  const returnId = idOf(told.correlationID)
  const asked = yield* findRefund(ask, returnId)
  if (asked._tag === "NotFound") return unsupported(event)
  if (asked._tag !== "Answered") return yield* later(asked.reason)
  const { returnIdentification, status, value } = asked.value
  const endToEndId = told.transactionEndToEndId || message.transaction?.endToEndId || null
  const state = refundStates[status ?? ""]
  if (state === undefined) return yield* later("the return has not settled there yet")
  if (state === "refused") {
    const fact: FactOf<"ReturnRefused"> = {
      _tag: "ReturnRefused",
      eventId: `return/${returnId}/refused`,
      returnId,
      endToEndId,
      reason: status ?? ""
    }
    return [fact]
  }
  // The look-up of the return finds it by our id.
  if (endToEndId === null || !returnIdentification) return unsupported(event)
  const fact: FactOf<"PixReturned"> = {
    _tag: "PixReturned",
    eventId: returnIdentification,
    endToEndId,
    returnId: returnIdentification,
    ourReturnId: returnId,
    value,
    nature: null
  }
  return [fact]
})

/** A return beside a charge of one payment: the message names the charge alone, so with several payments it cannot be placed. */
const refundReceived = Effect.fnUntraced(function*(ask: Ask, { charge, pix }: Message, event: string) {
  const returnId = pix?.endToEndId
  if (!charge?.correlationID || !returnId) return unsupported(event)
  const [payments, asked] = yield* Effect.all([lookUpCharge(ask, charge.correlationID), findTransaction(ask, returnId)])
  if (payments._tag === "Unknown") return yield* later(technical(payments.reason))
  if (asked._tag !== "Answered") return yield* later("reason" in asked ? asked.reason : "the return is not listed yet")
  const only = payments._tag === "Done" && payments.value.length === 1 ? payments.value[0] : undefined
  if (only === undefined || asked.value.endToEndId?.toUpperCase() !== returnId.toUpperCase()) return unsupported(event)
  const fact: FactOf<"PixReturned"> = {
    _tag: "PixReturned",
    eventId: returnId,
    endToEndId: only.endToEndId,
    returnId,
    ourReturnId: null,
    value: asked.value.value,
    nature: null
  }
  return [fact]
})

const disputeFact = (status: FactOf<"DisputeMoved">["status"], dispute: Dispute): FactOf<"DisputeMoved"> => ({
  _tag: "DisputeMoved",
  eventId: `dispute/${dispute.endToEndId}/${status}/${dispute.status ?? ""}`,
  status,
  endToEndId: dispute.endToEndId,
  disputeId: null,
  value: dispute.value,
  reason: dispute.disputeReason ?? null,
  payerName: dispute.name ?? null,
  transactionDate: null,
  providerStatus: dispute.status ?? null
})

const factsOf = (ask: Ask, message: Message, event: string, about: About): Facts => {
  switch (about) {
    case "received":
      return received(ask, message, event)
    case "payment":
      return payment(ask, message, event)
    case "refundSent":
      return refundSent(ask, message, event)
    case "refundReceived":
      return refundReceived(ask, message, event)
    case "CREATED":
    case "ACCEPTED":
    case "REJECTED":
    case "CANCELED":
      return message.dispute
        ? Effect.succeed([disputeFact(about, message.dispute)])
        : Effect.fail(invalidField("dispute", "is missing"))
  }
}

const decode = Schema.decodeUnknownEffect(Message)

/** The inbox. */
export const layer = (ask: Ask, settings: ProofSettings): Layer.Layer<ProviderInbox> => {
  const prove = makeProof(settings)
  return Layer.succeed(ProviderInbox, {
    read: (message) =>
      Effect.gen(function*() {
        yield* prove(message)
        const body = yield* decode(new TextDecoder().decode(message.body)).pipe(
          Effect.mapError(() => invalidField("body", "is no message of the provider"))
        )
        // The oldest form of a received PIX has no name.
        const event = body.event ?? (body.pix === undefined ? undefined : "OPENPIX:CHARGE_COMPLETED")
        if (event === undefined) return yield* Effect.fail(invalidField("event", "is missing"))
        const about = events[event]
        return about === undefined ? unsupported(event.slice(0, 255)) : yield* factsOf(ask, body, event, about)
      })
  })
}
