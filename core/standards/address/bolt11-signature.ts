// Who signed a BOLT11 invoice: the payee that the invoice names, whose signature must be right and canonical (low S), or
// the key that is recovered from the signature. An invoice whose signature no key can have made is refused.
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { hex } from "@scure/base"
import { Result } from "effect"
import { type Parsed, refuse } from "./problem.ts"

/** Groups of five bits, as Bech32 writes them. */
export type Bech32Words = ReadonlyArray<number>

/** An invoice's payee. */
export interface Bolt11Payee {
  /** The payee's compressed public key, in hex. */
  readonly payee: string
  /** Named by the invoice, or recovered from its signature: then a changed amount only changes the payee. */
  readonly payeeFrom: "named" | "recovered"
}

/** The parts of an invoice that its signature is about. */
export interface SignedBolt11 {
  readonly hrp: string
  /** Everything that is signed, in words, from the timestamp on. */
  readonly signed: Bech32Words
  /** 64 bytes and a recovery id. */
  readonly signature: Uint8Array
  /** The payee field, where the invoice has one. */
  readonly named: Bech32Words | undefined
}

/** Words as bytes; what is left of the last byte is filled with zeros where `pad`, and dropped otherwise. */
export const packWords = (words: Bech32Words, pad: boolean): Uint8Array => {
  const bytes: Array<number> = []
  let [bits, count] = [0, 0]
  for (const word of words) {
    bits = ((bits << 5) | word) & 0xfff
    count += 5
    if (count >= 8) {
      count -= 8
      bytes.push((bits >> count) & 0xff)
    }
  }
  if (pad && count > 0) bytes.push((bits << (8 - count)) & 0xff)
  return Uint8Array.from(bytes)
}

/** The hash that an invoice's signature signs: of the readable part and everything up to the signature. */
export const bolt11Digest = (hrp: string, signed: Bech32Words): Uint8Array =>
  sha256(concatBytes(utf8ToBytes(hrp), packWords(signed, true)))

const badSignature: Parsed<never> = refuse("field", "The signature of the invoice is not from the payee it names.")
const unrecoverable: Parsed<never> = refuse("field", "No key can have made the signature of the invoice.")

const verified = (digest: Uint8Array, compact: Uint8Array, named: Bech32Words): Parsed<Bolt11Payee> => {
  const key = packWords(named, false)
  try {
    return secp256k1.verify(compact, digest, key, { prehash: false, lowS: true })
      ? Result.succeed({ payee: hex.encode(key), payeeFrom: "named" })
      : badSignature
  } catch {
    return badSignature
  }
}

const recovered = (digest: Uint8Array, compact: Uint8Array, recoveryId: number): Parsed<Bolt11Payee> => {
  try {
    const key = secp256k1.recoverPublicKey(concatBytes(Uint8Array.of(recoveryId), compact), digest, { prehash: false })
    return Result.succeed({ payee: hex.encode(key), payeeFrom: "recovered" })
  } catch {
    return unrecoverable
  }
}

/** Verifies the signature of an invoice and says whose it is. */
export const bolt11Payee = ({ hrp, named, signature, signed }: SignedBolt11): Parsed<Bolt11Payee> => {
  const recoveryId = signature[64] ?? 4
  if (recoveryId > 3) return refuse("field", "The recovery id of the signature is not 0 to 3.")
  const digest = bolt11Digest(hrp, signed)
  const compact = signature.subarray(0, 64)
  return named === undefined ? recovered(digest, compact, recoveryId) : verified(digest, compact, named)
}
