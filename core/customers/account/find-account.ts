// What stands before an operator's use case: the account or the key that it names, or the refusal.
import { Effect, Option } from "effect"
import { ApiKeys } from "./api-key.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { get } from "../../engine/store/records.ts"
import { Accounts } from "./account.ts"

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
