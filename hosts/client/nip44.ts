// Opens NIP-44 version 2 payloads (nostr-protocol/nips, 44.md), bytes for bytes: what is inside is a key, and a text of it could
// not be wiped. Keys that are made on the way are wiped before it returns.
import { chacha20 } from "@noble/ciphers/chacha.js"
import { expand } from "@noble/hashes/hkdf.js"
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"

const version = 2
const keyBytes = 32
const macBytes = 32
// The version, the nonce, the shortest padded text (32 bytes and its length) and the MAC; and the same for the longest.
const payloadBytes = { minimum: 99, maximum: 65_603 }
const longestPayload = 87_472

/** Why a payload does not open: it has not the shape, or was not sealed under this key. */
export type Nip44Problem = "payload" | "key"

/** What was sealed, to be wiped by whoever asked for it. */
export const openNip44 = (payload: string, key: Uint8Array): Uint8Array | Nip44Problem => {
  const bytes = decoded(payload)
  if (bytes === undefined || bytes[0] !== version) return "payload"
  const nonce = bytes.subarray(1, 1 + keyBytes)
  const ciphertext = bytes.subarray(1 + keyBytes, -macBytes)
  const keys = expand(sha256, key, nonce, 76)
  try {
    const mac = hmac.create(sha256, keys.subarray(44, 76)).update(nonce).update(ciphertext).digest()
    if (!areEqual(mac, bytes.subarray(-macBytes))) return "key"
    const padded = chacha20(keys.subarray(0, 32), keys.subarray(32, 44), ciphertext)
    const text = unpadded(padded)
    padded.fill(0)
    return text ?? "payload"
  } finally {
    keys.fill(0)
  }
}

const decoded = (payload: string): Uint8Array | undefined => {
  if (payload.length > longestPayload || !/^[A-Za-z0-9+/]*={0,2}$/.test(payload) || payload.length % 4 !== 0) {
    return undefined
  }
  const bytes = Uint8Array.from(atob(payload), (byte) => byte.charCodeAt(0))
  return bytes.length >= payloadBytes.minimum && bytes.length <= payloadBytes.maximum ? bytes : undefined
}

// Looks at every byte, so that the time it takes tells nothing.
const areEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.reduce((difference, byte, at) => difference | (byte ^ (right[at] ?? 0)), 0) === 0

/** Bytes that a text of so many bytes is padded to: at least 32, then in steps of an eighth of the next power of two. */
const paddedLength = (length: number): number => {
  if (length <= 32) return 32
  const nextPower = 2 ** (32 - Math.clz32(length - 1))
  const chunk = nextPower <= 256 ? 32 : nextPower >>> 3
  return (length + chunk - 1) & -chunk
}

const unpadded = (bytes: Uint8Array): Uint8Array | undefined => {
  const length = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  const isWhole = length > 0 && bytes.length === 2 + paddedLength(length)
  return isWhole && bytes.subarray(2 + length).every((byte) => byte === 0) ? bytes.slice(2, 2 + length) : undefined
}
