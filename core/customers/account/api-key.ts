// API keys: `pontepay_live_` or `pontepay_test_`, 32 base62 characters and 6 base62 characters of their CRC-32.
// Only a keyed hash is stored. A key that an operator chose himself needs the prefix and 32 characters.
import { Redacted, Schema } from "effect"
import { recordKind } from "../../engine/store/records.ts"
import { Environment } from "../../base/environment/environment.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

/** What a key may be for. A key without scopes is for all of it (0186). */
export const KeyScope = Schema.Literals(["read", "deposits", "payouts", "webhooks"])
export type KeyScope = typeof KeyScope.Type

export const ApiKey = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  environment: Environment,
  /** HMAC-SHA256 of the key under the service's pepper, hex. */
  digest: Schema.String,
  last4: Schema.String,
  createdAt: Schema.Int,
  /** Unix milliseconds from which it opens nothing; in the future while a rotated key overlaps the new one. */
  revokedAt: Schema.NullOr(Schema.Int),
  /** The key that took its place by rotation; absent for one that was revoked. */
  replacedBy: Schema.optionalKey(Schema.String),
  /** Absent: for everything. */
  scopes: Schema.optionalKey(Schema.Array(KeyScope)),
  /** Addresses and CIDR ranges that it works from; absent: from anywhere. */
  allowedAddresses: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Unix milliseconds from which it opens nothing by its own terms. */
  expiresAt: Schema.optionalKey(Schema.Int)
})
export type ApiKey = typeof ApiKey.Type

export const ApiKeys = recordKind({
  kind: "apiKey",
  schema: ApiKey,
  personal: noPersonalData("a name, a digest, scopes"),
  keys: { digest: (key: ApiKey) => key.digest },
  lists: { byOwner: (key: ApiKey) => key.owner }
})

/** Whether a key was revoked, or replaced and is over, at an instant, Unix milliseconds. */
export const isRevoked = (key: ApiKey, now: number): boolean => key.revokedAt !== null && key.revokedAt <= now

/** Whether a key opens nothing (any more) at an instant. */
export const isOver = (key: ApiKey, now: number): boolean =>
  isRevoked(key, now) || key.expiresAt !== undefined && key.expiresAt <= now

/** Whether what was made with a key is closed with it: after a revocation, not after a rotation or an expiry (C57). */
export const closesLinks = (key: ApiKey, now: number): boolean => isRevoked(key, now) && key.replacedBy === undefined

/** A key as people may see it: its prefix and its last four characters. */
export const maskedKey = (key: ApiKey): string => `${prefixOf[key.environment]}…${key.last4}`

const prefixOf = { production: "pontepay_live_", sandbox: "pontepay_test_" } as const satisfies Record<
  Environment,
  string
>
const shortestChosen = 32
const generated = /^([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** The environment that a key's prefix names; undefined for text that is no key of ours. */
export const environmentOfKey = (key: Redacted.Redacted): Environment | undefined => {
  const text = Redacted.value(key)
  if (text.startsWith(prefixOf.production)) return "production"
  return text.startsWith(prefixOf.sandbox) ? "sandbox" : undefined
}

/** Whether an operator may choose this key for that environment. */
export const mayBeChosen = (key: Redacted.Redacted, environment: Environment): boolean =>
  environmentOfKey(key) === environment &&
  Redacted.value(key).length - prefixOf[environment].length >= shortestChosen

/** Whether a key has the generated shape with a checksum that does not fit: it was mistyped or cut. */
export const isMistyped = (key: Redacted.Redacted): boolean => {
  const text = Redacted.value(key)
  const parts = generated.exec(text.slice(prefixOf.sandbox.length))
  return parts !== null && checksum(parts[1] ?? "") !== parts[2]
}

/** The key made of 64 random bytes in hex: 32 characters of them (190 bits) and their checksum. */
export const apiKeyOf = (environment: Environment, randomHex: string): Redacted.Redacted => {
  const body = base62Of(randomHex, 32)
  return Redacted.make(`${prefixOf[environment]}${body}${checksum(body)}`)
}

/** The last four characters, for people to tell keys apart. */
export const last4Of = (key: Redacted.Redacted): string => Redacted.value(key).slice(-4)

// Two bytes a character keep the bias of the remainder below one in a thousand.
const base62Of = (hex: string, length: number): string =>
  Array.from({ length }, (_, index) => base62[Number.parseInt(hex.slice(index * 4, index * 4 + 4), 16) % 62] ?? "")
    .join("")

const checksum = (body: string): string => {
  let rest = crc32(body)
  let text = ""
  for (let digit = 0; digit < 6; digit++) {
    text = (base62[rest % 62] ?? "") + text
    rest = Math.floor(rest / 62)
  }
  return text
}

// CRC-32 of ISO 3309, as in zlib.
const crc32 = (text: string): number => {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
