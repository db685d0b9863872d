// Addresses of chains as readings: what kind of address it is, what it holds, and where a wrong one is wrong.
import { ed25519 } from "@noble/curves/ed25519.js"
import { base58, hex } from "@scure/base"
import { Result } from "effect"
import { decodeBase58Check } from "../../standards/address/base58.ts"
import { decodeBech32, knownHrp } from "../../standards/address/bech32.ts"
import { parseBitcoinAddress } from "../../standards/address/bitcoin.ts"
import { decodeBlech32 } from "../../standards/address/blech32.ts"
import { checksummedEvmAddress, parseEvmAddress } from "../../standards/address/evm.ts"
import { parseLiquidAddress } from "../../standards/address/liquid.ts"
import type { AddressProblem, Parsed } from "../../standards/address/problem.ts"
import { parseSolanaAddress } from "../../standards/address/solana.ts"
import { parseSparkAddress } from "../../standards/address/spark.ts"
import { parseTronAddress } from "../../standards/address/tron.ts"
import { readWitness, unpackWords } from "../../standards/address/witness.ts"
import { type Fact, type PaymentStringKind, type Reading, type ReadingResult, fault, reading } from "./reading.ts"
import { type ChecksumForm, suspectOf } from "./suspect.ts"

type Parse = (text: string) => Parsed<string>
type Described = Pick<Reading, "facts" | "what">

const formOf = (text: string): ChecksumForm => {
  const hrp = knownHrp(text)
  if (hrp === undefined) return "base58check"
  return hrp === "lq" || hrp === "tlq" || hrp === "el" ? "blech32" : "bech32"
}

const placeOf = (text: string, { at, reason }: AddressProblem): number | undefined =>
  reason === "checksum" && at === undefined ? suspectOf(text, formOf(text)) : at

const attempt = (
  kind: PaymentStringKind,
  text: string,
  parse: Parse,
  describe: (canonical: string) => Described
): ReadingResult =>
  Result.match(parse(text), {
    onSuccess: (canonical) => reading({ kind, canonical, ...describe(canonical), remarks: [] }),
    onFailure: (problem) =>
      fault({
        kind,
        reason: problem.reason,
        message: problem.message,
        at: placeOf(text, problem),
        facts: []
      })
  })

/** What a text that was accepted holds: it cannot be refused a second time. */
const held = <A>(parsed: Parsed<A>): A => Result.getOrThrow(parsed)

const bytesFact = (name: string, bytes: Uint8Array): Fact => ({ name, value: hex.encode(bytes) })

const evmNetworks = "polygon, arbitrum, base, gnosis"

/** Reads an EVM address and says whether its letters carry the checksum of EIP-55. */
export const readEvm = (text: string): ReadingResult =>
  attempt("evm", text, parseEvmAddress, () => {
    const checksummed = checksummedEvmAddress(held(parseEvmAddress(text)))
    return {
      what: "EVM address",
      facts: [
        { name: "networks", value: evmNetworks },
        { name: "EIP-55", value: text === checksummed ? "right" : "none in it: one case throughout" },
        { name: "with checksum", value: checksummed }
      ]
    }
  })

/** Reads a TRON address. */
export const readTron = (text: string): ReadingResult =>
  attempt("tron", text, parseTronAddress, () => {
    const bytes = held(decodeBase58Check(text, 35))
    return { what: "TRON address", facts: [bytesFact("hexadecimal", bytes)] }
  })

const isOnCurve = (bytes: Uint8Array): boolean => {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}

/** Reads a Solana address. */
export const readSolana = (text: string): ReadingResult =>
  attempt("solana", text, parseSolanaAddress, () => {
    const bytes = base58.decode(text)
    return {
      what: "Solana address",
      facts: [
        bytesFact("public key", bytes),
        {
          name: "on the curve",
          value: isOnCurve(bytes) ? "yes: a key can sign for it" : "no: it is derived by a program"
        },
        { name: "checksum", value: "none in this form: compare it with where you have it from" }
      ]
    }
  })

/** Reads a Spark address. */
export const readSpark = (text: string): ReadingResult =>
  attempt("spark", text, parseSparkAddress, (canonical) => {
    const bytes = held(Result.flatMap(decodeBech32(canonical, "spark".length), ({ words }) => unpackWords(words)))
    return { what: "Spark address", facts: [bytesFact("identity key", bytes.subarray(2))] }
  })

const segwitKind = (version: number, length: number): string => {
  if (version === 0) return length === 20 ? "to a public key hash (P2WPKH)" : "to a script hash (P2WSH)"
  return version === 1 && length === 32 ? "to a taproot key (P2TR)" : `to witness version ${version}`
}

const base58Kind = (version: number | undefined, keyVersion: number): string =>
  version === keyVersion ? "to a public key hash (P2PKH)" : "to a script hash (P2SH)"

const segwit = (name: string, canonical: string, hrp: string): Described => {
  const data = held(decodeBech32(canonical, hrp.length))
  const { payload, version } = held(readWitness(data))
  return {
    what: `${name} address, ${segwitKind(version, payload.length)}`,
    facts: [
      { name: "encoding", value: data.variant === "original" ? "bech32" : "bech32m" },
      { name: "witness version", value: String(version) },
      bytesFact("program", payload)
    ]
  }
}

/** Reads a Bitcoin address. */
export const readBitcoin = (text: string): ReadingResult =>
  attempt("bitcoin", text, parseBitcoinAddress, (canonical) => {
    if (knownHrp(canonical) !== undefined) return segwit("Bitcoin", canonical, "bc")
    const bytes = held(decodeBase58Check(canonical, 35))
    return {
      what: `Bitcoin address, ${base58Kind(bytes[0], 0)}`,
      facts: [{ name: "encoding", value: "base58check" }, bytesFact("hash", bytes.subarray(1))]
    }
  })

const confidentialSegwit = (canonical: string): Described => {
  const data = held(decodeBlech32(canonical, "lq".length))
  const { payload, version } = held(readWitness(data))
  const program = payload.subarray(33)
  return {
    what: `Liquid address, confidential, ${segwitKind(version, program.length)}`,
    facts: [
      { name: "encoding", value: data.variant === "original" ? "blech32" : "blech32m" },
      { name: "witness version", value: String(version) },
      bytesFact("blinding key", payload.subarray(0, 33)),
      bytesFact("program", program)
    ]
  }
}

const liquidKeyVersion = 57
const blindedVersion = 12

const liquidBase58 = (canonical: string): Described => {
  const bytes = held(decodeBase58Check(canonical, 82))
  const isBlinded = bytes[0] === blindedVersion
  const kind = base58Kind(isBlinded ? bytes[1] : bytes[0], liquidKeyVersion)
  return {
    what: `Liquid address, ${isBlinded ? "confidential, " : "not confidential, "}${kind}`,
    facts: [
      { name: "encoding", value: "base58check" },
      ...(isBlinded ? [bytesFact("blinding key", bytes.subarray(2, 35))] : []),
      bytesFact("hash", bytes.subarray(isBlinded ? 35 : 1))
    ]
  }
}

/** Reads a Liquid address, plain or confidential. */
export const readLiquid = (text: string): ReadingResult =>
  attempt("liquid", text, parseLiquidAddress, (canonical) => {
    const hrp = knownHrp(canonical)
    if (hrp === undefined) return liquidBase58(canonical)
    return hrp === "lq" ? confidentialSegwit(canonical) : segwit("Liquid, not confidential,", canonical, "ex")
  })
