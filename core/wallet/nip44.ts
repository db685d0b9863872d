// NIP-44 version 2: a text sealed under a 32-byte conversation key (nostr-protocol/nips, 44.md). ChaCha20, padded so that
// lengths tell little, and HMAC-SHA256 over nonce and ciphertext. Stricter than most: keys and nonces are exactly 32 bytes
// and texts 1 to 65,535 bytes. Pure: the nonce is given, and must never be given twice.
import { chacha20 } from "@noble/ciphers/chacha.js"
import { bytesToUtf8 } from "@noble/ciphers/utils.js"
import { expand } from "@noble/hashes/hkdf.js"
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { base64 } from "@scure/base"
import { Result } from "effect"
import { equalInConstantTime } from "../text/text.ts"

const version = 2
const keyBytes = 32
const macBytes = 32
const longestText = 65_535
// The version, the nonce, the shortest padded text (32 bytes and its length) and the MAC; and the same for the longest.
const payloadBytes = { minimum: 99, maximum: 65_603 }
const longestPayload = 87_472

/** Why a payload does not open; the key itself is never told. */
export interface Nip44Problem {
  readonly reason: "key" | "base64" | "version" | "length" | "mac" | "padding"
}

const refuse = (reason: Nip44Problem["reason"]): Result.Result<never, Nip44Problem> => Result.fail({ reason })

const messageKeys = (key: Uint8Array, nonce: Uint8Array) => {
  const keys = expand(sha256, key, nonce, 76)
  return { cipher: keys.subarray(0, 32), cipherNonce: keys.subarray(32, 44), mac: keys.subarray(44, 76) }
}

/** Bytes that a text of so many bytes is padded to: at least 32, then in steps of an eighth of the next power of two. */
export const paddedLength = (length: number): number => {
  if (length <= 32) return 32
  const nextPower = 2 ** (32 - Math.clz32(length - 1))
  const chunk = nextPower <= 256 ? 32 : nextPower >>> 3
  // A chunk is a power of two, so what is beyond the last whole one are the low bits.
  return (length + chunk - 1) & -chunk
}

const padded = (text: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(2 + paddedLength(text.length))
  bytes[0] = text.length >>> 8
  bytes[1] = text.length & 0xff
  bytes.set(text, 2)
  return bytes
}

const unpadded = (bytes: Uint8Array): Uint8Array | undefined => {
  const length = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  const isWhole = length > 0 && bytes.length === 2 + paddedLength(length)
  return isWhole && bytes.subarray(2 + length).every((byte) => byte === 0) ? bytes.subarray(2, 2 + length) : undefined
}

const macOf = (key: Uint8Array, nonce: Uint8Array, ciphertext: Uint8Array): Uint8Array =>
  hmac(sha256, key, concatBytes(nonce, ciphertext))

/** Seals a text; throws `RangeError` on a key or nonce of other than 32 bytes or a text out of bounds: those are bugs. */
export const sealNip44 = (text: string, key: Uint8Array, nonce: Uint8Array): string => {
  const bytes = utf8ToBytes(text)
  if (key.length !== keyBytes || nonce.length !== keyBytes) throw new RangeError("NIP-44 takes keys of 32 bytes")
  if (bytes.length === 0 || bytes.length > longestText) throw new RangeError("NIP-44 takes texts of 1 to 65535 bytes")
  const keys = messageKeys(key, nonce)
  const ciphertext = chacha20(keys.cipher, keys.cipherNonce, padded(bytes))
  return base64.encode(
    concatBytes(new Uint8Array([version]), nonce, ciphertext, macOf(keys.mac, nonce, ciphertext))
  )
}

/** Opens what was sealed under this key, or says what is wrong with it. */
export const openNip44 = (payload: string, key: Uint8Array): Result.Result<string, Nip44Problem> => {
  if (key.length !== keyBytes) return refuse("key")
  if (payload.length > longestPayload) return refuse("length")
  const decoded = Result.try(() => base64.decode(payload))
  if (Result.isFailure(decoded)) return refuse("base64")
  const bytes = decoded.success
  if (bytes.length < payloadBytes.minimum || bytes.length > payloadBytes.maximum) return refuse("length")
  if (bytes[0] !== version) return refuse("version")
  const nonce = bytes.subarray(1, 1 + keyBytes)
  const ciphertext = bytes.subarray(1 + keyBytes, -macBytes)
  const keys = messageKeys(key, nonce)
  const expected = bytesToHex(macOf(keys.mac, nonce, ciphertext))
  if (!equalInConstantTime(expected, bytesToHex(bytes.subarray(-macBytes)))) return refuse("mac")
  const text = unpadded(chacha20(keys.cipher, keys.cipherNonce, ciphertext))
  return text === undefined ? refuse("padding") : Result.succeed(bytesToUtf8(text))
}
