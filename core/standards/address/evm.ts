// Addresses of EVM networks: 0x and 40 hexadecimal digits, with the mixed-case checksum of EIP-55.
// One case throughout carries no checksum and is accepted as it is; what is returned is the text that was given.
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Brand, Result } from "effect"
import { type Parsed, readText, refuse, refuseCharacter } from "./problem.ts"

/** An EVM address whose checksum holds, where it has one. */
export type EvmAddress = Brand.Branded<string, "EvmAddress">
const EvmAddress = Brand.nominal<EvmAddress>()

const checksummed = (digits: string): string => {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return Array.from(digits, (digit, i) => hash.charAt(i) >= "8" ? digit.toUpperCase() : digit).join("")
}

const firstDifference = (a: string, b: string): number => Array.from(a).findIndex((digit, i) => digit !== b.charAt(i))

/** An address with the mixed case of EIP-55, as wallets show it. */
export const checksummedEvmAddress = (address: EvmAddress): EvmAddress =>
  EvmAddress(`0x${checksummed(address.slice(2).toLowerCase())}`)

/** Reads an EVM address and returns it unchanged; mixed case must match EIP-55. */
export const parseEvmAddress = (text: string): Parsed<EvmAddress> =>
  Result.flatMap(readText(text, 42), () => {
    if (!text.startsWith("0x")) return refuse("form", "An EVM address begins with 0x.", 0)
    const digits = text.slice(2)
    const wrong = digits.search(/[^0-9a-fA-F]/)
    if (wrong !== -1) return refuseCharacter(text, 2 + wrong, "hexadecimal")
    if (digits.length !== 40) {
      return refuse("length", `An EVM address has 40 digits after 0x; this one has ${digits.length}.`)
    }
    if (/^0+$/.test(digits)) {
      return refuse("payload", "The null address belongs to no one: what is sent there is lost.", 2)
    }
    if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) {
      return Result.succeed(EvmAddress(text))
    }
    const canonical = checksummed(digits.toLowerCase())
    if (digits === canonical) return Result.succeed(EvmAddress(text))
    return refuse(
      "checksum",
      "The upper and lower case letters do not match the EIP-55 checksum.",
      2 + firstDifference(digits, canonical)
    )
  })
