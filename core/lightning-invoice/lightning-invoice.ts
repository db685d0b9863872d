// A Lightning invoice that pays a PIX (spec "Lightning invoice"; C20, C21). Its PIX and what goes back of its sats are movements;
// the record says what they mean. Amounts are cents of BRL and satoshis.
import { Schema } from "effect"
import { history } from "../machine/machine.ts"
import { type Sats, UnitsSchema, mulDivCeil } from "../money/units.ts"
import { pixPaymentFields, pricedFields } from "../pix-payment/pix-payment.ts"
import { owedIn, recordKind } from "../ports/records.ts"
import { statementLists } from "../time/instant.ts"
import { type LightningInvoiceState, lightningInvoiceOwed, lightningInvoiceStates } from "./lightning-invoice.states.ts"

const text = Schema.NullOr(Schema.String)

export const LightningInvoice = Schema.Struct({
  /** `inv_…`, the id that the PIX goes out under; outside, the payment hash names the invoice (C20). */
  id: Schema.String,
  owner: Schema.String,
  /** The key owner's own subaccount, in whose statement it stands. */
  subAccountId: Schema.String,
  state: Schema.Literals(Object.keys(lightningInvoiceStates.states) as ReadonlyArray<LightningInvoiceState>),
  ...pricedFields,
  /** What the payer pays for value and fee, at the price of creation. */
  sats: UnitsSchema("BTC"),
  /** Where what cannot be paid goes back to. */
  refundAddress: text,
  bolt11: Schema.String,
  paymentHash: Schema.String,
  ...pixPaymentFields,
  /** The last of what went back: the invoice that its address gave, and the payment that arrived with its time. */
  refundInvoice: text,
  refundTxId: text,
  refundedAt: Schema.NullOr(Schema.Int),
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

const routingFloorSats = 10n
const routingBasisPoints = 100n

/** What came in for it. */
export const cameInOf = ({ sats }: LightningInvoice) => ({ asset: "BTC" as const, units: sats })

/** What routing a refund may cost us, in satoshis: a hundredth, and never less than ten (0096). */
export const refundFeeBound = (sats: Sats): Sats => {
  const share = mulDivCeil(sats, routingBasisPoints, 10_000n)
  return (share > routingFloorSats ? share : routingFloorSats) as Sats
}
