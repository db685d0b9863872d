// A subaccount: one end user or business unit, and the identity used across KYC, wallets, deposits and payouts (spec
// "Subaccount"). Permanent. A foreign one answers exactly like a missing one.
import { Effect, Option, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import { NotFound } from "../errors/errors.ts"
import { type KycAttempt, kycStateOf } from "../kyc/kyc-attempt.ts"
import { get, recordKind } from "../ports/records.ts"
import { isoInstant, isoInstantOrNull } from "../time/instant.ts"

export const AccountType = Schema.Literals(["INDIVIDUAL", "COMPANY"])
export type AccountType = typeof AccountType.Type

export const Subaccount = Schema.Struct({
  id: Schema.String,
  /** The account whose key made it. */
  owner: Schema.String,
  name: Schema.String,
  email: Schema.NullOr(Schema.String),
  accountType: AccountType,
  /** SELF is the key owner's own, CUSTOMER one created for a customer. */
  belongsTo: Schema.Literals(["SELF", "CUSTOMER"]),
  createdAt: Schema.Int
})
export type Subaccount = typeof Subaccount.Type

export const Subaccounts = recordKind({
  kind: "subaccount",
  schema: Subaccount,
  lists: { byOwner: (subaccount: Subaccount) => subaccount.owner }
})

/** The subaccount that a request names, the caller's main one when it names none. */
export const subaccountInScope = Effect.fnUntraced(function*(caller: Caller, subAccountId: string | undefined) {
  const id = subAccountId ?? caller.account.mainSubAccountId
  const found = Option.getOrUndefined(yield* get(Subaccounts, id))?.value
  if (found === undefined || found.owner !== caller.account.id) return yield* new NotFound({ resource: "Subaccount" })
  return found
})

/** A row of the list. */
export const listItem = (subaccount: Subaccount) => ({
  subAccountId: subaccount.id,
  email: subaccount.email,
  owner: subaccount.belongsTo,
  createdAt: isoInstant(subaccount.createdAt)
})

/** The detail (C26). Wallets come with the wallet resource; until then a subaccount has none. */
export const detail = (subaccount: Subaccount, attempt: KycAttempt | undefined) => {
  const kyc = kycStateOf(attempt)
  return {
    subAccountId: subaccount.id,
    name: subaccount.name,
    email: subaccount.email,
    accountType: subaccount.accountType,
    owner: subaccount.belongsTo,
    createdAt: isoInstant(subaccount.createdAt),
    kyc: { ...kyc, approvedAt: isoInstantOrNull(kyc.approvedAt) },
    walletIds: [] as ReadonlyArray<string>
  }
}
