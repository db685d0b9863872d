// Deposit endpoints (spec "Endpoints", Deposits; C2, C36, C44).
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { DepositRequest } from "../../../core/deposit/deposit-request.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { bodyFailures, failsWith } from "./envelope.ts"

const text = Schema.NullOr(Schema.String)
const instant = Schema.NullOr(Schema.String)
const cents = Schema.Int.annotate({ description: "BRL cents" })

export const createDeposit = HttpApiEndpoint.post("createDeposit", "/api/deposit/asset", {
  payload: DepositRequest,
  success: Schema.Struct({
    success: Schema.Literal(true),
    externalId: Schema.String,
    qrCode: text.annotate({ description: "PIX BR Code, copy and paste" }),
    fee: cents,
    fxRateAtTx: Schema.Finite.annotate({ description: "BRL for one unit of the asset" }),
    walletCharge: text.annotate({ description: "The service's id of the charge" })
  }).annotate({ identifier: "DepositAssetResponse" }),
  error: failsWith(...bodyFailures, "forbidden", "notFound")
})

export const DepositRecord = Schema.Struct({
  externalId: Schema.String,
  walletCharge: Schema.String,
  trackId: text,
  status: Schema.Literals(["PENDING", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED", "REFUNDED"]),
  errorCode: text,
  errorDescription: text,
  retryable: Schema.Boolean.annotate({ description: "True only after a full confirmed refund" }),
  refundStatus: Schema.NullOr(Schema.Literals(["PARTIALLY_REFUNDED", "CONFIRMED"])),
  refundedValue: Schema.NullOr(cents),
  refundedAt: instant,
  refundEndToEndId: text,
  processingStep: text,
  asset: Schema.String,
  network: Schema.String,
  address: Schema.String,
  value: cents,
  valueInBrl: Schema.String,
  fee: cents,
  feeInBrl: Schema.String,
  fxRateAtTx: Schema.NullOr(Schema.Finite),
  receivedAmount: Schema.NullOr(Schema.BigInt).annotate({
    description: "Smallest units of the asset: an exact JSON integer that may pass 2^53"
  }),
  receivedAmountDecimals: Schema.NullOr(Schema.Int),
  transactionHash: text,
  qrCode: text,
  endToEndId: text,
  paidAt: instant,
  payer: Schema.NullOr(Schema.Struct({ name: text, taxId: text })),
  confirmedAt: instant,
  createdAt: Schema.String,
  updatedAt: Schema.String
}).annotate({ identifier: "DepositRecord" })

export const readDeposit = HttpApiEndpoint.get("readDeposit", "/api/deposit/asset/:externalId", {
  params: { externalId: Schema.String },
  success: Schema.Struct({ success: Schema.Literal(true), data: DepositRecord }),
  error: failsWith("notFound")
})

export const deposits = HttpApiGroup.make("deposits").add(createDeposit, readDeposit).middleware(ApiKeyRequired)
