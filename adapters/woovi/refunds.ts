// A return of ours as Woovi has it, by our id. Its `returnIdentification` is the rail's id of the return.
import { Effect, Schema } from "effect"
import { printBrl } from "../../core/base/money/decimal.ts"
import { CentsFromNumber } from "../../core/base/money/units.ts"
import {
  type LookUp,
  type Sending,
  absent,
  differs,
  done,
  held,
  otherAmount,
  refused,
  unknown
} from "../../core/ports/outcome.ts"
import type { ReturnReceipt, ReturnRequest } from "../../core/ports/pix-rail.ts"
import { type Ask, type WooviAnswer, maybe } from "./calls.ts"
import { refundStates } from "./codes.ts"
import { correlationIdOf } from "./ids.ts"

const Refund = Schema.Struct({
  value: CentsFromNumber,
  status: maybe(Schema.String),
  correlationID: maybe(Schema.String),
  returnIdentification: maybe(Schema.String)
})
/** A return as the provider answers it. */
export type Refund = typeof Refund.Type

const FoundRefund = Schema.Struct({ pixTransactionRefund: Refund })
const MadeRefund = Schema.Struct({ refund: Refund })

/** Asks for a return by our id. */
export const findRefund = (ask: Ask, returnId: string): Effect.Effect<WooviAnswer<Refund>> =>
  Effect.map(
    ask(
      {
        route: "GET /refund/{id}",
        method: "GET",
        path: `/refund/${encodeURIComponent(correlationIdOf(returnId))}`
      },
      FoundRefund,
      "refund"
    ),
    (asked) => asked._tag === "Answered" ? { _tag: "Answered", value: asked.value.pixTransactionRefund } : asked
  )

const reported = (
  { correlationID, returnIdentification, status, value }: Refund,
  { returnId, value: asked }: ReturnRequest
): LookUp<ReturnReceipt> => {
  const state = refundStates[status ?? ""]
  if ((correlationID ?? correlationIdOf(returnId)) !== correlationIdOf(returnId)) return differs("id of the return")
  if (value !== asked) {
    return state === undefined || state === "refused"
      ? differs(`a return of ${printBrl(value)} BRL`)
      : otherAmount("BRL", value)
  }
  if (state === undefined) return unknown("underWay")
  if (state === "refused") return refused("refusedByProvider", status ?? undefined)
  return returnIdentification
    ? done({ returnEndToEndId: returnIdentification })
    : unknown("incomplete", "id of the return")
}

/** Where a return stands. */
export const lookUpReturn = (ask: Ask, request: ReturnRequest): Effect.Effect<LookUp<ReturnReceipt>> =>
  Effect.map(findRefund(ask, request.returnId), (asked) => {
    switch (asked._tag) {
      case "Answered":
        return reported(asked.value, request)
      case "NotFound":
        return absent
      case "Rejected":
      case "Doubt":
        return unknown("noAnswer", asked.reason)
    }
  })

/** Sends a PIX back, unless the provider has the return already. */
export const sendReturn = Effect.fnUntraced(function*(ask: Ask, request: ReturnRequest) {
  const known = yield* findRefund(ask, request.returnId)
  if (known._tag === "Answered") return reported(known.value, request) as Sending<ReturnReceipt>
  if (known._tag === "Doubt" && !known.isSent) return held("paused", known.reason)
  if (known._tag !== "NotFound") return unknown("noAnswer", known.reason)
  const json = {
    transactionEndToEndId: request.endToEndId,
    correlationID: correlationIdOf(request.returnId),
    value: Number(request.value)
  }
  const made = yield* ask({ route: "POST /refund", method: "POST", path: "/refund", json }, MadeRefund)
  if (made._tag === "Doubt") return made.isSent ? unknown("noAnswer", made.reason) : held("paused", made.reason)
  // A rejection may be that of a second request: what the provider has under our id decides.
  const found = yield* lookUpReturn(ask, request)
  if (found._tag !== "Absent") return found
  return made._tag === "Rejected" ? unknown("notListed", made.reason) : unknown("notFound", "return")
})
