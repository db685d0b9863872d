// The page on which a holder sets or changes the PIN: opened once, by a token that only its address carries. Stored is the
// token's digest. The key owner hands the address out and never learns the PIN (spec "Authentication" 5).
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Redacted, Schema } from "effect"
import { recordKind } from "../../engine/store/records.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

export const PinSession = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  subAccountId: Schema.String,
  /** SHA-256 of the token, hex. */
  digest: Schema.String,
  /** The API key that it was made with; absent where there was none. */
  keyId: Schema.optionalKey(Schema.String),
  expiresAt: Schema.Int,
  usedAt: Schema.NullOr(Schema.Int),
  createdAt: Schema.Int
})
export type PinSession = typeof PinSession.Type

export const PinSessions = recordKind({
  kind: "pinSession",
  schema: PinSession,
  personal: noPersonalData("a digest"),
  keys: { digest: ({ digest }: PinSession) => digest }
})

/** What a token is stored and found by. */
export const digestOf = (token: Redacted.Redacted): string => bytesToHex(sha256(utf8ToBytes(Redacted.value(token))))

/** Whether a session can be used at an instant: once, and until it expires. */
export const isUsable = ({ expiresAt, usedAt }: PinSession, now: number): boolean => usedAt === null && now < expiresAt
