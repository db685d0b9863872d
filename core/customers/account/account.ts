// The account of a key owner: whose keys, subaccounts and money it is, what it may do and what it pays. In the
// interface it is "the key owner"; its own subaccount (owner SELF) is the main account (C34).
import { Effect, Schema } from "effect"
import { Environment } from "../../base/environment/environment.ts"
import { Flag } from "./flags.ts"
import { AccountBlocked } from "../../base/errors/errors.ts"
import { FeeOverrides } from "../../base/fees/schedule.ts"
import { CentsFromNumber } from "../../base/money/units.ts"
import { recordKind } from "../../engine/store/records.ts"
import { Recipients } from "./recipients.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

/** Requests of a key owner that the service takes (C40): so many a second, and so many at once. */
export const RequestRate = Schema.Struct({
  perSecond: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })),
  burst: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 }))
})
export type RequestRate = typeof RequestRate.Type

/** What becomes of a payment equal to one whose outcome is not known: it is made, or refused until a reason is given. */
export const DuplicatePolicy = Schema.Literals(["off", "refuse"])

export const Account = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  environment: Environment,
  name: Schema.String,
  email: Schema.NullOr(Schema.String),
  /** The subaccount that stands for the key owner itself. */
  mainSubAccountId: Schema.String,
  flags: Schema.Array(Flag),
  /** Whether payer, endToEndId and paidAt of deposits are shown to this account. */
  virtualAccount: Schema.Boolean,
  perTxLimit: CentsFromNumber,
  fees: FeeOverrides,
  /** How long a charge of this account can be paid. */
  chargeLifetimeMs: Schema.Int,
  /** Whether money may leave: absent says that it may. */
  blocked: Schema.optionalKey(Schema.Boolean),
  /** The account's own rate of requests: absent says that of its environment. */
  requestRate: Schema.optionalKey(RequestRate),
  /** Absent says off. */
  duplicatePolicy: Schema.optionalKey(DuplicatePolicy),
  /** To whom money of the account's wallets may go: absent says to anybody. */
  allowedRecipients: Schema.optionalKey(Recipients),
  /** Wallets whose keys may be read in an hour: absent says that of the limits. */
  walletKeysPerHour: Schema.optionalKey(Schema.Int),
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type Account = typeof Account.Type

export const Accounts = recordKind({
  kind: "account",
  schema: Account,
  personal: noPersonalData(
    "the key owner: name, e-mail address, whom he may pay; his contract, for as long as the account"
  ),
  lists: { all: () => "all" }
})

/** Whether a feature is on for this account. */
export const hasFlag = (account: Account, flag: Flag): boolean => account.flags.includes(flag)

/** Lets an account move money out, or refuses one that the operator has blocked. */
export const requireUnblocked = (account: Account): Effect.Effect<void, AccountBlocked> =>
  account.blocked === true ? Effect.fail(new AccountBlocked({ accountId: account.id })) : Effect.void
