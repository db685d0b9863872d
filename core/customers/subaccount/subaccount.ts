// A subaccount: one end user or business unit, and the identity used across KYC, wallets, deposits and payouts (spec
// "Subaccount"). Permanent. A foreign one answers exactly like a missing one.
import { Effect, Option, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { get, recordKind } from "../../engine/store/records.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { erasedText, personalField } from "../../engine/store/personal.ts"

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
  createdAt: Schema.Int,
  /** Where the holder is resident for tax; absent where it was not declared. */
  taxResidence: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** When the erasure of its holder was ordered: nothing more is done for him. */
  closedAt: Schema.optionalKey(Schema.Int),
  /** What the approved proofs of a company have opened; absent for everybody else. */
  unlocked: Schema.optionalKey(Schema.Array(Schema.Literals(["USD_OPERATIONS", "RAISED_LIMITS"])))
})
export type Subaccount = typeof Subaccount.Type

export const Subaccounts = recordKind({
  kind: "subaccount",
  schema: Subaccount,
  personal: {
    purpose: "the contract with the customer (article 7 V), and knowing who he is (article 7 II)",
    seenBy: "the account, operators",
    fields: {
      name: { ...personalField.holder, becomes: erasedText },
      email: { whose: "holder", until: "order" },
      taxResidence: personalField.holder
    }
  },
  lists: { byOwner: (subaccount: Subaccount) => subaccount.owner }
})

/** A subaccount that was looked up for a caller; a foreign one, a closed one and a missing one are refused alike. */
export const inScope = (caller: Caller, found: Subaccount | undefined): Effect.Effect<Subaccount, NotFound> =>
  found === undefined || found.owner !== caller.account.id || found.closedAt !== undefined
    ? Effect.fail(new NotFound({ resource: "Subaccount" }))
    : Effect.succeed(found)

/** The subaccount that a request names, the caller's main one when it names none. */
export const subaccountInScope = Effect.fnUntraced(function*(caller: Caller, subAccountId: string | undefined) {
  const found = yield* get(Subaccounts, subAccountId ?? caller.account.mainSubAccountId)
  return yield* inScope(caller, Option.getOrUndefined(found)?.value)
})

/** A row of the list. */
export const listItem = (subaccount: Subaccount) => ({
  subAccountId: subaccount.id,
  email: subaccount.email,
  owner: subaccount.belongsTo,
  createdAt: isoInstant(subaccount.createdAt)
})
