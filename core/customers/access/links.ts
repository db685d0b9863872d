// Sessions and hosted links are closed with the key that made them (C57): a PIN page, the pages of a KYC attempt, uploads and
// liveness captures. Payments are not, nor the pages of their charges and receipts.
import { Clock, Effect, Option } from "effect"
import { ApiKeys, closesLinks } from "../account/api-key.ts"
import { get } from "../../engine/store/records.ts"

/** Whether what a key made still opens; what no key made does. */
export const linksOpen = Effect.fnUntraced(function*({ keyId }: { readonly keyId?: string }) {
  const key = keyId === undefined ? undefined : Option.getOrUndefined(yield* get(ApiKeys, keyId))?.value
  return key === undefined || !closesLinks(key, yield* Clock.currentTimeMillis)
})
