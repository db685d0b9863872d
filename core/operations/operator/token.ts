// Tokens of ours that say what they open: `<id>.<secret>`. The secret is random, so its plain hash tells nothing of it, and
// that hash is all that is stored.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Redacted } from "effect"

/** Bytes of the secrets of invitations, sessions and service tokens. */
export const secretBytes = 32

const form = /^([\w-]{1,64})\.([0-9a-f]{64})$/

/** SHA-256 of a text, hex: what is stored of a secret. */
export const digestOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** The token of a record, from its secret in hex. */
export const tokenOf = (id: string, secret: string): Redacted.Redacted => Redacted.make(`${id}.${secret}`)

/** What a token opens, and the digest of its secret; undefined for text of another form. */
export const readToken = (token: Redacted.Redacted) => {
  const [, id, secret] = form.exec(Redacted.value(token)) ?? []
  return id === undefined || secret === undefined ? undefined : { id, digest: digestOf(secret) }
}
