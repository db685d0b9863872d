// PIX by Woovi. A payment takes two calls: it is requested, which moves nothing, and approved, which pays it.
import { Effect, Schema } from "effect"
import type { ProviderAccount } from "../../core/ports/provider-account.ts"
import type { PixRailAdapter } from "../../core/ports/moving/adapter.ts"
import { type Sending, held, refused, unknown } from "../../core/ports/outcome.ts"
import type { PaymentReceipt, PaymentRequest } from "../../core/ports/pix-rail.ts"
import type { Ask, WooviAnswer } from "./calls.ts"
import { createCharge, lookUpCharge } from "./charges.ts"
import { meaningOf, paymentStates } from "./codes.ts"
import { correlationIdOf } from "./ids.ts"
import { findPayment, paymentOutcome } from "./payments.ts"
import { lookUpReturn, sendReturn } from "./refunds.ts"

/**
 * How long an Absent is not believed. What the provider does with a second payment of one `correlationID` is not documented, so
 * nothing is sent again before whatever was on its way must have shown itself. Milliseconds.
 */
const absentAfterMs = 900_000

const MadePayment = Schema.Struct({ payment: Schema.Struct({ status: Schema.String }) })

type Pay = Sending<PaymentReceipt>

const sendingOf = ({ isSent, reason }: Extract<WooviAnswer<never>, { readonly _tag: "Doubt" }>): Pay =>
  isSent ? unknown("noAnswer", reason) : held("paused", reason)

const orderOf = ({ destination, paymentId, value }: PaymentRequest) => {
  const common = { correlationID: correlationIdOf(paymentId), value: Number(value) }
  return destination.by === "key"
    ? { type: "PIX_KEY", ...common, destinationAlias: destination.key, destinationAliasType: destination.keyType }
    : { type: "QR_CODE", ...common, qrCode: destination.brCode }
}

/** Orders a payment that the provider has requested. */
const approve = Effect.fnUntraced(function*(ask: Ask, request: PaymentRequest) {
  const { paymentId } = request
  const approved = yield* ask({
    route: "POST /payment/approve",
    method: "POST",
    path: "/payment/approve",
    json: { correlationID: correlationIdOf(paymentId) }
  }, MadePayment)
  if (approved._tag === "Doubt") return sendingOf(approved)
  const isOpen = approved._tag === "Answered" && paymentStates[approved.value.payment.status] === undefined
  if (isOpen) return unknown("underWay")
  // A rejection may be that of a second approval: what became of the payment decides.
  const found = paymentOutcome(yield* findPayment(ask, paymentId), request)
  return found._tag === "Absent" ? unknown("underWay", "not approved") : found
})

/** What the provider has under our id: it goes on from there, and never requests it twice. */
const goOn = Effect.fnUntraced(function*(ask: Ask, request: PaymentRequest) {
  const known = yield* findPayment(ask, request.paymentId)
  if (known._tag === "NotFound") return undefined
  if (known._tag === "Doubt") return sendingOf(known)
  if (known._tag === "Rejected") return unknown("noAnswer", known.reason)
  const found = paymentOutcome(known, request)
  return found._tag === "Absent" ? yield* approve(ask, request) : found
})

const pay = Effect.fnUntraced(function*(ask: Ask, request: PaymentRequest) {
  const before = yield* goOn(ask, request)
  if (before !== undefined) return before
  const made = yield* ask(
    { route: "POST /payment", method: "POST", path: "/payment", json: orderOf(request) },
    MadePayment
  )
  if (made._tag === "Doubt") return sendingOf(made)
  // Read back in any case: it is approved as it was requested, or not at all.
  const after = yield* goOn(ask, request)
  if (after !== undefined) return after
  return made._tag === "Rejected" && made.code !== null && meaningOf(made.code) === "refused"
    ? refused("refusedByProvider", made.reason)
    : "reason" in made
    ? unknown("noAnswer", made.reason)
    : unknown("notFound", "payment")
})

/** The rail over the calls of the interface. */
export const pixRail = (ask: Ask, account: ProviderAccount): PixRailAdapter => ({
  account,
  ways: { payments: "provider", returns: "provider" },
  returnsFailed: false,
  // A payment has our value, and is read back with it before it is approved.
  dynamicCodesUpTo: null,
  absentAfterMs: { payments: absentAfterMs, returns: absentAfterMs },
  createCharge: (request) => createCharge(ask, request),
  lookUpCharge: (trackId) => lookUpCharge(ask, trackId),
  sendReturn: (request) => sendReturn(ask, request),
  lookUpReturn: (request) => lookUpReturn(ask, request),
  pay: (request) => pay(ask, request),
  lookUpPayment: (request) => Effect.map(findPayment(ask, request.paymentId), (asked) => paymentOutcome(asked, request))
})
