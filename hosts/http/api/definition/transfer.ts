// The transfer endpoint (spec "Wallet transfer"; C17, C18).
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { TransferAsset, TransferRequest } from "../../../../core/payments/transfer/transfer-request.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { Scope, Upstream } from "./needs.ts"

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })

const fields = {
  senderAddress: Schema.String,
  recipientAddress: Schema.String,
  amount: described(Schema.String, "Whole units of the asset"),
  asset: TransferAsset,
  transactionId: described(Schema.String, "The service's id of the transfer")
}

const answer = <Data extends Schema.Top>(data: Data) =>
  Schema.Struct({
    success: Schema.Literal(true),
    alreadyProcessed: Schema.optionalKey(
      described(Schema.Literal(true), "This reference stands for a transfer that was made before")
    ),
    data
  })

const confirmed = answer(Schema.Struct({ txHash: Schema.String, ...fields, status: Schema.Literal("CONFIRMED") }))
  .annotate({ identifier: "WalletTransferResponse" })

const pending = answer(Schema.Struct({ txHash: Schema.Null, ...fields, status: Schema.Literal("PENDING") }))
  .annotate({ identifier: "WalletTransferPending" }).pipe(HttpApiSchema.status(202))

export const createTransfer = HttpApiEndpoint.post("createTransfer", "/api/wallet/transfer", {
  payload: TransferRequest,
  success: [confirmed, pending],
  error: failsWith(...bodyFailures, "forbidden", "notFound", "notImplemented")
}).annotate(Scope, "payouts").annotate(Upstream, "chain").annotateMerge(OpenApi.annotations({
  summary: "Transfer from a wallet",
  description:
    "Moves a stablecoin from a holder's wallet; the network's fee is paid by the service. 200 once it is confirmed on-chain. "
    + "202 while the outcome is unknown: it is on its way, is never sent twice, and the same `reference` or Idempotency-Key "
    + "tells what became of it. One transfer in 30 seconds and holder. The same `reference` within two minutes gives the "
    + "same transfer; with another request it is a conflict."
}))

export const transfers = HttpApiGroup.make("transfers").add(createTransfer).middleware(ApiKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Transfers", description: "Stablecoins from wallet to wallet." }))
