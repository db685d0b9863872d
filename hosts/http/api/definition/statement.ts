// The statement endpoints (spec "Account statement"; C25).
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { operationTypes } from "../../../../core/engine/resource/statement-source.ts"
import { StatementQuery, StatementRequest } from "../../../../core/reports/statement/statement-request.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { Scope } from "./needs.ts"

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })
const text = Schema.NullOr(Schema.String)
const instant = Schema.String.annotate({ format: "date-time" })
const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const Operation = Schema.Struct({
  id: described(Schema.String, "Of the operation; a fee's is that of its operation with `/fee` after it"),
  type: described(Schema.Literals(operationTypes), "A FEE row follows the operation that it is the fee of"),
  status: Schema.String,
  asset: Schema.String,
  network: Schema.String,
  valueInBrl: described(text, "BRL, two decimals; null for a transfer of an asset that is not pegged to BRL"),
  stableAmount: described(text, "Whole units of a stablecoin; null for anything else"),
  fee: described(Schema.String, "BRL, two decimals; the sum of this column is what was charged"),
  txHash: described(text, "On-chain id, or the bolt11 invoice of a Lightning-funded payout"),
  endToEndId: described(text, "Of the PIX"),
  createdAt: instant,
  updatedAt: instant
})

const Statement = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Struct({
    balances: described(
      Schema.Array(Schema.Struct({ asset: Schema.String, network: text, amount: Schema.String })),
      "What the wallets of the subaccount hold together, in whole units"
    ),
    operations: described(Schema.Array(Operation), "Newest first"),
    page: described(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)), "1 + rows before / pageSize"),
    pageSize: Schema.Int,
    total: described(count, "Rows of all pages, fees included"),
    nextCursor: described(text, "Null on the last page")
  })
}).annotate({ identifier: "Statement" })

const about =
  "Needs an APPROVED attempt of level FULL. A window is at most 90 days and has its start, not its end; pages "
  + "go on below the last row that was shown, so rows that come in meanwhile neither repeat nor hide others. A cursor "
  + "keeps the window of its first page."

export const readStatement = HttpApiEndpoint.get("readStatement", "/api/account/statement", {
  query: StatementQuery,
  success: Statement,
  error: failsWith("badRequest", "forbidden")
}).annotateMerge(OpenApi.annotations({ summary: "Read the account statement", description: about }))

export const postStatement = HttpApiEndpoint.post("postStatement", "/api/account/statement", {
  payload: StatementRequest,
  success: Statement,
  error: failsWith(...bodyFailures, "forbidden", "notFound")
}).annotate(Scope, "read").annotateMerge(
  OpenApi.annotations({ summary: "Read the statement of a subaccount", description: about })
)

export const statements = HttpApiGroup.make("statements").add(readStatement, postStatement).middleware(ApiKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Statement", description: "Balances and operations." }))
