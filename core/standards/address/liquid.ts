// Liquid mainnet addresses, as Elements defines them: base58check P2PKH and P2SH, plain and confidential; segwit `ex`
// (bech32, bech32m) and confidential segwit `lq` (blech32, blech32m). A blinding key is checked for its form only,
// not for being a point of the curve.
import { Brand, Result } from "effect"
import { decodeBase58Check } from "./base58.ts"
import { decodeBech32, knownHrp, refuseNetwork } from "./bech32.ts"
import { decodeBlech32 } from "./blech32.ts"
import { type Parsed, readText, refuse } from "./problem.ts"
import { checkProgram, readWitness } from "./witness.ts"

/** A Liquid mainnet address, lower case when it is a segwit one. */
export type LiquidAddress = Brand.Branded<string, "LiquidAddress">
const LiquidAddress = Brand.nominal<LiquidAddress>()

const pubkeyHash = 57
const scriptHash = 39
const blinded = 12
const testVersions: ReadonlyArray<number | undefined> = [36, 19, 23, 235, 75, 4]
const blindingKeyLength = 33

/** Longest form: `lq`, separator, version, 33 + 40 bytes in 117 words, twelve checksum characters. */
const maxLength = 133

const isHashVersion = (version: number | undefined): boolean => version === pubkeyHash || version === scriptHash

const isCompressedKey = (bytes: Uint8Array): boolean =>
  bytes.length === blindingKeyLength && (bytes[0] === 2 || bytes[0] === 3)

const refuseKey: Parsed<never> = refuse("payload", "The blinding key is not a compressed public key.")

const parseSegwit = (text: string): Parsed<LiquidAddress> =>
  Result.gen(function*() {
    if (text.length > 90) return yield* refuse("length", "A Liquid address of this kind has at most 90 characters.")
    const data = yield* decodeBech32(text, "ex".length)
    const { version, payload } = yield* readWitness(data)
    yield* checkProgram(version, payload.length)
    return LiquidAddress(data.lower)
  })

const parseConfidentialSegwit = (text: string): Parsed<LiquidAddress> =>
  Result.gen(function*() {
    const data = yield* decodeBlech32(text, "lq".length)
    const { version, payload } = yield* readWitness(data)
    if (!isCompressedKey(payload.subarray(0, blindingKeyLength))) return yield* refuseKey
    yield* checkProgram(version, payload.length - blindingKeyLength)
    return LiquidAddress(data.lower)
  })

const checkBlinded = (bytes: Uint8Array): Parsed<void> => {
  if (bytes.length !== 55) {
    return refuse("length", `A confidential Liquid address holds 55 bytes; this one holds ${bytes.length}.`)
  }
  if (!isHashVersion(bytes[1])) return refuse("version", `Version byte ${bytes[1]} is not one of Liquid's.`)
  return isCompressedKey(bytes.subarray(2, 2 + blindingKeyLength)) ? Result.void : refuseKey
}

const checkPlain = (bytes: Uint8Array): Parsed<void> =>
  bytes.length === 21
    ? Result.void
    : refuse("length", `A Liquid address holds 21 bytes; this one holds ${bytes.length}.`)

const parseBase58 = (text: string): Parsed<LiquidAddress> =>
  Result.gen(function*() {
    const bytes = yield* decodeBase58Check(text, 82)
    const [version] = bytes
    if (testVersions.includes(version)) return yield* refuse("network", "The address is of a Liquid test network.", 0)
    if (version === blinded) yield* checkBlinded(bytes)
    else if (isHashVersion(version)) yield* checkPlain(bytes)
    else return yield* refuse("version", `Version byte ${version} is not one of Liquid's.`, 0)
    return LiquidAddress(text)
  })

/** Reads a Liquid mainnet address; segwit addresses are returned in lower case. */
export const parseLiquidAddress = (text: string): Parsed<LiquidAddress> =>
  Result.flatMap(readText(text, maxLength), () => {
    const named = knownHrp(text)
    if (named === undefined) return parseBase58(text)
    if (named === "ex") return parseSegwit(text)
    return named === "lq" ? parseConfidentialSegwit(text) : refuseNetwork(named, "Liquid")
  })
