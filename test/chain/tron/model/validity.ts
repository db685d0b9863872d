// Whether a transaction fits the model's books now, as a node looks at it before it takes it and again when it makes a block.
import { type Accounts, rules } from "./accounts.ts"
import type { Action, Transaction } from "./wire.ts"

const isValid = (accounts: Accounts, action: Exclude<Action, { readonly type: "call" }>): boolean => {
  const { owner, to } = action
  const from = accounts.of(owner)
  const isNew = !accounts.of(to).exists
  switch (action.type) {
    case "create":
      return isNew && from.sun >= rules.newAccountSun + rules.newAccountBytesSun
    case "transfer": {
      const price = isNew ? rules.newAccountSun + rules.newAccountBytesSun : 0n
      return action.sun > 0n && to !== owner && from.sun >= action.sun + price
    }
    case "lend":
      return !isNew && to !== owner && action.sun >= 1_000_000n &&
        from.stakedSun - accounts.lentSun(owner) >= action.sun
    case "takeBack":
      return (from.lent.get(to) ?? 0n) >= action.sun && action.sun > 0n
  }
}

/** The code of what does not fit; undefined where it fits. */
export const problemOf = (accounts: Accounts, { size }: Transaction, action: Action): string | undefined => {
  const account = accounts.of(action.owner)
  if (!account.exists) return "CONTRACT_VALIDATE_ERROR"
  if (action.type !== "call" && !isValid(accounts, action)) return "CONTRACT_VALIDATE_ERROR"
  return account.sun < accounts.bytesSun(action.owner, size) ? "BANDWITH_ERROR" : undefined
}
