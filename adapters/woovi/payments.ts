// A payment of ours as Woovi has it, by our id: where it stands, and the whole receipt once it is confirmed.
import { type Effect, Schema } from "effect"
import type { PixReceiver } from "../../core/standards/pix/pix-parties.ts"
import { printBrl } from "../../core/base/money/decimal.ts"
import { CentsFromNumber } from "../../core/base/money/units.ts"
import {
  type LookUp,
  type Unknown,
  absent,
  differs,
  done,
  otherAmount,
  refused,
  unknown
} from "../../core/ports/outcome.ts"
import type { PaymentReceipt, PaymentRequest } from "../../core/ports/pix-rail.ts"
import { type Ask, type WooviAnswer, instantOf, maybe, taxIdOf } from "./calls.ts"
import { meaningOf, paymentStates } from "./codes.ts"
import { correlationIdOf } from "./ids.ts"

const text = maybe(Schema.String)

const TaxId = Schema.Struct({ taxID: text })
const Party = Schema.Struct({
  psp: maybe(Schema.Struct({ id: text, name: text, code: text })),
  account: maybe(Schema.Struct({ branch: text, account: text, accountType: text })),
  holder: maybe(Schema.Struct({ name: text, taxID: maybe(TaxId) })),
  taxID: maybe(TaxId)
})

const FoundPayment = Schema.Struct({
  payment: Schema.Struct({
    value: CentsFromNumber,
    status: Schema.String,
    correlationID: text,
    destinationAlias: text,
    qrCode: text
  }),
  transaction: maybe(Schema.Struct({
    value: maybe(CentsFromNumber),
    endToEndId: text,
    time: text,
    providerErrorCode: text,
    providerRejectedReason: text,
    debitParty: maybe(Party),
    creditParty: maybe(Party)
  })),
  destination: maybe(Schema.Struct({ name: text, taxID: text, bank: text, branch: text, account: text }))
})
/** A payment as the provider answers it. */
export type FoundPayment = typeof FoundPayment.Type

/** Asks for a payment by our id. */
export const findPayment = (ask: Ask, paymentId: string): Effect.Effect<WooviAnswer<FoundPayment>> =>
  ask(
    {
      route: "GET /payment/{id}",
      method: "GET",
      path: `/payment/${encodeURIComponent(correlationIdOf(paymentId))}`
    },
    FoundPayment,
    "payment"
  )

const ispbOf = (party: typeof Party.Type | null | undefined): string | null =>
  [party?.psp?.id, party?.psp?.code].find((each) =>
    each !== null && each !== undefined && /^[0-9A-Z]{8}$/.test(each)
  ) ??
    null

const receiverOf = ({ destination, transaction }: FoundPayment): PixReceiver => {
  const party = transaction?.creditParty
  return {
    name: party?.holder?.name ?? destination?.name ?? null,
    taxId: taxIdOf(party?.holder?.taxID?.taxID ?? party?.taxID?.taxID ?? destination?.taxID),
    bankName: party?.psp?.name ?? destination?.bank ?? null,
    ispb: ispbOf(party),
    branch: party?.account?.branch ?? destination?.branch ?? null,
    account: party?.account?.account ?? destination?.account ?? null,
    accountType: party?.account?.accountType ?? null
  }
}

/** Why a payment failed: its code, alone or in front of its sentence. */
export const failureOf = (transaction: FoundPayment["transaction"]): string | null =>
  transaction?.providerErrorCode ?? /^([A-Z0-9]{4})\b/.exec(transaction?.providerRejectedReason ?? "")?.[1] ?? null

const settled = (found: FoundPayment): LookUp<PaymentReceipt> => {
  const { payment, transaction } = found
  if (typeof transaction?.value === "bigint" && transaction.value !== payment.value) {
    return otherAmount("BRL", transaction.value)
  }
  const paidAt = instantOf(transaction?.time)
  if (!transaction?.endToEndId || paidAt === null) return unknown("incomplete", "end-to-end id or time")
  return done({
    endToEndId: transaction.endToEndId,
    paidAt,
    payerIspb: ispbOf(transaction.debitParty),
    receiver: receiverOf(found)
  })
}

/**
 * What a payment of the provider means. One that was requested and has no transaction was never approved: the order to pay has not
 * arrived, so it is Absent, and asking again approves the same one.
 */
export const paymentLookUp = (found: FoundPayment): LookUp<PaymentReceipt> => {
  const state = paymentStates[found.payment.status]
  if (state === "settled") return settled(found)
  if (state === "failed") {
    const code = failureOf(found.transaction)
    return code !== null && meaningOf(code) === "refused"
      ? refused("refusedByProvider", code)
      : unknown("notListed", code ?? undefined)
  }
  const isRequested = state === "requested" && (found.transaction ?? null) === null
  return isRequested ? absent : unknown("underWay")
}

/** What a look-up of a payment says: a receipt only of what was requested. */
export const paymentOutcome = (asked: WooviAnswer<FoundPayment>, request: PaymentRequest): LookUp<PaymentReceipt> => {
  switch (asked._tag) {
    case "Answered":
      return difference(asked.value, request) ?? paymentLookUp(asked.value)
    case "NotFound":
      return absent
    case "Rejected":
    case "Doubt":
      return unknown("noAnswer", asked.reason)
  }
}

/** How a payment differs from what was requested; undefined when it does not. */
const difference = (
  { payment }: FoundPayment,
  { destination, paymentId, value }: PaymentRequest
): Unknown | undefined => {
  if ((payment.correlationID ?? correlationIdOf(paymentId)) !== correlationIdOf(paymentId)) {
    return differs("id of the payment")
  }
  if (payment.value !== value) {
    return paymentStates[payment.status] === "settled"
      ? otherAmount("BRL", payment.value)
      : differs(`a payment of ${printBrl(payment.value)} BRL`)
  }
  const [has, asked] = destination.by === "key"
    ? [payment.destinationAlias, destination.key]
    : [payment.qrCode, destination.brCode]
  const isSame = has === undefined || has === null || has.toLowerCase() === asked.toLowerCase()
  return isSame ? undefined : differs("the provider has another destination under this id")
}
