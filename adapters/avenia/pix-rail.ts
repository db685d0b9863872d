// PIX by Avenia's tickets, on the operator's own account: reais come in as BRLA there, and go out of it.
import { Clock, Effect, Schema } from "effect"
import { technical } from "../../core/base/reason/reason.ts"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { printBrl } from "../../core/base/money/decimal.ts"
import { parseBrCode } from "../../core/standards/pix/parse-br-code.ts"
import type { PixRailAdapter } from "../../core/ports/moving/adapter.ts"
import {
  type LookUp,
  type Outcome,
  type Sending,
  absent,
  differs,
  done,
  held,
  unknown
} from "../../core/ports/outcome.ts"
import type { Charge, ChargeRequest, PaymentReceipt, PaymentRequest } from "../../core/ports/pix-rail.ts"
import type { Store } from "../../core/engine/store/store.ts"
import type { HttpClient } from "../http-client/client.ts"
import { jsonAs } from "../http-client/json.ts"
import { maybe, paths, reading, unanswered, unclear } from "./api.ts"
import { externalIdOf } from "./ids.ts"
import { claim, sentPayment, withdraw } from "./payments.ts"
import { centsOf, chargeState, paymentState, readTicket, ticketsNamed } from "./tickets.ts"

/** This operating account, as the receiver of what comes in. */
const ownAccount = "00000000-0000-0000-0000-000000000000"

/** A quote counts for 15 seconds, so each ticket has its own. */
const Quote = Schema.Struct({
  quoteToken: Schema.NonEmptyString,
  inputAmount: Schema.String,
  outputAmount: Schema.String
})
const Made = Schema.Struct({ id: Schema.NonEmptyString })
const MadeCharge = Schema.Struct({
  id: Schema.NonEmptyString,
  brCode: Schema.NonEmptyString,
  expiration: maybe(Schema.Unknown)
})

const always = { inputThirdParty: "false", outputThirdParty: "false", blockchainSendMethod: "PERMIT" } as const

/** Whether a code asks for another value; one without a value asks for what the ticket says. */
const asksFor = (brCode: string, value: bigint): boolean => {
  const read = parseBrCode(brCode)
  if (read._tag === "Failure") return false
  const amount = "amount" in read.success ? read.success.amount : undefined
  return amount === undefined || amount === value
}

export const makePixRail = (
  client: HttpClient,
  /** Where the account keeps the BRLA that payments are made of. */
  walletAddress: string,
  within: <A, E>(effect: Effect.Effect<A, E, Store>) => Effect.Effect<A, E>
): PixRailAdapter => {
  const quoted = (query: Readonly<Record<string, string>>) =>
    reading(
      client,
      { route: "GET /v2/account/quote/fixed-rate", path: paths.quote, query: { ...always, ...query } },
      Quote
    )

  const requestTicket = (json: unknown) =>
    client.call({ route: "POST /v2/account/tickets", method: "POST", path: paths.tickets, json })

  const createCharge = ({ chargeId, description, value }: ChargeRequest): Effect.Effect<Outcome<Charge>> =>
    Effect.gen(function*() {
      const quote = yield* quoted({
        inputCurrency: "BRL",
        inputPaymentMethod: "PIX",
        inputAmount: printBrl(value),
        outputCurrency: "BRLA",
        outputPaymentMethod: "INTERNAL"
      })
      if (centsOf(quote.inputAmount) !== value) return differs("value of the quote")
      const answer = yield* Effect.mapError(
        requestTicket({
          quoteToken: quote.quoteToken,
          externalId: externalIdOf(chargeId),
          ticketBrlPixInput: { additionalData: description },
          ticketBlockchainOutput: { beneficiaryWalletId: ownAccount }
        }),
        unanswered
      )
      const made = answer.status === 200 || answer.status === 201 ? jsonAs(answer, MadeCharge) : undefined
      if (made === undefined) return unclear(answer)
      if (!asksFor(made.brCode, value)) return differs("value of the code")
      return done({ trackId: made.id, brCode: made.brCode })
    }).pipe(Effect.catch((why) => Effect.succeed(why)))

  const lookUpPayment = (request: PaymentRequest): Effect.Effect<LookUp<PaymentReceipt>> =>
    Effect.gen(function*() {
      const { paymentId } = request
      const row = yield* within(sentPayment(paymentId))
      const [ticket, second] = yield* ticketsNamed(client, externalIdOf(paymentId))
      if (second !== undefined) return unknown("ambiguous", "tickets")
      if (ticket !== undefined) return paymentState(yield* readTicket(client, ticket), request)
      // Whoever sends keeps the row first, and whoever finds it there does not send.
      if (row === undefined) return absent
      // No id of ours makes two requests one, so a ticket that is in no list proves nothing: a person decides.
      return unknown("notFound", "ticket")
    }).pipe(
      Effect.catch((why) => Effect.succeed("reason" in why ? unknown(why.reason) : unknown("notKept", "payment")))
    )

  const pay = (request: PaymentRequest): Effect.Effect<Sending<PaymentReceipt>> =>
    Effect.gen(function*() {
      const { destination, paymentId, value } = request
      if ((yield* within(sentPayment(paymentId))) !== undefined) return yield* found(request)
      const quote = yield* Effect.result(quoted({
        inputCurrency: "BRLA",
        inputPaymentMethod: "INTERNAL",
        outputCurrency: "BRL",
        outputPaymentMethod: "PIX",
        outputAmount: printBrl(value),
        ...destination.by === "brCode" ? { outputBrCode: destination.brCode } : {}
      }))
      // A quote moves nothing.
      if (quote._tag === "Failure") return held("paused", technical(quote.failure.reason))
      if (centsOf(quote.success.outputAmount) !== value) {
        return held("paused", "the quote is of another value than requested")
      }
      const externalId = externalIdOf(paymentId)
      const sentAt = yield* Clock.currentTimeMillis
      const row = { id: paymentId, owner: operatorOwner, externalId, value, state: "sending", sentAt } as const
      if (!(yield* within(claim(row)))) return yield* found(request)
      const answer = yield* Effect.result(requestTicket({
        quoteToken: quote.success.quoteToken,
        externalId,
        ticketBrlPixOutput: destination.by === "key" ? { pixKey: destination.key } : {},
        ticketBlockchainInput: { walletAddress }
      }))
      if (answer._tag === "Failure" && answer.failure._tag === "NotAsked") {
        yield* within(withdraw(paymentId))
        return held("paused", answer.failure.reason)
      }
      if (answer._tag === "Failure") return unanswered(answer.failure)
      const { status } = answer.success
      if (status !== 200 && status !== 201 || jsonAs(answer.success, Made) === undefined) return unclear(answer.success)
      return yield* found(request)
    }).pipe(Effect.catch(() => Effect.succeed(unknown("notKept", "payment"))))

  // What was sent before is looked up, and never sent again.
  const found = (request: PaymentRequest): Effect.Effect<Sending<PaymentReceipt>> =>
    Effect.map(
      lookUpPayment(request),
      (answer) => answer._tag === "Absent" ? unknown("notFound", "withdrawn") : answer
    )

  return {
    account: Effect.succeed(`avenia:${walletAddress.toLowerCase()}`),
    ways: { payments: "provider", returns: "operator" },
    // Avenia does not know that a delivery of ours failed.
    returnsFailed: false,
    // A quote is of our value, and a ticket pays what its quote says.
    dynamicCodesUpTo: null,
    createCharge,
    lookUpCharge: (trackId) =>
      readTicket(client, trackId).pipe(Effect.map(chargeState), Effect.catch((why) => Effect.succeed(why))),
    // No return can be ordered by the interface, so none was ever sent.
    sendReturn: () =>
      Effect.succeed(held("manual", "this provider takes no order to return a PIX: return it by hand there")),
    lookUpReturn: () => Effect.succeed(absent),
    pay,
    lookUpPayment
  }
}
