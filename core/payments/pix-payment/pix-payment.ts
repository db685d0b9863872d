// A PIX that we pay for money that came in before: the fields that payouts and Lightning invoices have in common, and what
// may go back of them. Amounts are cents of BRL, and smallest units of the asset that came in.
import { Effect, Result, Schema } from "effect"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Reason } from "../../base/reason/reason.ts"
import type { Caller } from "../../customers/access/caller.ts"
import { Environment } from "../../base/environment/environment.ts"
import { CodeNotPayable, type ValidationFailed, invalidField } from "../../base/errors/errors.ts"
import type { AssetCode } from "../../base/money/assets.ts"
import { printBrl } from "../../base/money/decimal.ts"
import { type Rate, RateSchema, assetForCents, rateNumber } from "../../base/money/rate.ts"
import { type Cents, CentsFromNumber, add, zero } from "../../base/money/units.ts"
import { type About, type Purpose, type Reversal, movementId } from "../movement/movement.ts"
import type { BrCode } from "../../standards/pix/br-code.ts"
import { type BrCodeError, parseBrCode } from "../../standards/pix/parse-br-code.ts"
import { type PixKeyError, type PixKeyType, parsePixKey } from "../../standards/pix/pix-key.ts"
import { PixRail } from "../../ports/pix-rail.ts"
import { PixDestination, PixReceiver } from "../../standards/pix/pix-parties.ts"
import { receiptOf } from "../../standards/pix/receipt.ts"

// Who a PIX is paid to, as a request names it: by a key or by a BR Code. Beside the request it depends on which codes the provider
// pays.

/** The fields of a request that name it. */
interface DestinationFields {
  readonly pixKey?: string | undefined
  readonly pixKeyType?: PixKeyType | undefined
  readonly qrCode?: string | undefined
}

/** Where each kind of BR Code can be paid: one that authorises a recurrence pays nothing, and the sandbox's own is no PIX. */
const payableCodes: Readonly<Record<BrCode["kind"], ReadonlyArray<Environment>>> = {
  static: Environment.literals,
  dynamic: Environment.literals,
  sandbox: ["sandbox"],
  recurrence: []
}

/** The destination of a request, or what is wrong with it: one of key and code, and a code that is paid with this value and no other. */
export const destinationOf = (
  caller: Caller,
  { pixKey, pixKeyType, qrCode }: DestinationFields,
  value: Cents
): Effect.Effect<PixPayment["destination"], ValidationFailed | CodeNotPayable, PixRail> => {
  if (pixKey !== undefined && qrCode !== undefined) {
    return Effect.fail(invalidField("qrCode", "send either pixKey or qrCode, not both"))
  }
  if (pixKey !== undefined) return keyOf(pixKey, pixKeyType)
  if (qrCode !== undefined) return codeOf(caller, qrCode, value)
  return Effect.fail(invalidField("pixKey", "send pixKey or qrCode"))
}

const keyProblems: Readonly<Record<PixKeyError["reason"], string>> = {
  empty: "is empty",
  tooLong: "is longer than a PIX key",
  unknownType: "is no PIX key",
  typeRequired: "may be a phone number or a CPF: send pixKeyType",
  format: "has not the shape of this type of key",
  repeated: "is one digit all the way, which is never issued",
  checkDigits: "has wrong check digits"
}

const keyOf = (
  pixKey: string,
  type: PixKeyType | undefined
): Effect.Effect<PixPayment["destination"], ValidationFailed> =>
  Result.match(parsePixKey(pixKey, type), {
    onSuccess: (key) => Effect.succeed({ by: "key" as const, key: key.value, keyType: key.type }),
    onFailure: ({ reason }) => Effect.fail(invalidField("pixKey", keyProblems[reason]))
  })

const codeOf = Effect.fnUntraced(function*(caller: Caller, qrCode: string, value: Cents) {
  const read = parseBrCode(qrCode)
  if (Result.isFailure(read)) return yield* invalidField("qrCode", unreadable(read.failure))
  const problem = codeProblem(caller, read.success, value)
  if (problem !== undefined) return yield* invalidField("qrCode", problem)
  // A receiver could raise the amount between the order and its payment.
  const most = read.success.kind === "dynamic" ? (yield* PixRail).dynamicCodesUpTo : null
  return most === null || value <= most
    ? { by: "brCode" as const, brCode: qrCode }
    : yield* new CodeNotPayable({ most })
})

const unreadable = ({ field, reason }: BrCodeError): string =>
  reason === "crcMismatch" ? "its checksum is wrong" : `is no BR Code: ${reason}${field === "" ? "" : ` in ${field}`}`

const codeProblem = ({ account }: Caller, code: BrCode, value: Cents): string | undefined => {
  if (!payableCodes[code.kind].includes(account.environment)) {
    return code.kind === "recurrence" ? "authorises a recurrence and pays nothing" : "cannot be paid by a PIX"
  }
  if (code.kind === "static" && code.withdrawalIspb !== undefined) return "hands out cash and takes no payment"
  return code.amount === undefined || code.amount === value ? undefined : "asks for another amount than value"
}

const text = Schema.NullOr(Schema.String)
const instant = Schema.NullOr(Schema.Int)

/** What was requested. */
export const pricedFields = {
  destination: PixDestination,
  /** What the receiver gets, and the fee on top of it. */
  value: CentsFromNumber,
  fee: CentsFromNumber,
  rate: RateSchema
}

/** What became of it. */
export const pixPaymentFields = {
  /** Since when it is unknown whether it happened. */
  doubtedAt: instant,
  /** When the PIX settled; known without an end-to-end id when only its reversal was told. */
  paidAt: instant,
  endToEndId: text,
  payerIspb: text,
  receiver: Schema.NullOr(PixReceiver),
  /** Why it was refused, for the operator; customers see a text of ours. */
  refusal: Schema.NullOr(Reason),
  /** Cumulative reversals. */
  returned: CentsFromNumber,
  /** Given back after the PIX had settled, and on its way there. */
  refunded: CentsFromNumber,
  refunding: CentsFromNumber
}

/** Of a PIX that nothing became of yet. */
export const notPaidYet = {
  doubtedAt: null,
  paidAt: null,
  endToEndId: null,
  payerIspb: null,
  receiver: null,
  refusal: null,
  returned: zero("BRL"),
  refunded: zero("BRL"),
  refunding: zero("BRL")
}

const PixPayment = Schema.Struct({ ...pricedFields, ...pixPaymentFields })

/** What both records have. */
export interface PixPayment extends Omit<typeof PixPayment.Type, "rate"> {
  readonly id: string
  readonly owner: string
  readonly rate: Rate<AssetCode>
}

/** What came in for it: the whole of an amount of an asset. */
export interface CameIn {
  readonly asset: AssetCode
  readonly units: bigint
}

/**
 * What a movement of a PIX payment is for. Back go: `restore`, what could not be paid, without an order; `reversal`, what the
 * bank returned, without an order; `return` and `refund`, what the operator ordered before and after the PIX had settled.
 */
export type BackPurpose = Extract<Purpose, "restore" | "reversal" | "return" | "refund">

/** Something that goes back to who had paid: cents of the payment, and what they are worth of its asset. */
export interface GivenBack {
  readonly purpose: BackPurpose
  /** The return that it answers, or the order; null where a payment has one. */
  readonly about: About | null
  /** The return that it answers. */
  readonly reversal: Reversal | null
  readonly cents: Cents
  readonly units: bigint
  readonly address: string
  /** The invoice that its address gave; null where there is none. */
  readonly invoice: string | null
}

/** The movement that pays its PIX. */
export const pixOf = (paymentId: string): string => movementId(paymentId, "pix")

/** Whether the operator ordered a movement. */
export const isOrdered = (purpose: Purpose): purpose is "return" | "refund" =>
  purpose === "return" || purpose === "refund"

/** Whether a movement takes something back to who had paid. */
export const isGivenBack = (purpose: Purpose): purpose is BackPurpose =>
  isOrdered(purpose) || purpose === "restore" || purpose === "reversal"

/** Value and fee. */
export const grossOf = ({ fee, value }: Pick<PixPayment, "fee" | "value">): Cents => add(value, fee)

/** Smallest units that cents are worth at the payment's own price, counted from what was given back before. */
export const unitsOf = ({ rate }: Pick<PixPayment, "rate">, givenBack: Cents, now: Cents): bigint =>
  assetForCents(rate, add(givenBack, now)) - assetForCents(rate, givenBack)

// What the interface shows of every PIX that we pay, whatever came in for it (spec "Payout status record", "PAYOUT_FAILED data",
// "Receipt object"; C44). Providers have no name here.

/** The text that customers see of a PIX that could not be paid; what the provider said stays inside. */
export const payoutFailedText = "The PIX could not be paid."

/** The PIX key that was requested, in its normal form; null where a BR Code was. */
export const pixKeyOf = ({ destination }: PixPayment): string | null =>
  destination.by === "key" ? destination.key : null

/** The BR Code that was requested; null where a key was. */
export const qrCodeOf = ({ destination }: PixPayment): string | null =>
  destination.by === "brCode" ? destination.brCode : null

/** The receipt of a PIX that has settled; null before. */
export const pixReceiptView = (payment: PixPayment) =>
  payment.paidAt === null ? null : receiptOf({ ...payment, pixKey: pixKeyOf(payment) })

/** What came in, as PAYOUT_SUCCESSFUL tells it; `assetAmount` is in whole units, fee included. */
interface PaidWith {
  readonly transactionId: string
  readonly externalId: string | null
  readonly asset: string
  readonly network: string
  readonly txHash: string | null
  readonly assetAmount: string
}

/** PAYOUT_SUCCESSFUL, but for what its kind adds. */
export const settledData = (
  payment: PixPayment,
  { asset, assetAmount, externalId, network, transactionId, txHash }: PaidWith,
  receiptUrl: string | null
) => ({
  success: true,
  transactionId,
  externalId,
  trackId: null,
  status: "COMPLETED",
  asset,
  network,
  valueInBrl: printBrl(payment.value),
  fee: printBrl(payment.fee),
  pixKey: pixKeyOf(payment),
  endToEndId: payment.endToEndId,
  txHash,
  receipt: pixReceiptView(payment),
  receiptUrl: payment.paidAt === null ? null : receiptUrl,
  quote: { brlAmount: printBrl(payment.value), assetAmount, fxRateAtTx: rateNumber(payment.rate) },
  // The legacy alias of `txHash`.
  invoice: txHash
})

/** PAYOUT_FAILED: says nothing of who should have paid it, why he did not, and what went back. `invoice` is what came in by. */
export const failedData = (payment: PixPayment, invoice: string | null) => ({
  success: false,
  invoice,
  pixKey: pixKeyOf(payment),
  valueInBrl: printBrl(payment.value),
  errorCode: "PAYOUT_FAILED",
  errorDescription: payoutFailedText
})

/** PAYOUT_REFUNDED, but for what went back. */
export const refundedData = (payment: PixPayment) => ({
  success: true,
  pixKey: pixKeyOf(payment),
  valueInBrl: printBrl(payment.value)
})

/** PAYOUT_REFUNDED of a PIX that its bank returned; with no refund transaction, giving it back is left to a person (0097). */
export const reversedData = (
  payment: PixPayment,
  ticketId: string,
  { reason, returnId, value }: Pick<Reversal, "reason" | "returnId" | "value">,
  refund: { readonly transaction: string; readonly address: string } | null = null
) => ({
  ...refundedData(payment),
  transactionId: ticketId,
  endToEndId: payment.endToEndId,
  returnedAmount: printBrl(value),
  originalTicketId: ticketId,
  reversalTicketId: returnId,
  reason,
  refundTxId: refund?.transaction ?? null,
  refundAddress: refund?.address ?? null
})

/** Names a record as it stands, and what is wanted of it: anything that changes of either changes the name. */
export const previewName = (body: string): string => bytesToHex(sha256(utf8ToBytes(body))).slice(0, 32)
