// The operator's endpoints over sweeps: what is above the high mark of a treasury, to the one address of the configuration.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Network } from "../../../../core/standards/address/network.ts"
import { assetCodes } from "../../../../core/base/money/assets.ts"
import { text } from "../../../../core/base/text/text.ts"
import { OperatorRequired, answer, cause, cursorQuery, instant, paged } from "./admin-schemas.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { SecondOperator } from "./needs.ts"

const asset = Schema.Literals(assetCodes)
const reference = text({ minimum: 1, maximum: 64 })

const Sweep = Schema.Struct({
  sweepId: Schema.String,
  reference: Schema.String,
  asset,
  network: Network,
  amount: Schema.String,
  address: Schema.String.annotate({ description: "`sweepTo` of the configuration, as it was when this was ordered" }),
  movementId: Schema.String,
  status: Schema.Literals(["ORDERED", "DONE", "REFUSED"]),
  transactionHash: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String).annotate({ description: "Why it was refused" }),
  cause,
  createdAt: instant,
  updatedAt: instant
}).annotate({ identifier: "Sweep" })

export const sweepTreasury = HttpApiEndpoint.post("sweepTreasury", "/admin/sweeps", {
  payload: Schema.Struct({
    asset,
    network: Network,
    amount: Schema.optionalKey(
      text({ minimum: 1, maximum: 64 }).annotate({
        description: "In whole units, such as \"2500.00\"; what is above the high mark by default"
      })
    ),
    reference: reference.annotate({ description: "Your name for it: the same again is the same sweep" })
  }),
  success: answer(Sweep).pipe(HttpApiSchema.status(202)),
  error: failsWith(...bodyFailures, "notFound")
}).middleware(OperatorRequired).annotate(SecondOperator, true).annotateMerge(
  OpenApi.annotations({
    summary: "Sweep a treasury",
    description:
      "Sends what is above the high mark of a treasury to its `sweepTo` address of the configuration, the only one it can go to. 404 where the configuration names none; 409 while the treasury is not above its high mark, where it would fall below its low one, and while another sweep of it is open."
  })
)

export const listSweeps = HttpApiEndpoint.get("listSweeps", "/admin/sweeps", {
  query: cursorQuery,
  success: paged({ sweeps: Schema.Array(Sweep) }),
  error: failsWith("badRequest")
}).middleware(OperatorRequired).annotateMerge(
  OpenApi.annotations({ summary: "List sweeps of treasuries", description: "The newest first." })
)

export const adminSweeps = HttpApiGroup.make("adminSweeps").add(sweepTreasury, listSweeps).annotateMerge(
  OpenApi.annotations({ title: "Sweeps" })
)
