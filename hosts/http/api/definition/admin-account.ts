// The operator's endpoints of accounts and their keys. Keys and secrets are in the answer that makes them and in no other.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { AccountChanges, AccountRequest } from "../../../../core/customers/account/account-request.ts"
import { Recipients } from "../../../../core/customers/account/recipients.ts"
import { KeyRequest } from "../../../../core/customers/account/key-request.ts"
import { FeeOverrides } from "../../../../core/base/fees/schedule.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { OperatorRequired, OwnerOrOperator, cursorQuery, id, instant, paged } from "./admin-schemas.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { LeastRole } from "./needs.ts"

const hours = limits.rotationOverlapMs / 3_600_000

const AccountDetail = Schema.Struct({
  accountId: Schema.String,
  environment: Schema.Literals(["sandbox", "production"]),
  name: Schema.String,
  email: Schema.NullOr(Schema.String),
  mainSubAccountId: Schema.String,
  flags: Schema.Array(Schema.String).annotate({ description: "Those that are on, by their names in the interface" }),
  perTxLimitBrl: Schema.String,
  virtualAccount: Schema.Boolean,
  blocked: Schema.Boolean,
  fees: FeeOverrides.annotate({ description: "Figures in place of the schedule's" }),
  chargeLifetimeMinutes: Schema.Finite,
  requestRate: Schema.NullOr(Schema.Struct({ perSecond: Schema.Int, burst: Schema.Int })),
  duplicatePolicy: Schema.Literals(["off", "refuse"]).annotate({
    description: "What becomes of a payment equal to one of the same day that is not known to have ended"
  }),
  allowedRecipients: Schema.NullOr(Recipients).annotate({
    description: "To whom payouts, transfers and swaps may go, in normal forms; null for anybody"
  }),
  walletKeysPerHour: Schema.NullOr(Schema.Int).annotate({
    description: `Wallets whose keys may be read in an hour; null for the ${limits.keysPerHour} of the limits`
  }),
  createdAt: instant,
  updatedAt: instant
}).annotate({ identifier: "AccountDetail" })

const detail = Schema.Struct({ success: Schema.Literal(true), data: AccountDetail })

export const listAccounts = HttpApiEndpoint.get("listAccounts", "/admin/accounts", {
  query: cursorQuery,
  success: paged({ accounts: Schema.Array(AccountDetail) }),
  error: failsWith("badRequest")
}).middleware(OwnerOrOperator).annotateMerge(
  OpenApi.annotations({ summary: "List accounts", description: "The newest first, 50 a page." })
)

export const createAccount = HttpApiEndpoint.post("createAccount", "/admin/accounts", {
  payload: AccountRequest,
  success: detail.pipe(HttpApiSchema.status(201)),
  error: failsWith(...bodyFailures)
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(OpenApi.annotations({
  summary: "Create an account",
  description: "A key owner with its main subaccount; keys are made on their own, and KYC is gone through as usual."
}))

export const readAccount = HttpApiEndpoint.get("readAccount", "/admin/accounts/:accountId", {
  params: { accountId: id },
  success: detail,
  error: failsWith("badRequest", "notFound")
}).middleware(OwnerOrOperator).annotateMerge(OpenApi.annotations({ summary: "Read an account" }))

export const updateAccount = HttpApiEndpoint.patch("updateAccount", "/admin/accounts/:accountId", {
  params: { accountId: id },
  payload: AccountChanges,
  success: detail,
  error: failsWith(...bodyFailures, "notFound")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(OpenApi.annotations({
  summary: "Change an account",
  description:
    "Flags, limits, fees, the block, the rate and the list of recipients; what is left out stays. Keys act on it within a second."
}))

const key = {
  keyId: Schema.String,
  accountId: Schema.String,
  key: Schema.String.annotate({ description: "Its prefix and its last four characters" }),
  state: Schema.Literals(["ACTIVE", "ENDING", "EXPIRED", "REVOKED"]).annotate({
    description: "`ENDING`: replaced by rotation, and open for a while yet"
  }),
  scopes: Schema.NullOr(Schema.Array(Schema.String)).annotate({ description: "What it is for; null for everything" }),
  allowedAddresses: Schema.NullOr(Schema.Array(Schema.String)).annotate({
    description: "Addresses and ranges that it works from; null for anywhere"
  }),
  expiresAt: Schema.NullOr(instant),
  lastUsedAt: Schema.NullOr(instant).annotate({ description: "To the minute; null in answers that change the key" }),
  createdAt: instant,
  revokedAt: Schema.NullOr(instant)
}
const Key = Schema.Struct(key).annotate({ identifier: "Key" })
const secret = Schema.String.annotate({ description: "The key itself, shown this once" })

export const listKeys = HttpApiEndpoint.get("listKeys", "/admin/accounts/:accountId/keys", {
  params: { accountId: id },
  query: cursorQuery,
  success: paged({ keys: Schema.Array(Key) }),
  error: failsWith("badRequest", "notFound")
}).middleware(OwnerOrOperator).annotateMerge(
  OpenApi.annotations({ summary: "List the keys of an account", description: "Masked, the newest first." })
)

export const readKey = HttpApiEndpoint.get("readKey", "/admin/accounts/:accountId/keys/:keyId", {
  params: { accountId: id, keyId: id },
  success: Schema.Struct({ success: Schema.Literal(true), data: Key }),
  error: failsWith("badRequest", "notFound")
}).middleware(OwnerOrOperator).annotateMerge(OpenApi.annotations({ summary: "Read a key", description: "Masked." }))

export const createKey = HttpApiEndpoint.post("createKey", "/admin/accounts/:accountId/keys", {
  params: { accountId: id },
  payload: KeyRequest,
  success: Schema.Struct({ success: Schema.Literal(true), data: Schema.Struct({ ...key, secret }) })
    .pipe(HttpApiSchema.status(201)),
  error: failsWith(...bodyFailures, "notFound")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(
  OpenApi.annotations({
    summary: "Create a key",
    description: "The answer shows it, and nothing again. The body may be left out."
  })
)

export const rotateKey = HttpApiEndpoint.post("rotateKey", "/admin/accounts/:accountId/keys/:keyId/rotate", {
  params: { accountId: id, keyId: id },
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({ ...key, secret, replaced: Key })
  }).pipe(HttpApiSchema.status(201)),
  error: failsWith("badRequest", "notFound", "conflict")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(OpenApi.annotations({
  summary: "Rotate a key",
  description: `A new key at once; the old one opens everything for ${hours} hours yet.`
}))

export const revokeKey = HttpApiEndpoint.delete("revokeKey", "/admin/accounts/:accountId/keys/:keyId", {
  params: { accountId: id, keyId: id },
  success: Schema.Struct({ success: Schema.Literal(true), data: Key }),
  error: failsWith("badRequest", "notFound")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(OpenApi.annotations({
  summary: "Revoke a key",
  description: "It opens nothing from now on, in other processes within a second. A second time changes nothing."
}))

export const adminAccounts = HttpApiGroup.make("adminAccounts").add(
  listAccounts,
  createAccount,
  readAccount,
  updateAccount,
  listKeys,
  readKey,
  createKey,
  rotateKey,
  revokeKey
).annotateMerge(OpenApi.annotations({ title: "Accounts" }))
