// A Lightning invoice that pays a PIX: one record for the invoice, the PIX it pays, what comes back of it, and the way of
// the sats back (spec "Lightning invoice"; C20, C21). Amounts are cents of BRL and satoshis.
import { Schema } from "effect"
import { history } from "../machine/history.ts"
import { RateSchema } from "../money/rate.ts"
import { mulDivCeil } from "../money/rounding.ts"
import { CentsFromNumber, type Sats, UnitsSchema } from "../money/units.ts"
import { PixKeyType } from "../pix/pix-key.ts"
import { owedIn } from "../ports/owed.ts"
import { recordKind } from "../ports/records.ts"
import { statementLists } from "../time/place.ts"
import { lightningInvoiceOwed } from "./lightning-invoice.owed.ts"
import { type LightningInvoiceState, lightningInvoiceStates } from "./lightning-invoice.states.ts"

const text = Schema.NullOr(Schema.String)

/** Who the PIX goes to: a key in its normal form, or whoever a BR Code names. */
export const Destination = Schema.Union([
  Schema.Struct({ by: Schema.Literal("key"), key: Schema.String, keyType: PixKeyType }),
  Schema.Struct({ by: Schema.Literal("brCode"), brCode: Schema.String })
])
export type Destination = typeof Destination.Type

/** What the rail's settlement message told about the PIX. Tax id and account are whole; the view masks them. */
export const Receipt = Schema.Struct({
  paidAt: Schema.Int,
  payerIspb: text,
  receiver: Schema.NullOr(Schema.Struct({
    name: text,
    taxId: text,
    bankName: text,
    ispb: text,
    branch: text,
    account: text,
    accountType: text
  }))
})

/** One return of the PIX by the receiver's bank, under the rail's id of it. */
const Reversal = Schema.Struct({ returnId: Schema.String, value: CentsFromNumber, reason: text, at: Schema.Int })

/** The sats on their way back. A try that was refused is followed by another under another number. */
const Refund = Schema.Struct({
  number: Schema.Int,
  /** What is given back: sats whose PIX never went out, a paid PIX, or what the bank returned. */
  of: Schema.Literals(["unpaid", "paid", "reversed"]),
  address: Schema.String,
  sats: UnitsSchema("BTC"),
  /** What they are worth on the books. */
  cents: CentsFromNumber,
  /** The one invoice that the address gave, stored before it is paid. */
  bolt11: text,
  paymentHash: text,
  sentAt: Schema.NullOr(Schema.Int)
})

export const LightningInvoice = Schema.Struct({
  /** `inv_…`, the id that the PIX goes out under; outside, the payment hash names the invoice (C20). */
  id: Schema.String,
  owner: Schema.String,
  /** The key owner's own subaccount, in whose statement it stands. */
  subAccountId: Schema.String,
  state: Schema.Literals(Object.keys(lightningInvoiceStates.states) as ReadonlyArray<LightningInvoiceState>),
  value: CentsFromNumber,
  fee: CentsFromNumber,
  /** Value and fee: what the sats were worth at the price of creation. */
  gross: CentsFromNumber,
  sats: UnitsSchema("BTC"),
  rate: RateSchema,
  destination: Destination,
  refundAddress: text,
  bolt11: Schema.String,
  paymentHash: Schema.String,
  endToEndId: text,
  /** When the PIX settled; null while that is not known. */
  settledAt: Schema.NullOr(Schema.Int),
  receipt: Schema.NullOr(Receipt),
  /** Why the PIX was impossible, for the operator; customers see the error code alone. */
  refusal: text,
  reversals: Schema.Array(Reversal),
  refund: Schema.NullOr(Refund),
  /** Keyed digest of the receiver's PIX key; absent where a BR Code names no key. */
  pixKeyDigest: Schema.optionalKey(Schema.String),
  expiresAt: Schema.Int,
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  history
})
export type LightningInvoice = typeof LightningInvoice.Type

export const LightningInvoices = recordKind({
  kind: "lightningInvoice",
  schema: LightningInvoice,
  keys: { paymentHash: (invoice: LightningInvoice) => invoice.paymentHash },
  lists: { ...statementLists, byPixKey: ({ pixKeyDigest }: LightningInvoice) => pixKeyDigest },
  owed: owedIn(lightningInvoiceOwed, (invoice: LightningInvoice) => invoice.state)
})

/** Whether a PIX of this id is one of an invoice: its own id, or the payment hash that callers know it by. */
export const isLightningPayment = (paymentId: string): boolean =>
  paymentId.startsWith("inv_") || /^[0-9a-f]{64}$/i.test(paymentId)

/** Our id of the movement that takes the sats back. */
export const refundOperation = (invoice: LightningInvoice, number: number): string => `refund/${invoice.id}/${number}`

const routingFloorSats = 10n
const routingBasisPoints = 100n

/** What routing a refund may cost us, in satoshis: a hundredth, and never less than ten (0096). */
export const refundFeeBound = (sats: Sats): Sats => {
  const share = mulDivCeil(sats, routingBasisPoints, 10_000n)
  return (share > routingFloorSats ? share : routingFloorSats) as Sats
}
