// A Lightning invoice that pays a PIX (spec "Lightning invoice"; C20, C21). Its PIX and what goes back of its sats are movements;
// the record says what they mean. Amounts are cents of BRL and satoshis.
import { Schema } from "effect"
import { declaredPart } from "../../standards/identity/declaration.ts"
import { history } from "../../engine/machine/machine.ts"
import { printBrl, printDecimal } from "../../base/money/decimal.ts"
import { UnitsSchema } from "../../base/money/units.ts"
import {
  type GivenBack,
  payoutFailedText,
  pixKeyOf,
  pixPaymentFields,
  pixReceiptView,
  previewName,
  pricedFields,
  qrCodeOf,
  refundedData as refunded,
  settledData
} from "../pix-payment/pix-payment.ts"
import { owedIn, recordKind } from "../../engine/store/records.ts"
import { isoInstant, isoInstantOrNull, statementLists } from "../../base/time/instant.ts"
import { type LightningInvoiceState, lightningInvoiceOwed, lightningInvoiceStates } from "./lightning-invoice.states.ts"
import {
  declaredFields,
  historyFields,
  paymentRecords,
  personalField,
  pixDestinationFields,
  pixReceiverFields
} from "../../engine/store/personal.ts"

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
  ...declaredPart,
  /** The node that made it. It alone knows whether it was paid. */
  via: Schema.String,
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
  personal: {
    purpose: paymentRecords,
    seenBy: "the account, operators",
    fields: {
      ...pixDestinationFields("destination"),
      ...pixReceiverFields("receiver"),
      refundAddress: personalField.address,
      "refusal.detail": personalField.text,
      ...declaredFields,
      ...historyFields
    }
  },
  keys: { paymentHash: (invoice: LightningInvoice) => invoice.paymentHash },
  lists: { ...statementLists, byPixKey: ({ pixKeyDigest }: LightningInvoice) => pixKeyDigest },
  owed: owedIn(lightningInvoiceOwed, (invoice: LightningInvoice) => invoice.state)
})

/** What came in for it. */
export const cameInOf = ({ sats }: LightningInvoice) => ({ asset: "BTC" as const, units: sats })

// What the interface shows of a Lightning invoice: the answer of creation, and the record by payment hash with the fields
// of a payout (spec "Lightning invoice", "Payout status record"; C4, C20, C44). Units and names are the wire's.

/** The answer of creation. It reads only what never changes, so a replay gives the same bytes. */
export const lightningInvoiceAnswer = (invoice: LightningInvoice) => ({
  success: true as const,
  invoice: invoice.bolt11,
  valueInSatoshis: Number(invoice.sats),
  pixKey: pixKeyOf(invoice),
  qrCode: qrCodeOf(invoice),
  valueInBrl: printBrl(invoice.value),
  fee: printBrl(invoice.fee),
  paymentHash: invoice.paymentHash
})
export type LightningInvoiceAnswer = ReturnType<typeof lightningInvoiceAnswer>

/** The record: where the invoice stands, and the fields of the payout that it funds. */
export const lightningInvoiceRecord = (invoice: LightningInvoice) => ({
  paymentHash: invoice.paymentHash,
  transactionId: invoice.paymentHash,
  status: lightningInvoiceStates.states[invoice.state],
  network: "lightning" as const,
  invoice: invoice.bolt11,
  valueInSatoshis: Number(invoice.sats),
  txHash: invoice.bolt11,
  endToEndId: invoice.endToEndId,
  valueInBrl: printBrl(invoice.value),
  fee: printBrl(invoice.fee),
  pixKey: pixKeyOf(invoice),
  qrCode: qrCodeOf(invoice),
  provider: "PIX",
  correlationID: null,
  failureReason: invoice.refusal === null ? null : payoutFailedText,
  refundAddress: invoice.refundAddress,
  refundInvoice: invoice.refundInvoice,
  refundTxId: invoice.refundTxId,
  refundedAt: isoInstantOrNull(invoice.refundedAt),
  receipt: pixReceiptView(invoice),
  expiresAt: isoInstant(invoice.expiresAt),
  createdAt: isoInstant(invoice.createdAt),
  updatedAt: isoInstant(invoice.updatedAt)
})

/** Names an invoice as it stands, and where its sats are to go: anything that changes of it changes the name. */
export const previewOf = (invoice: LightningInvoice, address: string | null): string =>
  previewName(`${address ?? ""}\n${LightningInvoices.encode(invoice)}`)

// Payloads of the payout events of a Lightning invoice (spec "PAYOUT_SUCCESSFUL data" with the fields of Bitcoin-priced
// payouts, "PAYOUT_REFUNDED data"). The transaction id is the payment hash (C20).

/** PAYOUT_SUCCESSFUL: the PIX has settled. */
export const successfulData = (invoice: LightningInvoice, receiptUrl: string | null) => {
  const satoshis = Number(invoice.sats)
  const assetAmount = printDecimal("BTC", invoice.sats)
  const paidWith = {
    transactionId: invoice.paymentHash,
    externalId: null,
    asset: "LIGHTNING",
    network: "lightning",
    txHash: invoice.bolt11,
    assetAmount
  }
  const settled = settledData(invoice, paidWith, receiptUrl)
  const quote = { ...settled.quote, btcAmount: Number(assetAmount), satoshis, btcToBrlRate: settled.quote.fxRateAtTx }
  return { ...settled, quote, valueInSatoshis: satoshis }
}

/** PAYOUT_REFUNDED, the case of sats that went back: automatically (C21) or by the operator. */
export const refundedData = (
  invoice: LightningInvoice,
  { address, invoice: refundInvoice, units }: GivenBack,
  refundTxId: string,
  now: number
) => ({
  ...refunded(invoice),
  invoice: invoice.bolt11,
  refundAddress: address,
  refundInvoice,
  refundTxId,
  valueInSatoshis: Number(units),
  refundedAt: isoInstant(now)
})
