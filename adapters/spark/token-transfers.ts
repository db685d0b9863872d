// DePix of a user to the settlement wallet. The SDK takes no key for tokens, so the settlement wallet makes an invoice for each
// transfer, which is on record before it is paid, ends with the transfer's deadline, and is found again in what the settlement
// wallet received: no seed is needed to look it up. It says whose it is, so that it is found without its record too. A transfer is sent
// once at most.
import { Effect, type Redacted, Result } from "effect"
import { sparkIdentityOf } from "../../core/standards/address/spark.ts"
import { type Sending, absent, held, unknown } from "../../core/ports/outcome.ts"
import type { Stored } from "../../core/engine/store/records.ts"
import type { TokenTransfer } from "../../core/ports/spark-wallet.ts"
import { unixSeconds } from "../../core/base/time/instant.ts"
import { tokensFound } from "./answers.ts"
import { idempotencyKeyOf } from "./ids.ts"
import { type SparkMovement, begun, written } from "./movement.ts"
import type { Prepared, SparkPayment } from "./sdk.ts"
import { type Found, kept, sendOnce, verdictOf } from "./sending.ts"
import { type Call, type Wallets, synchronised } from "./wallets.ts"

/** Payments of one page of the SDK's list. */
const pageSize = 100

/** What the SDK says of an invoice that was paid. */
type InvoicePaid = NonNullable<Extract<SparkPayment["details"], { readonly type: "token" }>["invoiceDetails"]>

/** How far the clocks of the operators may be behind: seconds. */
const clocksApartSeconds = 3_600

// Of several payments of one invoice: one that was cancelled says nothing while another may be under way.
const ranks = { completed: 0, pending: 1, failed: 2 } as const

export const tokenTransfers = ({ settlement, withUser }: Wallets, tokenId: string) => {
  const received = Effect.fnUntraced(function*(call: Call, since: number, isOf: (invoice: InvoicePaid) => boolean) {
    yield* synchronised(call)
    const found: Array<SparkPayment> = []
    for (let offset = 0;; offset += pageSize) {
      const { payments } = yield* call("listPayments", (sdk) =>
        sdk.listPayments({
          typeFilter: ["receive"],
          assetFilter: { type: "token", tokenIdentifier: tokenId },
          fromTimestamp: unixSeconds(since) - clocksApartSeconds,
          sortAscending: true,
          offset,
          limit: pageSize
        }))
      found.push(
        ...payments.filter(({ details }) =>
          details?.type === "token" && details.invoiceDetails !== undefined && isOf(details.invoiceDetails)
        )
      )
      if (payments.length < pageSize) return found.toSorted((one, two) => ranks[one.status] - ranks[two.status])
    }
  })

  // What is not found stays Unknown: the SDK does not say when it could not ask, so nothing is ever known to be missing.
  const seen = Effect.fnUntraced(function*({ value }: Stored<SparkMovement>, call: Call) {
    const { createdAt, invoice, units } = value
    if (invoice === null) return unknown("notFound", "invoice")
    const [first, second] = yield* received(call, createdAt, (each) => each.invoice === invoice)
    if (first === undefined) return unknown("notFound", "at the settlement wallet")
    if (second?.status === "completed") return unknown("ambiguous")
    return tokensFound(first, { invoice, tokenId, units })
  })

  /** What became of a transfer that was sent. */
  const lookUp = Effect.fnUntraced(function*(movement: Stored<SparkMovement>) {
    const call = yield* settlement
    return yield* kept(movement.value.id, yield* seen(movement, call))
  })

  /** What was received under our id, where our own record of it is gone. */
  const unrecorded = Effect.fnUntraced(
    function*(
      { operationId, since, units }: Pick<TokenTransfer, "operationId" | "units"> & { readonly since: number }
    ) {
      const call = yield* settlement
      const mark = idempotencyKeyOf(operationId)
      const [first, second] = yield* received(call, since, ({ description }) => description === mark)
      if (first === undefined || first.status === "failed") return absent
      if (second?.status === "completed") return unknown("ambiguous")
      const { details } = first
      const invoice = details?.type === "token" ? details.invoiceDetails?.invoice ?? "" : ""
      const found: Found = tokensFound(first, { invoice, tokenId, units })
      return found
    }
  )

  // A new one for each attempt: one that nothing was sent with is worth nothing, and may have ended since.
  const invoiced = Effect.fnUntraced(function*(
    movement: Stored<SparkMovement>,
    call: Call,
    payer: string,
    sendBefore: number
  ) {
    const { paymentRequest } = yield* call("receivePayment", (sdk) =>
      sdk.receivePayment({
        paymentMethod: {
          type: "sparkInvoice",
          amount: String(movement.value.units),
          tokenIdentifier: tokenId,
          expiryTime: unixSeconds(sendBefore),
          description: idempotencyKeyOf(movement.value.id),
          senderPublicKey: payer
        }
      }))
    return yield* written(movement, { ...movement.value, invoice: paymentRequest })
  })

  const problemOf = (invoice: string, units: bigint) => (prepared: Prepared): Sending<never> | undefined => {
    const { amount, conversionEstimate, paymentMethod, tokenIdentifier } = prepared
    const isAsked = paymentMethod.type === "sparkInvoice" && paymentMethod.sparkInvoiceDetails.invoice === invoice &&
      paymentMethod.fee === "0" && amount === units && tokenIdentifier === tokenId && conversionEstimate === undefined
    return isAsked ? undefined : held("paused", "the SDK prepared another transfer than the one that was requested")
  }

  const paid =
    (movement: Stored<SparkMovement>, invoice: string, sendBefore: number, payer: string, receiver: Call) =>
    (call: Call) =>
      Effect.gen(function*() {
        const { identityPubkey } = yield* call("getInfo", (sdk) => sdk.getInfo({}))
        if (identityPubkey !== payer) return held("custody", "the seed is not that of the wallet that has to pay")
        const { units } = movement.value
        return yield* sendOnce({
          movement,
          call,
          sendBefore,
          waitsForFloat: false,
          prepare: call("prepareSendPayment", (sdk) =>
            sdk.prepareSendPayment({
              paymentRequest: { type: "input", input: invoice },
              amount: units,
              tokenIdentifier: tokenId
            })),
          problem: problemOf(invoice, units),
          send: (prepared) =>
            Effect.map(
              call("sendPayment", (sdk) => sdk.sendPayment({ prepareResponse: prepared })),
              ({ payment }) => payment
            ),
          found: (payment) => tokensFound(payment, { invoice, tokenId, units }),
          lookUp: seen(movement, receiver)
        })
      })

  const transfer = Effect.fnUntraced(function*(
    { from, operationId: id, sendBefore, units }: TokenTransfer,
    seed: Redacted.Redacted<Uint8Array>
  ) {
    const payer = Result.getOrUndefined(sparkIdentityOf(from))
    if (payer === undefined) return held("custody", "the wallet has no Spark address")
    const begin = yield* begun({ id, what: "token", from, to: null, units, invoice: null })
    if (begin === undefined) return unknown("idTaken")
    if (begin.value.verdict !== null) return verdictOf(begin.value.verdict)
    if (begin.value.sentAt !== null) return yield* lookUp(begin)
    const opened = yield* Effect.result(settlement)
    if (opened._tag === "Failure") return held("paused", opened.failure.reason)
    const made = yield* Effect.result(invoiced(begin, opened.success, payer, sendBefore))
    if (made._tag === "Failure") {
      return "reason" in made.failure ? held("paused", made.failure.reason) : yield* Effect.fail(made.failure)
    }
    const movement = made.success
    const invoice = movement?.value.invoice ?? undefined
    if (movement === undefined || invoice === undefined) return unknown("busy")
    return yield* withUser(seed, payer, paid(movement, invoice, sendBefore, payer, opened.success)).pipe(
      Effect.catchTags({
        SdkThrew: ({ reason }) => Effect.succeed(held("paused", reason)),
        SdkAway: ({ reason }) => Effect.succeed(held("paused", reason))
      })
    )
  })

  return { lookUp, transfer, unrecorded }
}
