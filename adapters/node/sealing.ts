// AES-256-GCM over texts, with the place that a text is sealed for as additional data, and the keys that HKDF-SHA256 (RFC
// 5869) derives for one use of an environment. Invariant: what was sealed for one place opens nowhere else.
import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes
} from "node:crypto"
import type { Environment } from "../../core/base/environment/environment.ts"

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const hashBytes = 32
const hashBlockBytes = 64

/** The key for one use in an environment: another use and another environment give another key. */
export const derived = (key: Uint8Array, environment: Environment, use: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), `pontepay/${environment}/${use}/v1`, keyBytes)))

/** Nonce, ciphertext and tag. Random nonces are safe for 2^32 texts under one key, more than a service ever seals. */
export const encrypted = (key: KeyObject, secret: string, place: string): Buffer => {
  // A text that UTF-8 cannot hold would open as another one.
  if (!secret.isWellFormed()) throw new Error(`A secret for ${place} is not well-formed text`)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(place))
  return Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()])
}

/** Undefined when the bytes were not encrypted under this key for this place. */
export const decrypted = (key: KeyObject, bytes: Uint8Array, place: string): string | undefined => {
  if (bytes.length < nonceBytes + tagBytes) return undefined
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes))
  const secret = decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, "utf8")
  try {
    return secret + decipher.final("utf8")
  } catch {
    return undefined
  }
}

/** A sealed text: its form, the id of its key and the bytes, with full stops between them. */
export const sealedText = (form: string, keyId: string, bytes: Buffer): string =>
  `${form}.${keyId}.${bytes.toString("base64url")}`

/** The parts of a sealed text; undefined unless it is exactly as it was made. */
export const partsOf = (text: string) => {
  const [form = "", keyId = "", body = "", ...rest] = text.split(".")
  const bytes = Buffer.from(body, "base64url")
  // The decoder skips what it does not know, so only the canonical text counts as unaltered.
  return rest.length === 0 && sealedText(form, keyId, bytes) === text ? { form, keyId, bytes } : undefined
}

/** Longest text, in UTF-16 units, that is hashed in the shared buffer. UTF-8 takes at most three bytes for each. */
const longestShared = 1_024

/** HMAC-SHA256 (RFC 2104) by two one-shot hashes over buffers that are reused: a tenth of the cost of an HMAC object, on every request. */
export const keyedDigest = (key: Buffer): (text: string) => string => {
  const block = Buffer.concat([key], hashBlockBytes)
  const padded = (pad: number, room: number) => Buffer.concat([block.map((byte) => byte ^ pad)], hashBlockBytes + room)
  const inner = padded(0x36, 3 * longestShared)
  const outer = padded(0x5c, hashBytes)
  const innerHash = (text: string): string => {
    if (text.length > longestShared) {
      return hash("sha256", Buffer.concat([inner.subarray(0, hashBlockBytes), Buffer.from(text)]), "binary")
    }
    const end = hashBlockBytes + inner.write(text, hashBlockBytes)
    const digest = hash("sha256", inner.subarray(0, end), "binary")
    // The text may be a secret.
    inner.fill(0, hashBlockBytes, end)
    return digest
  }
  return (text) => {
    outer.write(innerHash(text), hashBlockBytes, "latin1")
    return hash("sha256", outer, "hex")
  }
}
