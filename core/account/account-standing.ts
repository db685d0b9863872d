// What stands before an operator's use case: the account or the key that it names, or the refusal; and the subaccount that
// stands for an account and is changed with it.
import { Effect, Option } from "effect"
import { ApiKeys } from "../access/api-key.ts"
import { NotFound } from "../errors/errors.ts"
import { get, replace } from "../ports/records.ts"
import type { Write } from "../ports/store.ts"
import { Subaccounts } from "../subaccount/subaccount.ts"
import { type Account, Accounts } from "./account.ts"

/** The account of an id, with its version. */
export const accountOf = Effect.fnUntraced(function*(accountId: string) {
  const found = Option.getOrUndefined(yield* get(Accounts, accountId))
  return found ?? (yield* new NotFound({ resource: "Account" }))
})

/** A key of an account, with its version; one of another account is no other answer than one that is not there. */
export const keyOf = Effect.fnUntraced(function*(accountId: string, keyId: string) {
  const found = Option.getOrUndefined(yield* get(ApiKeys, keyId))
  return found !== undefined && found.value.owner === accountId ? found : yield* new NotFound({ resource: "Key" })
})

/**
 * Gives an account's own subaccount the name and the email of the account. Without an email the subaccount keeps its own,
 * which may have come with a KYC form.
 */
export const mainSubaccountWrites = Effect.fnUntraced(function*(account: Account) {
  const before = Option.getOrThrow(yield* get(Subaccounts, account.mainSubAccountId))
  const { email, name } = before.value
  const next = { ...before.value, name: account.name, email: account.email ?? email }
  const writes: ReadonlyArray<Write> = next.name === name && next.email === email
    ? []
    : [replace(Subaccounts, before, next)]
  return writes
})
