// The account of a key owner: whose keys, subaccounts and money it is, what it may do and what it pays. In the
// interface it is "the key owner"; its own subaccount (owner SELF) is the main account (C34).
import { Schema } from "effect"
import { Environment } from "../access/environment.ts"
import { Flag } from "../access/flags.ts"
import { FeeOverrides } from "../fees/schedule.ts"
import { CentsFromNumber } from "../money/units.ts"
import { recordKind } from "../ports/records.ts"

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
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type Account = typeof Account.Type

export const Accounts = recordKind({ kind: "account", schema: Account })

/** Whether a feature is on for this account. */
export const hasFlag = (account: Account, flag: Flag): boolean => account.flags.includes(flag)
