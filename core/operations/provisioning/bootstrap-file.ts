// The bootstrap file: accounts that an operator declares, with their key, flags and webhooks.
import { Effect, Redacted, Schema, SchemaIssue } from "effect"
import { mayBeChosen } from "../../customers/account/api-key.ts"
import { Environment } from "../../base/environment/environment.ts"
import { Flag } from "../../customers/account/flags.ts"
import { type FieldProblem, ValidationFailed } from "../../base/errors/errors.ts"
import { EventName } from "../../engine/event/event.ts"
import { parseDecimal } from "../../base/money/decimal.ts"
import { TaxId } from "../../standards/pix/tax-id.ts"
import { emailAddress, text } from "../../base/text/text.ts"
import { headerName, headerValue } from "../../webhooks/webhook/webhook-request.ts"
import { DuplicatePolicy } from "../../customers/account/account.ts"
import { AccountType } from "../../customers/subaccount/subaccount.ts"
import { AccountChanges } from "../../customers/account/account-request.ts"

const BootstrapWebhook = Schema.Struct({
  url: Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s@]+$/, { expected: "an http or https address" })),
  secret: Schema.String.check(Schema.isPattern(/^[0-9a-fA-F]{64}$/, { expected: "64 hex characters" })),
  events: Schema.optionalKey(Schema.Array(EventName)),
  headers: Schema.optionalKey(Schema.Record(headerName, headerValue)),
  retry: Schema.optionalKey(Schema.Boolean)
})

const brl = Schema.String.check(
  Schema.makeFilter((value: string) => parseDecimal("BRL", value)._tag === "Success", { expected: "reais, as 3000.00" })
)

const BootstrapAccount = Schema.Struct({
  name: text({ minimum: 1, maximum: 64 }),
  environment: Environment,
  apiKey: Schema.String,
  email: Schema.optionalKey(emailAddress),
  taxId: Schema.optionalKey(TaxId),
  accountType: Schema.optionalKey(AccountType),
  kyc: Schema.optionalKey(Schema.Literals(["APPROVED", "NONE"])),
  financialCapacity: Schema.optionalKey(Schema.Literals(["APPROVED", "NONE"])),
  // THIRD_PARTY is said by `thirdParty`; naming the inverted flag that is on by default changes nothing.
  flags: Schema.optionalKey(Schema.Array(Schema.Union([Flag, Schema.Literal("THIRD_PARTY_DISABLED")]))),
  thirdParty: Schema.optionalKey(Schema.Boolean),
  perTxLimitBrl: Schema.optionalKey(brl),
  virtualAccount: Schema.optionalKey(Schema.Boolean),
  duplicatePolicy: Schema.optionalKey(DuplicatePolicy),
  allowedRecipients: AccountChanges.fields.allowedRecipients,
  walletKeysPerHour: AccountChanges.fields.walletKeysPerHour,
  webhooks: Schema.optionalKey(Schema.Array(BootstrapWebhook))
})
export type BootstrapAccount = typeof BootstrapAccount.Type
export type BootstrapWebhook = typeof BootstrapWebhook.Type

const BootstrapFile = Schema.fromJsonString(Schema.Struct({ accounts: Schema.Array(BootstrapAccount) }))

const decode = Schema.decodeUnknownEffect(BootstrapFile, { errors: "all", onExcessProperty: "error" })
const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Reads the file's text; every problem is named by its place, and no key or secret is repeated. */
export const readBootstrapFile = Effect.fnUntraced(function*(json: string) {
  const { accounts } = yield* decode(json).pipe(Effect.mapError((error) =>
    new ValidationFailed({
      details: [...new Set(issuesOf(error.issue).issues.map((issue) => (issue.path ?? []).map(String).join(".")))]
        .map((field) => ({ field, message: "missing, unknown or wrong" }))
    })
  ))
  const details = accounts.flatMap((declared, index) => problemsOf(declared, `accounts.${index}`))
  return details.length === 0 ? accounts : yield* new ValidationFailed({ details })
})

const problemsOf = (
  { accountType, apiKey, environment, financialCapacity, kyc }: BootstrapAccount,
  place: string
): ReadonlyArray<FieldProblem> => [
  ...(mayBeChosen(Redacted.make(apiKey), environment) ? [] : [{
    field: `${place}.apiKey`,
    message: `needs the prefix of ${environment} and at least 32 characters after it`
  }]),
  // A proof is examined once the company itself is approved.
  ...(financialCapacity !== "APPROVED" || accountType === "COMPANY" && kyc === "APPROVED" ? [] : [{
    field: `${place}.financialCapacity`,
    message: "needs an accountType of COMPANY and a kyc of APPROVED"
  }])
]
