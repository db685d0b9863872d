// The subaccount that stands for an account itself (C34). It is created and changed together with the account.
import { Effect, Option } from "effect"
import type { Account } from "../../customers/account/account.ts"
import { get, replace } from "../../engine/store/records.ts"
import type { Write } from "../../engine/store/store.ts"
import { type Subaccount, Subaccounts } from "../../customers/subaccount/subaccount.ts"

/** The key owner's own subaccount. */
export const mainSubaccount = (account: Account, now: number): Subaccount => ({
  id: account.mainSubAccountId,
  owner: account.id,
  name: account.name,
  email: account.email,
  accountType: "INDIVIDUAL",
  belongsTo: "SELF",
  createdAt: now
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
