// Spark mainnet addresses: bech32m `spark` over a protobuf message whose only field is a 33-byte identity key.
// Spark invoices share the prefix and hold more fields; they are refused. The key is checked for its form only.
import { bytesToHex } from "@noble/hashes/utils.js"
import { bech32m } from "@scure/base"
import { Brand, Result } from "effect"
import { decodeBech32, knownHrp, refuseChecksum, refuseNetwork } from "./bech32.ts"
import { type Parsed, readText, refuse } from "./problem.ts"
import { unpackWords } from "./witness.ts"

/** A Spark mainnet address in lower case. */
export type SparkAddress = Brand.Branded<string, "SparkAddress">
const SparkAddress = Brand.nominal<SparkAddress>()

const hrp = "spark"
const maxLength = 1000

/** Field 1, length-delimited, 33 bytes. */
const fieldHeader = [0x0a, 0x21] as const

const isIdentity = (bytes: Uint8Array): boolean =>
  bytes.length === 35 && bytes[0] === fieldHeader[0] && bytes[1] === fieldHeader[1] &&
  (bytes[2] === 2 || bytes[2] === 3)

const dataOf = (text: string): Parsed<{ readonly lower: string; readonly key: Uint8Array }> =>
  Result.gen(function*() {
    yield* readText(text, maxLength)
    const named = knownHrp(text)
    if (named === undefined) return yield* refuse("form", "A Spark address begins with spark1.", 0)
    if (named !== hrp) return yield* refuseNetwork(named, "Spark")
    const data = yield* decodeBech32(text, hrp.length)
    if (data.variant !== "modified") return yield* refuseChecksum
    const bytes = yield* unpackWords(data.words)
    if (!isIdentity(bytes)) return yield* refuse("payload", "The address does not hold one Spark identity key.")
    return { lower: data.lower, key: bytes.slice(fieldHeader.length) }
  })

/** Reads a Spark mainnet address and returns it in lower case. */
export const parseSparkAddress = (text: string): Parsed<SparkAddress> =>
  Result.map(dataOf(text), ({ lower }) => SparkAddress(lower))

/** The identity key of a Spark mainnet address: 66 hex characters. */
export const sparkIdentityOf = (text: string): Parsed<string> => Result.map(dataOf(text), ({ key }) => bytesToHex(key))

/** The mainnet address of an identity key of 33 bytes. */
export const sparkAddressOf = (identityKey: Uint8Array): SparkAddress =>
  SparkAddress(bech32m.encode(hrp, bech32m.toWords(Uint8Array.from([...fieldHeader, ...identityKey])), false))
