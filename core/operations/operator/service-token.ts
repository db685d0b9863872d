// Service tokens: what automation acts with, as a bearer, in the place of a person (0216). Each has a role below an owner's, a
// name for the audit, and an end.
import { Redacted, Schema } from "effect"
import { recordKind } from "../../engine/store/records.ts"
import { isoInstant, isoInstantOrNull } from "../../base/time/instant.ts"
import { OperatorRole } from "./role.ts"
import { readToken, tokenOf } from "./token.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

export const ServiceToken = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  name: Schema.String,
  role: OperatorRole,
  /** SHA-256 of its secret, hex. */
  digest: Schema.String,
  /** The operator who made it; null for the operator's token of the configuration. */
  createdBy: Schema.NullOr(Schema.String),
  /** Unix milliseconds. */
  createdAt: Schema.Int,
  expiresAt: Schema.Int,
  revokedAt: Schema.NullOr(Schema.Int)
})
export type ServiceToken = typeof ServiceToken.Type

export const ServiceTokens = recordKind({
  kind: "serviceToken",
  schema: ServiceToken,
  personal: noPersonalData("the name of a token of automation, a digest"),
  lists: { all: () => "all" }
})

const prefix = "pontepay_service_"

/** The token of a record, from its secret in hex. */
export const serviceTokenOf = (id: string, secret: string): Redacted.Redacted =>
  Redacted.make(`${prefix}${Redacted.value(tokenOf(id, secret))}`)

/** What a service token opens, and the digest of its secret; undefined for any other text. */
export const readServiceToken = (token: Redacted.Redacted) => {
  const text = Redacted.value(token)
  return text.startsWith(prefix) ? readToken(Redacted.make(text.slice(prefix.length))) : undefined
}

/** Whether a token opens anything at an instant, Unix milliseconds; and why not. */
export const stateOfToken = ({ expiresAt, revokedAt }: ServiceToken, now: number) => {
  if (revokedAt !== null) return "REVOKED" as const
  return now >= expiresAt ? "EXPIRED" as const : "ACTIVE" as const
}

/** A token as owners see it. */
export const serviceTokenView = (token: ServiceToken, now: number) => ({
  tokenId: token.id,
  name: token.name,
  role: token.role,
  state: stateOfToken(token, now),
  createdBy: token.createdBy,
  createdAt: isoInstant(token.createdAt),
  expiresAt: isoInstant(token.expiresAt),
  revokedAt: isoInstantOrNull(token.revokedAt)
})
