// TRON addresses: base58check of the version byte 0x41 and 20 bytes, which always gives 34 characters beginning with T.
import { Brand, Result } from "effect"
import { decodeBase58Check } from "./base58.ts"
import { type Parsed, refuse } from "./problem.ts"

/** A TRON address in base58check. */
export type TronAddress = Brand.Branded<string, "TronAddress">
const TronAddress = Brand.nominal<TronAddress>()

/** Reads a TRON address; the hexadecimal form (41…) is not accepted. */
export const parseTronAddress = (text: string): Parsed<TronAddress> =>
  Result.flatMap(decodeBase58Check(text, 35), (bytes) => {
    if (bytes.length !== 21) {
      return refuse("length", `A TRON address holds 21 bytes; this one holds ${bytes.length}.`)
    }
    if (bytes[0] !== 0x41) return refuse("version", `Version byte ${bytes[0]} is not TRON's.`, 0)
    return bytes.subarray(1).every((byte) => byte === 0)
      ? refuse("payload", "The null address belongs to no one: what is sent there is lost.")
      : Result.succeed(TronAddress(text))
  })
