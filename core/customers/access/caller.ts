// Who is calling: made by a host from the bearer key, and the only thing a use case knows of the request's origin.
import { Clock, Effect, Option, type Redacted } from "effect"
import type { Account } from "../account/account.ts"
import { Accounts } from "../account/account.ts"
import { ScopeMissing, Unauthorized } from "../../base/errors/errors.ts"
import { find, get } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { ApiKeys, type KeyScope, environmentOfKey, isMistyped, isOver } from "../account/api-key.ts"
import type { Environment } from "../../base/environment/environment.ts"
import { equalInConstantTime } from "../../base/text/text.ts"
import { isInRanges } from "../account/address-range.ts"

export interface Caller {
  readonly account: Account
  readonly keyId: string
  /** What the key is for; absent: everything. */
  readonly scopes?: ReadonlyArray<KeyScope>
  /** From where the key works; absent: from anywhere. */
  readonly allowedAddresses?: ReadonlyArray<string>
}

/** Refuses a key whose prefix names another environment than the host that was asked, before anything is read. */
export const keyMayEnter = (key: Redacted.Redacted, environment: Environment): Unauthorized | undefined => {
  const named = environmentOfKey(key)
  if (named === undefined) return new Unauthorized({ problem: "malformed" })
  return named === environment ? undefined : new Unauthorized({ problem: "wrongEnvironment" })
}

/** The caller that a key of this data plane belongs to. Unknown, revoked and misplaced keys answer alike. */
export const callerOf = Effect.fnUntraced(function*(key: Redacted.Redacted, environment: Environment) {
  const refusal = keyMayEnter(key, environment)
  if (refusal !== undefined) return yield* refusal
  const digest = yield* Secrets.use((secrets) => secrets.keyDigest(key))
  const apiKey = Option.getOrUndefined(yield* find(ApiKeys, "digest", digest))?.value
  if (
    apiKey === undefined || !equalInConstantTime(apiKey.digest, digest) || apiKey.environment !== environment ||
    isOver(apiKey, yield* Clock.currentTimeMillis)
  ) return yield* new Unauthorized({ problem: isMistyped(key) ? "typo" : "unknown" })
  const account = Option.getOrUndefined(yield* get(Accounts, apiKey.owner))?.value
  if (account === undefined) return yield* new Unauthorized({ problem: "unknown" })
  const { allowedAddresses, id, scopes } = apiKey
  const caller: Caller = {
    account,
    keyId: id,
    ...(scopes === undefined ? {} : { scopes }),
    ...(allowedAddresses === undefined ? {} : { allowedAddresses })
  }
  return caller
})

/** Lets a caller in from the address that its request came from; one that is not known is on no allow-list. */
export const requireAddress = ({ allowedAddresses }: Caller, address: string | undefined) =>
  allowedAddresses === undefined || isInRanges(address, allowedAddresses)
    ? Effect.void
    : Effect.fail(new Unauthorized({ problem: "address" }))

/** Lets a caller do what its key is for; `undefined` is what no single scope is enough for (0186). */
export const requireScope = ({ scopes }: Caller, scope: KeyScope | undefined) =>
  scopes === undefined || scope !== undefined && scopes.includes(scope)
    ? Effect.void
    : Effect.fail(new ScopeMissing({ scope: scope ?? "all" }))
