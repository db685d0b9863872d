// Making an API key: the key itself leaves once, in the answer; what is stored is its digest.
import { Effect } from "effect"
import { Ids } from "../../engine/store/ids.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { type ApiKey, apiKeyOf, last4Of } from "./api-key.ts"
import type { Environment } from "../../base/environment/environment.ts"

const randomBytes = 64

/** What a key is for, from where, and until when. */
export type KeySettings = Pick<ApiKey, "scopes" | "allowedAddresses" | "expiresAt">

/** A new key of an account, with the record that knows it again. */
export const newKey = Effect.fnUntraced(function*(
  account: { readonly id: string; readonly environment: Environment },
  { allowedAddresses, expiresAt, scopes }: KeySettings,
  now: number
) {
  const ids = yield* Ids
  const key = apiKeyOf(account.environment, yield* ids.secret(randomBytes))
  const record: ApiKey = {
    id: yield* ids.next("key", account.id),
    owner: account.id,
    environment: account.environment,
    digest: yield* Secrets.use((secrets) => secrets.keyDigest(key)),
    last4: last4Of(key),
    createdAt: now,
    revokedAt: null,
    ...(scopes === undefined ? {} : { scopes }),
    ...(allowedAddresses === undefined ? {} : { allowedAddresses }),
    ...(expiresAt === undefined ? {} : { expiresAt })
  }
  return { key, record }
})
