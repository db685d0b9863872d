// Subaccount endpoints (spec "Endpoints", Subaccounts; C26, C27).
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { SubaccountRequest } from "../../../core/subaccount/create-subaccount.ts"
import { SubaccountQuery } from "../../../core/subaccount/list-subaccounts.ts"
import { AccountType } from "../../../core/subaccount/subaccount.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { bodyFailures, failsWith } from "./envelope.ts"

const owner = Schema.Literals(["SELF", "CUSTOMER"])
const email = Schema.NullOr(Schema.String)

export const createSubaccount = HttpApiEndpoint.post("createSubaccount", "/api/subaccount", {
  payload: SubaccountRequest,
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({ subAccountId: Schema.String })
  }).pipe(HttpApiSchema.status(201)),
  error: failsWith(...bodyFailures)
})

export const listSubaccounts = HttpApiEndpoint.get("listSubaccounts", "/api/subaccount", {
  query: SubaccountQuery,
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      subAccounts: Schema.Array(Schema.Struct({ subAccountId: Schema.String, email, owner, createdAt: Schema.String })),
      nextCursor: Schema.NullOr(Schema.String)
    })
  }),
  error: failsWith("badRequest")
})

export const readSubaccount = HttpApiEndpoint.get("readSubaccount", "/api/subaccount/:subAccountId", {
  params: { subAccountId: Schema.String },
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      subAccountId: Schema.String,
      name: Schema.String,
      email,
      accountType: AccountType,
      owner,
      createdAt: Schema.String,
      kyc: Schema.Struct({
        status: Schema.Literals(["NONE", "PENDING", "REVIEW", "APPROVED", "REJECTED", "EXPIRED", "FAILED"]),
        level: Schema.NullOr(Schema.Literals(["LIGHT", "FULL"])),
        approvedAt: Schema.NullOr(Schema.String)
      }),
      walletIds: Schema.Array(Schema.String)
    })
  }),
  error: failsWith("notFound")
})

export const subaccounts = HttpApiGroup.make("subaccounts").add(createSubaccount, listSubaccounts, readSubaccount)
  .middleware(ApiKeyRequired)
