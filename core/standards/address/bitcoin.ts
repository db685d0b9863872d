// Bitcoin mainnet addresses: base58check P2PKH and P2SH, bech32 segwit version 0 and bech32m later versions
// (BIP-173, BIP-350). Test networks are refused by name.
import { Brand, Result } from "effect"
import { decodeBase58Check } from "./base58.ts"
import { decodeBech32, knownHrp, refuseNetwork } from "./bech32.ts"
import { type Parsed, readText, refuse } from "./problem.ts"
import { checkProgram, readWitness } from "./witness.ts"

/** A Bitcoin mainnet address, lower case when it is a segwit one. */
export type BitcoinAddress = Brand.Branded<string, "BitcoinAddress">
const BitcoinAddress = Brand.nominal<BitcoinAddress>()

const hrp = "bc"
const pubkeyHash = 0x00
const scriptHash = 0x05
const testVersions: ReadonlyArray<number | undefined> = [0x6f, 0xc4]

const parseSegwit = (text: string): Parsed<BitcoinAddress> =>
  Result.gen(function*() {
    const data = yield* decodeBech32(text, hrp.length)
    const { version, payload } = yield* readWitness(data)
    yield* checkProgram(version, payload.length)
    return BitcoinAddress(data.lower)
  })

const parseBase58 = (text: string): Parsed<BitcoinAddress> =>
  Result.flatMap(decodeBase58Check(text, 35), (bytes) => {
    const [version] = bytes
    if (bytes.length !== 21) {
      return refuse("length", `A Bitcoin address holds 21 bytes; this one holds ${bytes.length}.`)
    }
    if (testVersions.includes(version)) return refuse("network", "The address is of a Bitcoin test network.", 0)
    if (version !== pubkeyHash && version !== scriptHash) {
      return refuse("version", `Version byte ${version} is not one of Bitcoin's.`, 0)
    }
    return Result.succeed(BitcoinAddress(text))
  })

/** Reads a Bitcoin mainnet address; segwit addresses are returned in lower case. */
export const parseBitcoinAddress = (text: string): Parsed<BitcoinAddress> =>
  Result.flatMap(readText(text, 90), () => {
    const named = knownHrp(text)
    if (named === undefined) return parseBase58(text)
    return named === hrp ? parseSegwit(text) : refuseNetwork(named, "Bitcoin")
  })
