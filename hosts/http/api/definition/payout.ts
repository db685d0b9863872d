// Payout endpoints (spec "Endpoints", Wallet; C3, C4, C9, C39).
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { PayoutRequest } from "../../../../core/payments/payout/admit-payout.ts"
import { text as textOf } from "../../../../core/base/text/text.ts"
import { Receipt } from "./receipt.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { Scope, Upstream } from "./needs.ts"

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })
const text = Schema.NullOr(Schema.String)
const instant = Schema.String.annotate({ format: "date-time" })
const brl = described(Schema.String, "BRL, two decimals")

export const createPayout = HttpApiEndpoint.post("createPayout", "/api/wallet/payout", {
  query: {
    dryRun: Schema.optionalKey(
      described(
        Schema.Literals(["true", "false"]),
        "`true`: all gates but the PIN, and the price; no payout and no effect"
      )
    )
  },
  payload: PayoutRequest,
  success: Schema.Struct({
    success: Schema.Literal(true),
    transactionId: described(text, "The service's id of the payout; null in a dry run"),
    status: described(Schema.Literal("PROCESSING"), "The debit and the PIX follow in the background"),
    stableAmount: described(Schema.String, "What the wallet pays, in whole units: value and fee"),
    valueInBrl: described(Schema.String, "What the receiver gets: BRL, two decimals"),
    fee: described(Schema.String, "On top of the value: BRL, two decimals"),
    network: Schema.String,
    jobId: described(text, "The job that debits the wallet; null in a dry run")
  }).annotate({ identifier: "WalletPayoutResponse" }).pipe(HttpApiSchema.status(202)),
  error: failsWith(...bodyFailures, "forbidden", "notFound", "notImplemented")
}).annotate(Scope, "payouts").annotate(Upstream, "pixRail").annotateMerge(OpenApi.annotations({
  summary: "Pay out by PIX",
  description:
    "Debits the wallet on its chain and then pays the PIX. The same `externalId` with the same request gives the first "
    + "answer again; with another request it is a conflict. In the sandbox only the PIX is simulated, and the answer says "
    + "so with the header `X-Service-Sandbox: simulated`."
}))

const PayoutRecord = Schema.Struct({
  transactionId: Schema.String,
  status: described(
    Schema.Literals(["PENDING", "COMPLETED", "FAILED", "REFUNDED"]),
    "PENDING until the PIX has settled, or the asset is back"
  ),
  network: Schema.String,
  txHash: described(text, "The debit of the wallet on its chain"),
  endToEndId: described(text, "End-to-end id of the PIX"),
  valueInBrl: brl,
  fee: brl,
  pixKey: described(text, "In its normal form"),
  qrCode: text,
  provider: described(Schema.String, "The rail"),
  correlationID: described(text, "The `externalId` of the request"),
  failureReason: described(text, "A sentence for customers"),
  receipt: described(Schema.NullOr(Receipt), "Once the PIX has settled; the same as in PAYOUT_SUCCESSFUL"),
  receiptUrl: described(text, "The receipt as PDF, once the PIX has settled: a link that opens for 30 days"),
  createdAt: instant,
  updatedAt: instant
}).annotate({ identifier: "PayoutRecord" })

export const readPayout = HttpApiEndpoint.get("readPayout", "/api/wallet/payout/:transactionId", {
  params: { transactionId: textOf({ minimum: 1, maximum: 64 }) },
  success: Schema.Struct({ success: Schema.Literal(true), data: PayoutRecord }),
  error: failsWith("badRequest", "notFound")
}).annotateMerge(OpenApi.annotations({
  summary: "Read a payout",
  description: "Where the payout stands, with the receipt of its PIX."
}))

export const payouts = HttpApiGroup.make("payouts").add(createPayout, readPayout).middleware(ApiKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Payouts", description: "Asset out of a wallet, PIX to anybody." }))
