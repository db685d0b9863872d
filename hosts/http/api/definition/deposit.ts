// Deposit endpoints (spec "Endpoints", Deposits; C2, C36, C44).
import { Schema, SchemaTransformation } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { DepositRequest } from "../../../../core/payments/deposit/admit-deposit.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { text as textOf } from "../../../../core/base/text/text.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { Scope, Upstream } from "./needs.ts"

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })
const text = Schema.NullOr(Schema.String)
const instant = Schema.String.annotate({ format: "date-time" })
const cents = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const brl = described(Schema.String, "BRL, two decimals")

/** An amount of an asset on the wire: a JSON integer of any size, which plain JSON parsers round beyond 2^53. */
const ExactInteger = Schema.Finite.check(
  Schema.makeFilter(Number.isInteger, { expected: "an integer", toJsonSchema: () => ({ type: "integer", minimum: 0 }) })
).pipe(
  Schema.decodeTo(Schema.BigInt, SchemaTransformation.transform({ decode: BigInt, encode: Number }))
)

export const createDeposit = HttpApiEndpoint.post("createDeposit", "/api/deposit/asset", {
  query: {
    dryRun: Schema.optionalKey(
      described(Schema.Literals(["true", "false"]), "`true`: all gates and prices, no charge and no effect")
    )
  },
  payload: DepositRequest,
  success: Schema.Struct({
    success: Schema.Literal(true),
    externalId: described(Schema.String, "The id given, or the one that was made; empty in a dry run without one"),
    qrCode: described(text, "PIX BR Code, copy and paste; null in a dry run"),
    fee: described(cents, "BRL cents, part of `value`"),
    fxRateAtTx: described(Schema.Finite, "BRL for one unit of the asset"),
    walletCharge: described(text, "The service's id of the charge; null in a dry run"),
    trackId: described(text, "The provider's ticket of the charge; null in a dry run"),
    chargeUrl: described(
      text,
      "The page on which the payer pays the charge and follows it; null in a dry run, and where no address is known"
    )
  }).annotate({ identifier: "DepositAssetResponse" }),
  error: failsWith(...bodyFailures, "forbidden", "notFound")
}).annotate(Scope, "deposits").annotate(Upstream, "pixRail").annotateMerge(OpenApi.annotations({
  summary: "Create a deposit",
  description:
    "Makes a PIX charge. Once it is paid, the asset worth `value` less the fee is delivered to the address. The "
    + "same `externalId` with the same request gives the first answer again; with another request it is a conflict. "
    + "The header `Link` names the page on which the charge is paid, as `rel=\"payment\"`."
}))

const DepositRecord = Schema.Struct({
  externalId: Schema.String,
  walletCharge: described(Schema.String, "The service's id of the charge"),
  trackId: described(text, "The provider's ticket of the charge"),
  status: described(
    Schema.Literals(["PENDING", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED", "REFUNDED"]),
    "PENDING until the PIX settles, PROCESSING until the asset is delivered"
  ),
  errorCode: described(text, "`DEPOSIT_DELIVERY_FAILED` when the asset cannot be delivered"),
  errorDescription: text,
  retryable: described(Schema.Boolean, "True only after a full confirmed refund"),
  refundStatus: described(
    Schema.NullOr(Schema.Literals(["PARTIALLY_REFUNDED", "CONFIRMED"])),
    "For the whole deposit: CONFIRMED once everything that was paid has gone back"
  ),
  refundedValue: described(Schema.NullOr(cents), "Cumulative confirmed refunds, BRL cents"),
  refundedAt: Schema.NullOr(instant),
  refundEndToEndId: described(text, "Id of the latest return"),
  processingStep: described(text, "`LATE_PAYMENT` or `DELIVERY_UNKNOWN`, where one applies"),
  asset: Schema.String,
  network: Schema.String,
  address: Schema.String,
  value: described(cents, "BRL cents"),
  valueInBrl: brl,
  fee: described(cents, "BRL cents"),
  feeInBrl: brl,
  fxRateAtTx: described(Schema.NullOr(Schema.Finite), "BRL for one unit of the asset"),
  receivedAmount: described(
    Schema.NullOr(ExactInteger),
    "Smallest units of the asset: an exact JSON integer that may pass 2^53"
  ),
  receivedAmountDecimals: Schema.NullOr(Schema.Int),
  transactionHash: text,
  qrCode: text,
  endToEndId: described(text, "End-to-end id of the PIX that funded the deposit"),
  paidAt: described(Schema.NullOr(instant), "When the PIX settled"),
  paidValue: described(
    Schema.NullOr(cents),
    "BRL cents that the PIX paid: the charge, or more, of which the surplus goes back; null until then"
  ),
  payer: described(
    Schema.NullOr(Schema.Struct({ name: text, taxId: described(text, "CPF or CNPJ, no punctuation") })),
    "Only for accounts that own a virtual account"
  ),
  confirmedAt: described(Schema.NullOr(instant), "When the delivery was confirmed"),
  createdAt: instant,
  updatedAt: instant,
  chargeUrl: described(
    text,
    "The page on which the payer pays the charge and follows it; null where no address is known"
  )
}).annotate({ identifier: "DepositRecord" })

export const readDeposit = HttpApiEndpoint.get("readDeposit", "/api/deposit/asset/:externalId", {
  params: { externalId: textOf(limits.externalId) },
  success: Schema.Struct({ success: Schema.Literal(true), data: DepositRecord }),
  error: failsWith("badRequest", "notFound")
}).annotateMerge(OpenApi.annotations({
  summary: "Read a deposit",
  description: "The latest state of a deposit of the key owner, failures and refunds included."
}))

export const deposits = HttpApiGroup.make("deposits").add(createDeposit, readDeposit).middleware(ApiKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Deposits", description: "PIX in, asset out." }))
