// Payments of LND: one success for each payment hash. The fee has a bound in every request, since without one LND takes free
// routes alone; and whatever a request is answered, a payment that the node knows is looked up.
import { Effect, Option, Result } from "effect"
import { type Bolt11Network, type Bolt11Parts, readBolt11 } from "../../core/standards/address/bolt11.ts"
import { mulDivCeil, unitsUnsafe } from "../../core/base/money/units.ts"
import type { LightningPayment, LightningReceipt } from "../../core/ports/lightning-node.ts"
import type { LightningPayments } from "../../core/ports/moving/lightning-payments.ts"
import { type LookUp, type Sending, absent, differs, done, held, refused, unknown } from "../../core/ports/outcome.ts"
import type { HttpClient } from "../http-client/client.ts"
import { failureReasons } from "./codes.ts"
import { hashInPath, paymentHashOf } from "./ids.ts"
import { type Payment, errorOf, paymentOf } from "./messages.ts"

export interface PaymentSettings {
  readonly client: HttpClient
  readonly network: Bolt11Network
  /** Routes are tried for so long. Seconds. */
  readonly routingSeconds: number
  /** How long the end of a payment is waited for, when it is made and when it is looked up. Milliseconds. */
  readonly payMs: number
  readonly trackMs: number
}

/** In how many parts a payment may be split. */
const mostParts = 16

const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString("hex")

// Fractions of a satoshi cost a satoshi: fees are booked in satoshis, and never too low.
const satsOf = (msat: string) => unitsUnsafe("BTC", mulDivCeil(BigInt(msat), 1n, 1_000n))

const receiptOf = (payment: Payment, paymentHash: string): LightningReceipt | undefined => {
  const preimage = payment.payment_preimage ?? ""
  return /^[0-9a-f]{64}$/.test(preimage) && paymentHashOf(Buffer.from(preimage, "hex")) === paymentHash
    ? { paymentHash, preimage, fee: satsOf(payment.fee_msat) }
    : undefined
}

const short = { _tag: "Short" } as const

const msatPerSat = 1_000n

/** A payment as it was requested, with its invoice taken apart. */
interface InvoicePayment {
  readonly invoice: Bolt11Parts
  readonly sats: bigint
}

// What became of a payment, as the node has it.
const stateOf = (payment: Payment, { invoice, sats }: InvoicePayment): LookUp<LightningReceipt> | typeof short => {
  const paymentHash = hexOf(invoice.paymentHash)
  if (payment.payment_hash !== paymentHash) return differs("payment")
  if (payment.status === "SUCCEEDED") {
    const receipt = receiptOf(payment, paymentHash)
    if (receipt === undefined) return unknown("incomplete", "preimage")
    const valueMsat = sats * msatPerSat
    return BigInt(payment.value_msat) === valueMsat
      ? done(receipt)
      : differs(`${payment.value_msat} millisatoshis instead of ${valueMsat}`)
  }
  if (payment.status !== "FAILED") return unknown("underWay")
  const row = failureReasons[payment.failure_reason ?? ""]
  if (row === undefined) return unknown("notListed", payment.failure_reason)
  switch (row.means) {
    case "refused":
      return refused(row.refusal ?? "failed", row.says)
    case "short":
      return short
    case "unknown":
      return unknown("underWay", row.says)
  }
}

/** What pays. */
export const payments = (settings: PaymentSettings): Pick<LightningPayments["Service"], "lookUpPayment" | "pay"> => {
  const { client, network } = settings

  const track = (asked: InvoicePayment): Effect.Effect<LookUp<LightningReceipt> | typeof short> =>
    client.call({
      route: "GET /v2/router/track/{payment_hash}",
      method: "GET",
      path: `/v2/router/track/${hashInPath(hexOf(asked.invoice.paymentHash))}`,
      query: { no_inflight_updates: "true" },
      timeoutMs: settings.trackMs + 1_000
    }).pipe(
      // It answers when the payment ends.
      Effect.timeoutOption(settings.trackMs),
      Effect.map((answer) => {
        if (Option.isNone(answer)) return unknown("noAnswer")
        const payment = paymentOf(answer.value)
        if (payment !== undefined) return stateOf(payment, asked)
        const { means, says } = errorOf(answer.value)
        return means === "unknownPayment" ? absent : unknown("notListed", says)
      }),
      Effect.catch(({ reason }) => Effect.succeed(unknown("noAnswer", reason)))
    )

  // What failed for want of balance was not paid, and may be requested again.
  const lookUp = (asked: InvoicePayment): Effect.Effect<LookUp<LightningReceipt>> =>
    Effect.map(track(asked), (state) => state._tag === "Short" ? absent : state)

  const send = Effect.fnUntraced(function*(payment: LightningPayment, asked: InvoicePayment) {
    const requested = yield* client.call({
      route: "POST /v2/router/send",
      method: "POST",
      path: "/v2/router/send",
      json: {
        payment_request: payment.bolt11,
        // Only for an invoice that leaves it to the payer: LND takes no amount beside one in the invoice.
        ...asked.invoice.amountMsat === undefined ? { amt_msat: String(payment.sats * msatPerSat) } : {},
        fee_limit_msat: String(payment.maximumFee * 1_000n),
        timeout_seconds: settings.routingSeconds,
        no_inflight_updates: true,
        max_parts: mostParts
      },
      timeoutMs: settings.payMs + 1_000
    }).pipe(Effect.timeoutOption(settings.payMs), Effect.result)
    if (Result.isFailure(requested)) {
      const { _tag, reason } = requested.failure
      return _tag === "NotAsked" ? held("paused", reason) : unknown("noAnswer", reason)
    }
    if (Option.isNone(requested.success)) return unknown("noAnswer")
    const answer = requested.success.value
    const made = paymentOf(answer)
    if (made !== undefined) {
      const state = stateOf(made, asked)
      if (state._tag === "Short") {
        return held("float", failureReasons["FAILURE_REASON_INSUFFICIENT_BALANCE"]?.says ?? "")
      }
      return state._tag === "Absent" ? unknown("unreadable") : state
    }
    const error = errorOf(answer)
    if (error.means !== "repeated" && error.means !== "refused") return unknown("notListed", error.says)
    // An invoice that has expired by now may have been paid before.
    const found = yield* lookUp(asked)
    if (found._tag !== "Absent") return found
    return error.means === "refused" ? refused(error.refusal ?? "failed", error.says) : unknown("underWay", error.says)
  })

  return {
    pay: (payment): Effect.Effect<Sending<LightningReceipt>> => {
      const read = readBolt11(payment.bolt11, undefined)
      if (Result.isFailure(read)) return Effect.succeed(refused("badInvoice", read.failure.message))
      const invoice = read.success
      if (invoice.amountMsat !== undefined && invoice.amountMsat !== payment.sats * msatPerSat) {
        return Effect.succeed(refused("badInvoice", "another amount"))
      }
      return invoice.network === network
        ? send(payment, { invoice, sats: payment.sats })
        : Effect.succeed(held("paused", `the invoice is of Bitcoin's ${invoice.network}, and the node of ${network}`))
    },
    lookUpPayment: ({ bolt11, sats }) =>
      Result.match(readBolt11(bolt11, undefined), {
        onFailure: ({ message }) => Effect.succeed(unknown("badInvoice", message)),
        onSuccess: (invoice) => lookUp({ invoice, sats })
      })
  }
}
