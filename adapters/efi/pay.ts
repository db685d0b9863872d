// Payments through Efí: by key, or by the code that the customer scanned. One is under way at a time, as the bank asks: the next is
// sent when the one before was answered.
import { Effect, Option, Result, Schema, Semaphore } from "effect"
import { printBrl } from "../../core/base/money/decimal.ts"
import type { Cents } from "../../core/base/money/units.ts"
import { parseBrCode } from "../../core/standards/pix/parse-br-code.ts"
import { sendWithinMs } from "../../core/ports/on-its-way.ts"
import { type Held, type Sending, type Unknown, differs, held, refused, unknown } from "../../core/ports/outcome.ts"
import type { PaymentReceipt, PaymentRequest } from "../../core/ports/pix-rail.ts"
import { type Bank, isTaken } from "../bcb/bank.ts"
import { meaningOf, undecided } from "../bcb/codes.ts"
import { Reais } from "../bcb/schema.ts"
import type { Call } from "../http-client/client.ts"
import type { Answer } from "../http-client/exchange.ts"
import { jsonAs } from "../http-client/json.ts"
import { efiCodes, payByCode, payByKey } from "./codes.ts"
import { idEnvioOf } from "./ids.ts"
import { lookUpSent } from "./sent.ts"

const Accepted = Schema.Struct({ idEnvio: Schema.String, valor: Reais, status: Schema.String })
const CodeDetails = Schema.Struct({ valor: Schema.Struct({ final: Reais }) })

const byKey = ({ settings }: Bank, { paymentId, value }: PaymentRequest, key: string): Call => ({
  route: payByKey,
  method: "PUT",
  path: `/v3/gn/pix/${idEnvioOf(paymentId)}`,
  json: { valor: printBrl(value), pagador: { chave: settings.key }, favorecido: { chave: key } }
})

const byCode = ({ settings }: Bank, { paymentId }: PaymentRequest, brCode: string): Call => ({
  route: payByCode,
  method: "PUT",
  path: `/v2/gn/pix/${idEnvioOf(paymentId)}/qrcode`,
  json: { pagador: { chave: settings.key }, pixCopiaECola: brCode }
})

// A dynamic code is paid with the amount that the place behind it names then, whatever was requested: that amount is read before, and
// may be raised in between. So nothing above the bound is paid so.
const dynamicCall = Effect.fnUntraced(function*(bank: Bank, upTo: Cents, request: PaymentRequest, brCode: string) {
  if (request.value > upTo) return held("manual", "the amount of a dynamic code can change before Efí pays it")
  const read = yield* Effect.result(bank.own({
    route: "POST /v2/gn/qrcodes/detalhar",
    method: "POST",
    path: "/v2/gn/qrcodes/detalhar",
    json: { pixCopiaECola: brCode }
  }))
  // A read moves nothing: what it does not show, such as a code that has expired, is not paid and in no doubt.
  if (Result.isFailure(read)) return held("paused", read.failure.reason)
  const details = isTaken(read.success) ? jsonAs(read.success, CodeDetails) : undefined
  if (details === undefined) return held("paused", `the code cannot be read: ${undecided(read.success)}`)
  return details.valor.final === request.value
    ? byCode(bank, request, brCode)
    : differs(`the code asks for ${printBrl(details.valor.final)} BRL`)
})

const callOf = (bank: Bank, upTo: Cents, request: PaymentRequest) => {
  const { destination } = request
  if (destination.by === "key") return Effect.succeed(byKey(bank, request, destination.key))
  const code = Option.getOrUndefined(Result.getSuccess(parseBrCode(destination.brCode)))
  // The bank reads dynamic codes alone; a static one is its key with an amount.
  if (code?.kind === "static") return Effect.succeed(byKey(bank, request, code.key))
  return code?.kind === "dynamic"
    ? dynamicCall(bank, upTo, request, destination.brCode)
    : Effect.succeed(differs("kind of the code"))
}

const isCall = (call: Call | Held | Unknown): call is Call => "route" in call

const outcomeOf = Effect.fnUntraced(function*(bank: Bank, request: PaymentRequest, route: string, answer: Answer) {
  const { paymentId, value } = request
  if (isTaken(answer)) {
    const accepted = jsonAs(answer, Accepted)
    if (accepted === undefined) return unknown("unreadable")
    if (accepted.idEnvio !== idEnvioOf(paymentId)) return differs("id of the payment")
    if (accepted.valor !== value) return differs(`a payment of ${printBrl(accepted.valor)} BRL was taken`)
    return unknown("underWay")
  }
  const code = meaningOf(efiCodes, route, answer)
  if (code?.means === "taken" || code?.means === "not made") {
    const found = yield* lookUpSent(bank, request)
    if (found._tag !== "Absent") return found
    return code.means === "not made"
      ? refused("refusedByProvider", code.says)
      : unknown("notFound", "taken before")
  }
  const reason = code === undefined ? undecided(answer) : `${undecided(answer)}: ${code.says}`
  yield* Effect.logWarning("The PIX provider took no payment, for a reason of our own or without one", { reason })
  return unknown("notListed", reason)
})

/** How a bank's payments are sent; dynamic codes up to a value alone. */
export const makePay = (bank: Bank, dynamicCodesUpTo: Cents) => {
  const lane = Semaphore.makeUnsafe(1)
  return (request: PaymentRequest): Effect.Effect<Sending<PaymentReceipt>> => {
    const send = Effect.gen(function*() {
      const call = yield* callOf(bank, dynamicCodesUpTo, request)
      if (!isCall(call)) return call
      return yield* outcomeOf(bank, request, call.route, yield* bank.own(call))
    }).pipe(
      Effect.catchTags({
        NotAsked: ({ reason }) => Effect.succeed(held("paused", reason)),
        NoAnswer: ({ reason }) => Effect.succeed(unknown("noAnswer", reason))
      })
    )
    return inTurn(lane, send)
  }
}

// Whoever waits longer would be sending what counts as sent, or as given up (0168): nothing is sent for him then.
const inTurn = (
  lane: Semaphore.Semaphore,
  send: Effect.Effect<Sending<PaymentReceipt>>
): Effect.Effect<Sending<PaymentReceipt>> =>
  Effect.suspend(() => {
    let turn: "waits" | "began" | "late" = "waits"
    const late = held("paused", "another payment is being answered")
    const begin = Effect.suspend((): Effect.Effect<Sending<PaymentReceipt>> => {
      if (turn === "late") return Effect.succeed(late)
      turn = "began"
      return send
    })
    const giveUp = Effect.suspend((): Effect.Effect<Sending<PaymentReceipt>> => {
      if (turn === "began") return Effect.never
      turn = "late"
      return Effect.succeed(late)
    })
    return Effect.raceFirst(lane.withPermits(1)(begin), Effect.delay(giveUp, sendWithinMs))
  })
