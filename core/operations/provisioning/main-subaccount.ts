// The subaccount that stands for an account itself (C34). It is created and changed together with the account.
import { Effect, Equal, Option } from "effect"
import type { Account } from "../../customers/account/account.ts"
import { get, replace } from "../../engine/store/records.ts"
import type { Write } from "../../engine/store/store.ts"
import { type Subaccount, Subaccounts } from "../../customers/subaccount/subaccount.ts"

/** What may be declared of it beside its account. */
export type DeclaredHolder = Partial<Pick<Subaccount, "accountType" | "unlocked">>

/** The key owner's own subaccount. */
export const mainSubaccount = (account: Account, now: number, declared: DeclaredHolder = {}): Subaccount => ({
  id: account.mainSubAccountId,
  owner: account.id,
  name: account.name,
  email: account.email,
  accountType: "INDIVIDUAL",
  belongsTo: "SELF",
  createdAt: now,
  ...declared
})

/**
 * Gives an account's own subaccount the name and the email of the account. Without an email the subaccount keeps its own,
 * which may have come with a KYC form; what was declared of it is set.
 */
export const mainSubaccountWrites = Effect.fnUntraced(function*(account: Account, declared: DeclaredHolder = {}) {
  const before = Option.getOrThrow(yield* get(Subaccounts, account.mainSubAccountId))
  const next = { ...before.value, name: account.name, email: account.email ?? before.value.email, ...declared }
  const writes: ReadonlyArray<Write> = Equal.equals(next, before.value) ? [] : [replace(Subaccounts, before, next)]
  return writes
})
