// The deprecated withdrawal (spec "Environments and sandbox" 5; C32): it takes no input, because whatever is sent is answered the same.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { ApiKeyRequired } from "./authorization.ts"
import { failsWith } from "./envelope.ts"
import { Scope } from "./needs.ts"

export const withdrawPix = HttpApiEndpoint.post("withdrawPix", "/api/withdraw/pix", {
  success: Schema.Never,
  error: failsWith("gone", "notImplemented")
}).annotate(Scope, "payouts").annotateMerge(OpenApi.annotations({
  summary: "Withdraw by PIX (replaced)",
  description: "Replaced by POST /api/wallet/payout: 410 in production, 501 in the sandbox. Nothing is settled.",
  deprecated: true
}))

export const withdrawals = HttpApiGroup.make("withdrawals").add(withdrawPix).middleware(ApiKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Withdrawals", description: "Replaced by payouts." }))
