// Lightning payments out of a user's wallet, by Spark's service provider. The SDK makes our key the id of the transfer. Only the wallet
// itself can see them, so they are looked up while the seed is there; after that the record says what was seen then.
import { Clock, Effect, type Redacted, Result } from "effect"
import { hex } from "@scure/base"
import { type Bolt11Parts, readBolt11 } from "../../core/standards/address/bolt11.ts"
import { sparkIdentityOf } from "../../core/standards/address/spark.ts"
import { mulDivCeil } from "../../core/base/money/units.ts"
import { type Outcome, type Sending, differs, held, refused, unknown } from "../../core/ports/outcome.ts"
import type { Stored } from "../../core/engine/store/records.ts"
import type { UserPayment } from "../../core/ports/spark-wallet.ts"
import { unixSeconds } from "../../core/base/time/instant.ts"
import { paymentFound } from "./answers.ts"
import { idempotencyKeyOf } from "./ids.ts"
import { type SparkMovement, type Verdict, begun } from "./movement.ts"
import { paymentUnder } from "./sats-transfers.ts"
import type { Prepared, SparkPayment } from "./sdk.ts"
import { type Found, kept, sendOnce, verdictOf } from "./sending.ts"
import type { Call, SdkProblem, Wallets } from "./wallets.ts"

/** How long the SDK waits for the end of a payment before it answers that it is under way: seconds. */
const completionSeconds = 8

interface PaymentTerms {
  readonly payment: UserPayment
  readonly paymentHash: string
  readonly sats: bigint
}

const problemOf =
  ({ payment: { bolt11, maximumFee }, sats }: PaymentTerms) => (prepared: Prepared): Sending<never> | undefined => {
    const { amount, conversionEstimate, paymentMethod, tokenIdentifier } = prepared
    if (
      paymentMethod.type !== "bolt11Invoice" || paymentMethod.invoiceDetails.invoice.bolt11 !== bolt11 ||
      amount !== sats || tokenIdentifier !== undefined || conversionEstimate !== undefined
    ) return held("paused", "the SDK prepared another payment than the one that was requested")
    const fee = paymentMethod.lightningFeeSats
    if (!Number.isSafeInteger(fee) || fee < 0) return held("paused", `the SDK prepared a fee of ${fee} satoshis`)
    // It is the SDK's own bound when it sends.
    return BigInt(fee) <= maximumFee ? undefined : refused("feeTooHigh", `${fee} satoshis, more than ${maximumFee}`)
  }

const isOver = (invoice: Bolt11Parts, now: number): boolean => invoice.expiresAtSeconds <= unixSeconds(now)

export const userPayments = ({ withUser }: Wallets) => {
  const found =
    ({ payment, paymentHash, sats }: PaymentTerms) =>
    (answer: SparkPayment): Outcome<Extract<Verdict, { readonly _tag: "Done" }>> =>
      paymentFound(answer, {
        key: idempotencyKeyOf(payment.operationId),
        paymentHash,
        sats,
        maximumFee: payment.maximumFee
      })

  const seen = (asked: PaymentTerms, call: Call): Effect.Effect<Found, SdkProblem> =>
    Effect.map(
      paymentUnder(call, idempotencyKeyOf(asked.payment.operationId)),
      (answer) => "_tag" in answer ? answer : found(asked)(answer)
    )

  const paid =
    (movement: Stored<SparkMovement>, asked: PaymentTerms, invoice: Bolt11Parts, payer: string) => (call: Call) =>
      Effect.gen(function*() {
        const { payment: { bolt11, operationId, sendBefore } } = asked
        const { identityPubkey } = yield* call("getInfo", (sdk) => sdk.getInfo({}))
        const wasSent = movement.value.sentAt !== null
        if (identityPubkey !== payer) {
          const reason = "the seed is not that of the wallet that has to pay"
          return wasSent ? differs(reason) : held("custody", reason)
        }
        if (wasSent) {
          const before = yield* seen(asked, call)
          if (before._tag !== "Absent") return yield* kept(operationId, before)
        } else if (isOver(invoice, yield* Clock.currentTimeMillis)) {
          return yield* kept(operationId, refused("expired"))
        }
        return yield* sendOnce({
          movement,
          call,
          sendBefore,
          waitsForFloat: false,
          prepare: call(
            "prepareSendPayment",
            (sdk) => sdk.prepareSendPayment({ paymentRequest: { type: "input", input: bolt11 } })
          ),
          problem: problemOf(asked),
          send: (prepared) =>
            Effect.map(
              call("sendPayment", (sdk) =>
                sdk.sendPayment({
                  prepareResponse: prepared,
                  // A shorter way over Spark would be another movement than the one that was requested.
                  options: { type: "bolt11Invoice", preferSpark: false, completionTimeoutSecs: completionSeconds },
                  idempotencyKey: idempotencyKeyOf(operationId)
                })),
              ({ payment }) => payment
            ),
          found: found(asked),
          lookUp: seen(asked, call)
        })
      })

  const pay = Effect.fnUntraced(function*(payment: UserPayment, seed: Redacted.Redacted<Uint8Array>) {
    const { bolt11, from, operationId: id } = payment
    const payer = Result.getOrUndefined(sparkIdentityOf(from))
    if (payer === undefined) return held("custody", "the wallet has no Spark address")
    const read = readBolt11(bolt11, "mainnet")
    if (Result.isFailure(read)) return refused("badInvoice", read.failure.message)
    const { amountMsat, paymentHash } = read.success
    if (amountMsat === undefined) return refused("badInvoice", "no amount")
    const sats = mulDivCeil(amountMsat, 1n, 1_000n)
    if (sats * 1_000n !== amountMsat) return refused("badInvoice", "a fraction of a satoshi")
    const movement = yield* begun({ id, what: "payment", from, to: null, units: sats, invoice: bolt11 })
    if (movement === undefined) return unknown("idTaken")
    const { sentAt, verdict } = movement.value
    if (verdict !== null) return verdictOf(verdict)
    const asked: PaymentTerms = { payment, paymentHash: hex.encode(paymentHash), sats }
    const away = ({ reason }: SdkProblem) =>
      Effect.succeed(sentAt === null ? held("paused", reason) : unknown("noAnswer", reason))
    return yield* withUser(seed, payer, paid(movement, asked, read.success, payer)).pipe(
      Effect.catchTags({ SdkThrew: away, SdkAway: away })
    )
  })

  return { pay }
}
