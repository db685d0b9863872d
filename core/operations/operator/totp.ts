// The second factor: time-based one-time passwords as authenticators make them (RFC 6238 over RFC 4226: SHA-1, six digits, 30
// seconds). SHA-1 is what every authenticator has; its collisions do not matter inside an HMAC.
import { hmac } from "@noble/hashes/hmac.js"
import { sha1 } from "@noble/hashes/legacy.js"
import { hexToBytes } from "@noble/hashes/utils.js"
import { base32nopad } from "@scure/base"
import { equalInConstantTime } from "../../base/text/text.ts"

/** Bytes of a secret: those of the hash (RFC 4226 section 4, R6). */
export const totpSecretBytes = 20

const stepMs = 30_000
const digits = 6
/** Steps that the clock of a phone may be off, in both directions. */
const drift = 1

/** The step of an instant, Unix milliseconds. */
export const stepOf = (at: number): number => Math.floor(at / stepMs)

/** The code of a step; the secret in hex. */
export const totpCode = (secret: string, step: number): string => {
  const counter = new Uint8Array(8)
  new DataView(counter.buffer).setBigUint64(0, BigInt(step))
  const mac = hmac(sha1, hexToBytes(secret), counter)
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = new DataView(mac.buffer, mac.byteOffset).getUint32(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, "0")
}

/**
 * The step that a code is of, among those around an instant and after the last one that was taken; undefined where it is of
 * none. The first that fits: a code is of two steps once in a million times.
 */
export const takenStep = (
  { code, lastStep, secret }: { readonly code: string; readonly secret: string; readonly lastStep: number },
  now: number
): number | undefined => {
  const middle = stepOf(now)
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => middle - drift + index)
  return steps.find((step) => step > lastStep && equalInConstantTime(totpCode(secret, step), code))
}

/** The secret as authenticators take it: Base32 without padding. */
export const base32Of = (secret: string): string => base32nopad.encode(hexToBytes(secret))

/** What the QR code for an authenticator says (Key URI format). */
export const totpUri = (issuer: string, email: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  + `?secret=${base32Of(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=30`
