// Satoshis of the settlement wallet to a Spark address. The SDK makes our key the id of the transfer, and the operators make one of
// each id: what is asked again under it is the same transfer.
import { Effect } from "effect"
import { type Sending, absent, held, unknown } from "../../core/ports/outcome.ts"
import type { Stored } from "../../core/engine/store/records.ts"
import type { SatsTransfer } from "../../core/ports/spark-wallet.ts"
import { satsFound } from "./answers.ts"
import { notFound } from "./codes.ts"
import { idempotencyKeyOf } from "./ids.ts"
import { type SparkMovement, begun } from "./movement.ts"
import type { Prepared } from "./sdk.ts"
import { type Found, kept, sendOnce, verdictOf } from "./sending.ts"
import { type Call, type SdkProblem, type Wallets, synchronised } from "./wallets.ts"

/** A payment under a key of ours, read after the SDK has asked the operators; Absent where there is none. */
export const paymentUnder = Effect.fnUntraced(function*(call: Call, key: string) {
  yield* synchronised(call)
  return yield* call("getPayment", (sdk) => sdk.getPayment({ paymentId: key })).pipe(
    Effect.map(({ payment }) => payment),
    Effect.catchTag(
      "SdkThrew",
      (problem) => problem.sentence.startsWith(notFound) ? Effect.succeed(absent) : Effect.fail(problem)
    )
  )
})

const problemOf = (to: string, units: bigint) => (prepared: Prepared): Sending<never> | undefined => {
  const { amount, conversionEstimate, paymentMethod, tokenIdentifier } = prepared
  const isAsked = paymentMethod.type === "sparkAddress" && paymentMethod.address === to && paymentMethod.fee === "0" &&
    amount === units && tokenIdentifier === undefined && conversionEstimate === undefined
  return isAsked ? undefined : held("paused", "the SDK prepared another transfer than the one that was requested")
}

export const satsTransfers = ({ settlement }: Wallets) => {
  const seen = ({ value }: Stored<SparkMovement>, call: Call): Effect.Effect<Found, SdkProblem> => {
    const key = idempotencyKeyOf(value.id)
    return Effect.map(
      paymentUnder(call, key),
      (payment) => "_tag" in payment ? payment : satsFound(payment, { key, units: value.units })
    )
  }

  /** What became of a transfer that was sent. */
  const lookUp = (movement: Stored<SparkMovement>) =>
    Effect.flatMap(
      Effect.flatMap(settlement, (call) => seen(movement, call)),
      (found) => kept(movement.value.id, found)
    )

  const transfer = Effect.fnUntraced(function*({ operationId: id, sats, to }: SatsTransfer) {
    const movement = yield* begun({ id, what: "sats", from: null, to, units: sats, invoice: null })
    if (movement === undefined) return unknown("idTaken")
    const { sentAt, verdict } = movement.value
    if (verdict !== null) return verdictOf(verdict)
    const opened = yield* Effect.result(settlement)
    if (opened._tag === "Failure") {
      const { reason } = opened.failure
      return sentAt === null ? held("paused", reason) : unknown("noAnswer", reason)
    }
    const call = opened.success
    if (sentAt !== null) {
      const found = yield* seen(movement, call)
      if (found._tag !== "Absent") return yield* kept(id, found)
    }
    const key = idempotencyKeyOf(id)
    return yield* sendOnce({
      movement,
      call,
      waitsForFloat: true,
      prepare: call(
        "prepareSendPayment",
        (sdk) => sdk.prepareSendPayment({ paymentRequest: { type: "input", input: to }, amount: sats })
      ),
      problem: problemOf(to, sats),
      send: (prepared) =>
        call("sendPayment", (sdk) => sdk.sendPayment({ prepareResponse: prepared, idempotencyKey: key })).pipe(
          Effect.map(({ payment }) => payment)
        ),
      found: (payment) => satsFound(payment, { key, units: sats }),
      lookUp: seen(movement, call)
    })
  })

  /** What the SDK has under our key where our own record of it is gone: nothing else has that key. */
  const unrecorded = (
    { operationId, sats }: Pick<SatsTransfer, "operationId" | "sats">
  ): Effect.Effect<Found, SdkProblem> => {
    const key = idempotencyKeyOf(operationId)
    return Effect.map(
      Effect.flatMap(settlement, (call) => paymentUnder(call, key)),
      (payment) => "_tag" in payment ? payment : satsFound(payment, { key, units: sats })
    )
  }

  return { lookUp, transfer, unrecorded }
}
