// What an operator may say of a new API key: what it is for, from where it is used, and until when.
import { Effect, Schema } from "effect"
import { AddressRange } from "./address-range.ts"
import { invalidField } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { instantIn } from "../../base/errors/instant-field.ts"
import { KeyScope } from "./api-key.ts"

export const KeyRequest = Schema.Struct({
  scopes: Schema.optionalKey(
    Schema.Array(KeyScope).check(Schema.isMinLength(1), Schema.isUnique()).annotate({
      description:
        "What it is for, besides nothing else: `read`; `deposits`, which is money in; `payouts`, which is wallets and "
        + "money out; `webhooks`. All by default"
    })
  ),
  allowedAddresses: Schema.optionalKey(
    Schema.Array(AddressRange).check(Schema.isMinLength(1), Schema.isMaxLength(limits.keyAddresses)).annotate({
      description: "Addresses or CIDR ranges that it works from; anywhere by default"
    })
  ),
  expiresAt: Schema.optionalKey(
    Schema.String.annotate({ description: "An ISO 8601 instant from which it opens nothing; never by default" })
  )
}).annotate({ identifier: "KeyRequest" })
export type KeyRequest = typeof KeyRequest.Type

/** The settings of a key; an expiry has to lie ahead. */
export const keySettings = Effect.fnUntraced(function*({ expiresAt, ...rest }: KeyRequest, now: number) {
  const at = yield* instantIn("expiresAt", expiresAt)
  if (at !== undefined && at <= now) return yield* invalidField("expiresAt", "must lie in the future")
  return { ...rest, ...(at === undefined ? {} : { expiresAt: at }) }
})
