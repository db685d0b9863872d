// What the dashboard needs beside the operator's endpoints: who is signed in, lists, search, plots, statements and the stream
// of changes. It may change with the dashboard, so the description of the interface leaves it out.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { limits } from "../../../../core/base/limits/limits.ts"
import { StatementType } from "../../../../core/reports/statement/statement-request.ts"
import { text } from "../../../../core/base/text/text.ts"
import { OwnerOrOperator, id, view } from "./admin-schemas.ts"
import { failsWith } from "./envelope.ts"
import type * as Answers from "./management-answers.ts"

const cursor = Schema.optionalKey(text({ minimum: 1, maximum: 512 }))
const instant = Schema.optionalKey(text({ minimum: 1, maximum: 40 }))
const status = Schema.optionalKey(text({ minimum: 1, maximum: 32 }))

/** Whose: an operator may name an account, and without one sees all; an owner sees what is his. */
const scope = { accountId: Schema.optionalKey(id), subAccountId: Schema.optionalKey(id) }

const read = failsWith("badRequest", "notFound")

const listOf = <const Name extends string, const Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.get(name, path, {
    query: Schema.Struct({
      ...scope,
      /** A status of the session's `kinds`. */
      status,
      asset: Schema.optionalKey(text({ minimum: 1, maximum: 32 })),
      /** Created at or after, and before: ISO date or datetime. */
      from: instant,
      to: instant,
      cursor
    }),
    success: view<Answers.Rows>(),
    error: read
  }).middleware(OwnerOrOperator)

export const listDeposits = listOf("listDeposits", "/dashboard/api/deposits")
export const listPayouts = listOf("listPayouts", "/dashboard/api/payouts")
export const listLightningInvoices = listOf("listLightningInvoices", "/dashboard/api/lightning-invoices")
export const listTransfers = listOf("listTransfers", "/dashboard/api/transfers")
export const listSwaps = listOf("listSwaps", "/dashboard/api/swaps")
export const listDisputes = listOf("listDisputes", "/dashboard/api/disputes")

/** Who is signed in, to which environment, and which endpoints he can use; 401 with a token that opens nothing. */
export const readSession = HttpApiEndpoint.get("readSession", "/dashboard/api/session", {
  success: view<Answers.Session>(),
  error: failsWith()
}).middleware(OwnerOrOperator)

/** Subaccounts of one account, the newest first; `name` is a part of it. An operator names the account. */
export const listSubaccounts = HttpApiEndpoint.get("listSubaccounts", "/dashboard/api/subaccounts", {
  query: Schema.Struct({
    accountId: Schema.optionalKey(id),
    name: Schema.optionalKey(text(limits.subaccountName)),
    cursor
  }),
  success: view<Answers.Subaccounts>(),
  error: read
}).middleware(OwnerOrOperator)

/** A subaccount with its KYC, wallets and attempts. */
export const readSubaccount = HttpApiEndpoint.get("readSubaccount", "/dashboard/api/subaccounts/:subAccountId", {
  params: { subAccountId: id },
  success: view<Answers.SubaccountDetail>(),
  error: read
}).middleware(OwnerOrOperator)

/** KYC and KYB attempts and proofs, the newest first. */
export const listKycAttempts = HttpApiEndpoint.get("listKycAttempts", "/dashboard/api/kyc", {
  query: Schema.Struct({ ...scope, status, cursor }),
  success: view<Answers.KycAttempts>(),
  error: read
}).middleware(OwnerOrOperator)

/**
 * Payments by PIX key, amount, name, end-to-end id or transaction hash, customers by name or e-mail address, and whatever has
 * exactly this id, external id or payment hash.
 */
export const search = HttpApiEndpoint.get("search", "/dashboard/api/search", {
  query: Schema.Struct({ q: text({ minimum: 1, maximum: 512 }), accountId: Schema.optionalKey(id), cursor }),
  success: view<Answers.Found>(),
  error: read
}).middleware(OwnerOrOperator)

/** What the plots show: 24 hours by hour or 30 days by day by default; at most 400 points. */
export const readSeries = HttpApiEndpoint.get("readSeries", "/dashboard/api/series", {
  query: Schema.Struct({
    ...scope,
    by: Schema.optionalKey(Schema.Literals(["hour", "day"])),
    from: instant,
    to: instant
  }),
  success: view<Answers.Series>(),
  error: read
}).middleware(OwnerOrOperator)

/** The window of a statement: of the main subaccount by default; all types by default. */
const statement = { ...scope, from: instant, to: instant, type: Schema.optionalKey(StatementType) }

/** The statement of a subaccount, a page of at most 90 days; an operator names the account or subaccount. */
export const readStatement = HttpApiEndpoint.get("readStatement", "/dashboard/api/statement", {
  query: Schema.Struct({ ...statement, cursor }),
  success: view<Answers.Statement>(),
  error: read
}).middleware(OwnerOrOperator)

/** The same as a file, all of the window: CSV (RFC 4180) or OFX 2.2. */
export const exportStatement = HttpApiEndpoint.get("exportStatement", "/dashboard/api/statement/export", {
  query: Schema.Struct({ ...statement, format: Schema.Literals(["csv", "ofx"]) }),
  success: Schema.String,
  error: read
}).middleware(OwnerOrOperator)

/** Server-sent events: the names of records that change. */
export const live = HttpApiEndpoint.get("live", "/dashboard/api/live", {
  success: Schema.String,
  error: failsWith()
}).middleware(OwnerOrOperator)

export const dashboard = HttpApiGroup.make("dashboard").add(
  readSession,
  listDeposits,
  listPayouts,
  listLightningInvoices,
  listTransfers,
  listSwaps,
  listDisputes,
  listSubaccounts,
  readSubaccount,
  listKycAttempts,
  search,
  readSeries,
  readStatement,
  exportStatement,
  live
).annotateMerge(OpenApi.annotations({ exclude: true }))
