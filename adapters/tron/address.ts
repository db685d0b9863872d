// The two forms of a TRON address: base58check, as people write it, and 21 bytes in hex that begin with 41, as nodes do.
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { createBase58check } from "@scure/base"
import { Result } from "effect"
import { parseTronAddress } from "../../core/standards/address/tron.ts"

const base58check = createBase58check(sha256)

/** Whether a text is an address in base58check. */
export const isAddress = (text: string): boolean => Result.isSuccess(parseTronAddress(text))

/** An address that was checked, as nodes write it. */
export const hexOf = (address: string): string => bytesToHex(base58check.decode(address))

/** The 20 bytes of an address that was checked, as contracts know it: in hex, without the 41. */
export const accountOf = (address: string): string => hexOf(address).slice(2)

/** The address of 21 bytes in hex, as nodes write it. */
export const addressOfHex = (hex: string): string => base58check.encode(hexToBytes(hex))

/** The address of a public key. */
export const addressOfKey = (publicKey: Uint8Array): string => {
  const whole = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return addressOfHex(`41${bytesToHex(keccak_256(whole.subarray(1)).subarray(-20))}`)
}
