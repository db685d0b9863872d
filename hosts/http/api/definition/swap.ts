// DePix swap endpoints (spec "Endpoints", Wallet; "DePix swap"; C30).
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { SwapError, SwapNetwork } from "../../../../core/payments/swap/swap.ts"
import { SwapRequest } from "../../../../core/payments/swap/swap-request.ts"
import { text as textOf } from "../../../../core/base/text/text.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { Scope } from "./needs.ts"

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })
const text = Schema.NullOr(Schema.String)
const satoshis = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const rawUnits = Schema.String.check(Schema.isPattern(/^(?:0|[1-9]\d*)$/))

const accepted = {
  success: Schema.Literal(true),
  swapId: Schema.String,
  clientRequestId: Schema.String,
  status: described(
    Schema.Literals(["PENDING", "RUNNING", "COMPLETED", "FAILED", "STRANDED"]),
    "FAILED: nothing moved. STRANDED: something did, or may have, and support has to look at it"
  ),
  fromAsset: Schema.Literal("DEPIX"),
  toAsset: Schema.Literal("BTC"),
  amountIn: described(rawUnits, "Raw units: 1 DePix is 100000000"),
  network: SwapNetwork,
  destination: Schema.String,
  minAmountOutSats: satoshis,
  maxSlippageBps: Schema.Int,
  maxLightningFeeSats: described(satoshis, "0 on spark")
}

const SwapAccepted = Schema.Struct(accepted).annotate({ identifier: "SwapAccepted" })

export const createSwap = HttpApiEndpoint.post("createSwap", "/api/wallet/swap", {
  payload: SwapRequest,
  success: [
    SwapAccepted.pipe(HttpApiSchema.status(202)),
    SwapAccepted.pipe(HttpApiSchema.status(200))
  ],
  error: failsWith(...bodyFailures, "forbidden", "notFound", "notImplemented")
}).annotate(Scope, "payouts").annotateMerge(OpenApi.annotations({
  summary: "Swap DePix on Spark for BTC",
  description:
    "202: accepted, and settled by the worker within the authorization's five minutes. 200: the identical request was "
    + "accepted before; this is its status, and the PIN was not looked at. The same `clientRequestId` with other "
    + "parameters is a conflict. After a time-out repeat the identical request, never with a new id."
}))

const Leg = Schema.Struct({
  leg: described(Schema.Int, "0: DePix to the service. 1: the pool. 2: satoshis to Spark. 3: Lightning"),
  status: Schema.Literals(["PENDING", "SUBMITTED", "CONFIRMED", "FAILED", "UNKNOWN"]),
  originChain: Schema.String,
  destinationChain: Schema.String,
  originTxHash: text,
  destinationTxHash: text,
  actualAmountOut: described(Schema.NullOr(rawUnits), "Satoshis"),
  error: Schema.NullOr(SwapError),
  swapRequestId: Schema.optionalKey(described(text, "Leg 1: the pool's id of the swap")),
  feeSats: Schema.optionalKey(described(Schema.NullOr(satoshis), "Leg 3: what routing took"))
})

export const readSwap = HttpApiEndpoint.get("readSwap", "/api/wallet/swap/:swapId", {
  params: { swapId: textOf({ minimum: 1, maximum: 64 }) },
  query: {
    subAccountId: Schema.optionalKey(
      textOf({ minimum: 1, maximum: 64 }).annotate({ description: "Whose swap it has to be" })
    )
  },
  success: Schema.Struct({
    ...accepted,
    reference: text,
    error: Schema.NullOr(SwapError),
    legs: Schema.Array(Leg)
  }).annotate({ identifier: "SwapRecord" }),
  error: failsWith("badRequest", "notFound")
}).annotateMerge(OpenApi.annotations({
  summary: "Track a swap",
  description: "Status and legs of a swap. A confirmed leg stays confirmed whatever becomes of the swap."
}))

export const swaps = HttpApiGroup.make("swaps").add(createSwap, readSwap).middleware(ApiKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Swaps", description: "DePix on Spark for BTC." }))
