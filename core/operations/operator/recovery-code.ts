// Recovery codes: each signs in once in place of a code of the authenticator. 80 random bits in Base32, in groups of four;
// stored is a digest.
import { hexToBytes } from "@noble/hashes/utils.js"
import { base32nopad } from "@scure/base"
import { digestOf } from "./token.ts"

/** Bytes of a recovery code. */
export const recoveryCodeBytes = 10

/** The code of random bytes in hex. */
export const recoveryCodeOf = (randomHex: string): string =>
  (base32nopad.encode(hexToBytes(randomHex)).match(/.{4}/g) ?? []).join("-")

/** The digest of a code as its operator typed it, by which it is known again. */
export const recoveryDigest = (operatorId: string, typed: string): string =>
  digestOf(`${operatorId}/${typed.toUpperCase().replace(/[^A-Z2-7]/g, "")}`)
