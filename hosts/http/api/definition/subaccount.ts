// Subaccount endpoints (spec "Endpoints", Subaccounts; C26, C27).
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { SubaccountRequest } from "../../../../core/customers/subaccount/create-subaccount.ts"
import { SubaccountQuery } from "../../../../core/customers/subaccount/list-subaccounts.ts"
import { AccountType } from "../../../../core/customers/subaccount/subaccount.ts"
import { text } from "../../../../core/base/text/text.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { Scope } from "./needs.ts"

const owner = Schema.Literals(["SELF", "CUSTOMER"]).annotate({
  description: "SELF is the key owner's own, CUSTOMER one created for a customer"
})
const email = Schema.NullOr(Schema.String)
const instant = Schema.String.annotate({ format: "date-time" })

export const createSubaccount = HttpApiEndpoint.post("createSubaccount", "/api/subaccount", {
  payload: SubaccountRequest,
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({ subAccountId: Schema.String.annotate({ description: "Permanent" }) })
  }).annotate({ identifier: "SubaccountCreated" }).pipe(HttpApiSchema.status(201)),
  error: failsWith(...bodyFailures)
}).annotate(Scope, "deposits").annotateMerge(OpenApi.annotations({
  summary: "Create a subaccount",
  description: "One per end user or business unit: the identity used across KYC, wallets, deposits and payouts."
}))

export const listSubaccounts = HttpApiEndpoint.get("listSubaccounts", "/api/subaccount", {
  query: SubaccountQuery,
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      subAccounts: Schema.Array(Schema.Struct({ subAccountId: Schema.String, email, owner, createdAt: instant })),
      nextCursor: Schema.NullOr(Schema.String).annotate({ description: "Null on the last page" })
    })
  }).annotate({ identifier: "SubaccountPage" }),
  error: failsWith("badRequest")
}).annotateMerge(OpenApi.annotations({
  summary: "List subaccounts",
  description: "The key owner's own subaccount first, then the newest; 50 a page."
}))

export const readSubaccount = HttpApiEndpoint.get("readSubaccount", "/api/subaccount/:subAccountId", {
  params: { subAccountId: text({ minimum: 1, maximum: 255 }) },
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      subAccountId: Schema.String,
      name: Schema.String,
      email,
      accountType: AccountType,
      owner,
      createdAt: instant,
      kyc: Schema.Struct({
        status: Schema.Literals(["NONE", "PENDING", "REVIEW", "APPROVED", "REJECTED", "EXPIRED", "FAILED"]),
        level: Schema.NullOr(Schema.Literals(["LIGHT", "FULL"])),
        approvedAt: Schema.NullOr(instant)
      }).annotate({ description: "The latest attempt" }),
      unlocked: Schema.Array(Schema.Literals(["USD_OPERATIONS", "RAISED_LIMITS"])).annotate({
        description: "What the approved proofs of a company have opened; empty for everybody else"
      }),
      walletIds: Schema.Array(Schema.String)
    })
  }).annotate({ identifier: "SubaccountDetail" }),
  error: failsWith("badRequest", "notFound")
}).annotateMerge(OpenApi.annotations({ summary: "Read a subaccount" }))

export const subaccounts = HttpApiGroup.make("subaccounts").add(createSubaccount, listSubaccounts, readSubaccount)
  .middleware(ApiKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Subaccounts", description: "Who money moves for." }))
