// What an operator may say of an account: everything it may do, pays and is limited to. What is left out stays as it is.
import { Schema } from "effect"
import { minutes } from "../../base/time/instant.ts"
import { FlagChanges, changedFlags } from "./flags.ts"
import { FeeOverrides } from "../../base/fees/schedule.ts"
import { limits } from "../../base/limits/limits.ts"
import { parseDecimal } from "../../base/money/decimal.ts"
import { emailAddress, text } from "../../base/text/text.ts"
import { RecipientsRequest, listedRecipients } from "./recipients.ts"
import { type Account, DuplicatePolicy, RequestRate } from "./account.ts"

const weekMinutes = 7 * 24 * 60

const reais = Schema.String.check(
  Schema.makeFilter((value: string) => parseDecimal("BRL", value)._tag === "Success", { expected: "reais, as 3000.00" })
)

const changes = {
  email: Schema.optionalKey(Schema.NullOr(emailAddress)),
  flags: Schema.optionalKey(FlagChanges.annotate({ description: "Flags to turn on and off; others stay" })),
  perTxLimitBrl: Schema.optionalKey(reais.annotate({ description: "What one payout may be, BRL" })),
  virtualAccount: Schema.optionalKey(Schema.Boolean),
  blocked: Schema.optionalKey(Schema.Boolean.annotate({ description: "No money leaves a blocked account" })),
  fees: Schema.optionalKey(
    FeeOverrides.annotate({ description: "Figures in place of the schedule's; replaces all earlier ones" })
  ),
  chargeLifetimeMinutes: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: weekMinutes })).annotate({
      description: "How long a charge can be paid"
    })
  ),
  requestRate: Schema.optionalKey(
    Schema.NullOr(RequestRate).annotate({ description: "null: that of the environment" })
  ),
  duplicatePolicy: Schema.optionalKey(
    DuplicatePolicy.annotate({
      description: "refuse: no payout or transfer equal to one of the same day that is not known to have ended, unless "
        + "`duplicateReason` says why; off by default"
    })
  ),
  allowedRecipients: Schema.optionalKey(
    Schema.NullOr(RecipientsRequest).annotate({
      description: "To whom payouts, transfers and swaps may go; replaces the list of before. null: to anybody"
    })
  ),
  walletKeysPerHour: Schema.optionalKey(
    Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 }))).annotate({
      description: `Wallets whose keys may be read in an hour; null: ${limits.keysPerHour}`
    })
  )
}

const name = text({ minimum: 1, maximum: 64 })

export const AccountRequest = Schema.Struct({ name, ...changes }).annotate({ identifier: "AccountRequest" })
export type AccountRequest = typeof AccountRequest.Type

export const AccountChanges = Schema.Struct({ name: Schema.optionalKey(name), ...changes }).annotate({
  identifier: "AccountChanges"
})
export type AccountChanges = typeof AccountChanges.Type

/** The account after a change. */
export const changed = (account: Account, request: AccountChanges, now: number): Account => {
  const limit = request.perTxLimitBrl === undefined ? undefined : parseDecimal("BRL", request.perTxLimitBrl)
  const { allowedRecipients, requestRate, walletKeysPerHour, ...rest } = account
  const rate = request.requestRate === undefined ? requestRate : request.requestRate ?? undefined
  const keys = request.walletKeysPerHour === undefined ? walletKeysPerHour : request.walletKeysPerHour ?? undefined
  const recipients = request.allowedRecipients === undefined
    ? allowedRecipients
    : request.allowedRecipients === null
    ? undefined
    : listedRecipients(request.allowedRecipients)
  return {
    ...rest,
    name: request.name ?? account.name,
    email: request.email === undefined ? account.email : request.email,
    flags: request.flags === undefined ? account.flags : changedFlags(account.flags, request.flags),
    perTxLimit: limit?._tag === "Success" ? limit.success : account.perTxLimit,
    virtualAccount: request.virtualAccount ?? account.virtualAccount,
    fees: request.fees ?? account.fees,
    chargeLifetimeMs: request.chargeLifetimeMinutes === undefined
      ? account.chargeLifetimeMs
      : minutes(request.chargeLifetimeMinutes),
    ...(request.blocked === undefined ? {} : { blocked: request.blocked }),
    ...(rate === undefined ? {} : { requestRate: rate }),
    ...(recipients === undefined ? {} : { allowedRecipients: recipients }),
    ...(keys === undefined ? {} : { walletKeysPerHour: keys }),
    ...(request.duplicatePolicy === undefined ? {} : { duplicatePolicy: request.duplicatePolicy }),
    updatedAt: now
  }
}

/** What an audit row says of a change: the email is named, not repeated. */
export const actionOf = ({ email, ...request }: AccountChanges): Readonly<Record<string, unknown>> => ({
  ...request,
  ...(request.fees === undefined ? {} : { fees: feeFigures(request.fees) }),
  ...(email === undefined ? {} : { email: "changed" })
})

const feeFigures = (fees: FeeOverrides): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fees).map(([operation, { basisPoints, fixedCents }]) => [operation, {
      ...(fixedCents === undefined ? {} : { fixedCents: Number(fixedCents) }),
      ...(basisPoints === undefined ? {} : { basisPoints })
    }])
  )
