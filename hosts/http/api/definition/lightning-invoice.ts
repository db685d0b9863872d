// Lightning invoice endpoints (spec "Endpoints", Deposits and Lightning; C20).
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { LightningInvoiceRequest } from "../../../../core/payments/lightning-invoice/lightning-invoice-request.ts"
import { Receipt } from "./receipt.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { Scope, Upstream } from "./needs.ts"

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })
const text = Schema.NullOr(Schema.String)
const instant = Schema.String.annotate({ format: "date-time" })
const satoshis = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const brl = described(Schema.String, "BRL, two decimals")

export const createLightningInvoice = HttpApiEndpoint.post("createLightningInvoice", "/api/lightning/invoice", {
  payload: LightningInvoiceRequest,
  success: Schema.Struct({
    success: Schema.Literal(true),
    invoice: described(Schema.String, "BOLT11; in the sandbox a look-alike that cannot be paid"),
    valueInSatoshis: described(satoshis, "What the invoice asks for: value and fee, rounded up"),
    pixKey: described(text, "The key in its normal form"),
    qrCode: text,
    valueInBrl: described(Schema.String, "BRL that the receiver gets, two decimals"),
    fee: described(Schema.String, "BRL on top of it, two decimals"),
    paymentHash: described(Schema.String, "Names the invoice from here on: 64 hex characters")
  }).annotate({ identifier: "LightningInvoiceResponse" }),
  error: failsWith(...bodyFailures)
}).annotate(Scope, "deposits").annotate(Upstream, "lightningNode").annotateMerge(OpenApi.annotations({
  summary: "Create a Lightning invoice that pays a PIX",
  description:
    "The invoice asks for the satoshis that `value` and the fee are worth now. Once it is paid, the PIX goes out. A PIX "
    + "that cannot be paid fails with PAYOUT_FAILED; with a `refundAddress` the satoshis then go back at once. No wallet "
    + "and no KYC is needed."
}))

export const LightningInvoiceRecord = Schema.Struct({
  paymentHash: Schema.String,
  transactionId: described(Schema.String, "The payment hash"),
  status: described(
    Schema.Literals(["PENDING", "PAID", "COMPLETED", "FAILED", "REFUNDED", "EXPIRED"]),
    "PENDING until the invoice is paid, PAID until the PIX settles"
  ),
  network: Schema.Literal("lightning"),
  invoice: described(Schema.String, "BOLT11"),
  valueInSatoshis: satoshis,
  txHash: described(text, "The invoice again, where payouts have their debit"),
  endToEndId: described(text, "End-to-end id of the PIX"),
  valueInBrl: brl,
  fee: brl,
  pixKey: text,
  qrCode: text,
  provider: Schema.String,
  correlationID: text,
  failureReason: text,
  refundAddress: text,
  refundInvoice: described(text, "The invoice by which the satoshis go back"),
  refundTxId: described(text, "Lightning payment id of the refund"),
  refundedAt: Schema.NullOr(instant),
  receipt: Schema.NullOr(Receipt),
  receiptUrl: Schema.NullOr(Schema.String),
  expiresAt: described(instant, "Until when the invoice is offered"),
  createdAt: instant,
  updatedAt: instant
}).annotate({ identifier: "LightningInvoiceRecord" })

export const readLightningInvoice = HttpApiEndpoint.get(
  "readLightningInvoice",
  "/api/lightning/invoice/:paymentHash",
  {
    params: {
      paymentHash: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/i, { expected: "64 hex characters" }))
    },
    success: Schema.Struct({ success: Schema.Literal(true), data: LightningInvoiceRecord }),
    error: failsWith("badRequest", "notFound")
  }
).annotateMerge(OpenApi.annotations({
  summary: "Read a Lightning invoice",
  description: "Where the invoice stands, with the fields of the payout that it funds."
}))

export const lightningInvoices = HttpApiGroup.make("lightningInvoices")
  .add(createLightningInvoice, readLightningInvoice)
  .middleware(ApiKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Lightning invoices", description: "Lightning in, PIX out." }))
