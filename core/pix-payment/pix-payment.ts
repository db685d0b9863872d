// A PIX that we pay for money that came in before: the fields that payouts and Lightning invoices have in common, and what
// may go back of them. Amounts are cents of BRL, and smallest units of the asset that came in.
import { Schema } from "effect"
import type { AssetCode } from "../money/assets.ts"
import { type Rate, RateSchema, assetForCents } from "../money/rate.ts"
import { type Cents, CentsFromNumber, add, zero } from "../money/units.ts"
import { type Reversal, movementId } from "../movement/movement.ts"
import { PixDestination, PixReceiver } from "../movement/order.ts"

const text = Schema.NullOr(Schema.String)
const instant = Schema.NullOr(Schema.Int)

/** What was asked for. */
export const pricedFields = {
  destination: PixDestination,
  /** What the receiver gets, and the fee on top of it. */
  value: CentsFromNumber,
  fee: CentsFromNumber,
  rate: RateSchema
}

/** What became of it. */
export const pixPaymentFields = {
  /** Since when nobody can say whether it happened. */
  doubtedAt: instant,
  /** When the PIX settled; known without an end-to-end id when only its reversal was told. */
  paidAt: instant,
  endToEndId: text,
  payerIspb: text,
  receiver: Schema.NullOr(PixReceiver),
  /** Why it was refused, for the operator; customers see a text of ours. */
  refusal: text,
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
export type BackPurpose = "restore" | "reversal" | "return" | "refund"

/** Something that goes back to who had paid: cents of the payment, and what they are worth of its asset. */
export interface GivenBack {
  readonly purpose: BackPurpose
  /** The id of the return that it answers, or of the order; null where a payment has one. */
  readonly about: string | null
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
export const isOrdered = (purpose: string): purpose is "return" | "refund" =>
  purpose === "return" || purpose === "refund"

/** Whether a movement takes something back to who had paid. */
export const isGivenBack = (purpose: string): purpose is BackPurpose =>
  isOrdered(purpose) || purpose === "restore" || purpose === "reversal"

/** Value and fee. */
export const grossOf = ({ fee, value }: Pick<PixPayment, "fee" | "value">): Cents => add(value, fee)

/** Smallest units that cents are worth at the payment's own price, counted from what was given back before. */
export const unitsOf = ({ rate }: Pick<PixPayment, "rate">, givenBack: Cents, now: Cents): bigint =>
  assetForCents(rate, add(givenBack, now)) - assetForCents(rate, givenBack)
