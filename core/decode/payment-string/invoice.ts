// A BOLT11 invoice with everything that it says, of any Bitcoin network. For people and tools that look at one; whoever pays
// compares amount and hash with what was asked (core/standards/address/bolt11.ts).
import { sha256 } from "@noble/hashes/sha2.js"
import { bech32, bech32m, createBase58check, hex, utf8 } from "@scure/base"
import { Result } from "effect"
import {
  type Bolt11Network,
  type Bolt11Prefix,
  bolt11Networks,
  bolt11Tag,
  readBolt11
} from "../../standards/address/bolt11.ts"
import { type Bech32Words, type Bolt11Payee, packWords } from "../../standards/address/bolt11-signature.ts"
import type { Parsed } from "../../standards/address/problem.ts"
import { checkProgram } from "../../standards/address/witness.ts"

/** One hop of a private route to the payee. */
export interface RouteHop {
  readonly node: string
  /** Block, transaction and output, as 700000x1x0. */
  readonly channel: string
  readonly baseFeeMsat: number
  readonly feePartsPerMillion: number
  readonly cltvDelta: number
}

export interface ParsedInvoice extends Bolt11Payee {
  readonly text: string
  readonly network: Bolt11Network
  /** Undefined: the payer chooses. */
  readonly amountMsat: bigint | undefined
  /** Unix seconds. */
  readonly createdAt: number
  /** Unix seconds. */
  readonly expiresAt: number
  readonly paymentHash: string
  readonly paymentSecret: string
  readonly description: string | undefined
  readonly descriptionHash: string | undefined
  readonly finalCltvDelta: number
  readonly features: ReadonlyArray<number>
  /** Bitcoin addresses to pay where Lightning cannot be. */
  readonly fallbacks: ReadonlyArray<string>
  readonly routes: ReadonlyArray<ReadonlyArray<RouteHop>>
  readonly metadata: string | undefined
}

/** The network that the beginning of an invoice names. */
export const invoiceNetwork = (text: string): Bolt11Network | undefined => {
  const lower = text.toLowerCase()
  const prefix = (["bcrt", "tbs", "tb", "sb", "bc"] as const).find((each) => lower.startsWith(`ln${each}`))
  return prefix && bolt11Networks[prefix]
}

const defaultFinalCltv = 18
const hopBytes = 51

const numberOf = (words: Bech32Words): number => words.reduce((sum, word) => sum * 32 + word, 0)
const wholeOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0)

const addressPrefix: Readonly<
  Record<Bolt11Prefix, { readonly hrp: string; readonly key: number; readonly script: number }>
> = {
  bc: { hrp: "bc", key: 0x00, script: 0x05 },
  tb: { hrp: "tb", key: 0x6f, script: 0xc4 },
  tbs: { hrp: "tb", key: 0x6f, script: 0xc4 },
  sb: { hrp: "sb", key: 0x3f, script: 0x7b },
  bcrt: { hrp: "bcrt", key: 0x6f, script: 0xc4 }
}

const base58check = createBase58check(sha256)

/** Undefined for a kind that no one knows, which the standard skips. */
const fallbackOf = (words: Bech32Words, prefix: Bolt11Prefix): string | undefined => {
  const [version = 31, ...rest] = words
  const { hrp, key, script } = addressPrefix[prefix]
  const bytes = packWords(rest, false)
  if (version === 17 || version === 18) {
    return bytes.length === 20 ? base58check.encode(Uint8Array.of(version === 17 ? key : script, ...bytes)) : undefined
  }
  if (version > 16 || Result.isFailure(checkProgram(version, bytes.length))) return undefined
  return (version === 0 ? bech32 : bech32m).encode(hrp, [version, ...rest])
}

const hopOf = (bytes: Uint8Array): RouteHop => ({
  node: hex.encode(bytes.subarray(0, 33)),
  channel: [bytes.subarray(33, 36), bytes.subarray(36, 39), bytes.subarray(39, 41)].map(wholeOf).join("x"),
  baseFeeMsat: wholeOf(bytes.subarray(41, 45)),
  feePartsPerMillion: wholeOf(bytes.subarray(45, 49)),
  cltvDelta: wholeOf(bytes.subarray(49, 51))
})

const routeOf = (words: Bech32Words): ReadonlyArray<RouteHop> => {
  const bytes = packWords(words, false)
  const hops: Array<RouteHop> = []
  for (let at = 0; at + hopBytes <= bytes.length; at += hopBytes) hops.push(hopOf(bytes.subarray(at, at + hopBytes)))
  return hops
}

const featuresOf = (words: Bech32Words): ReadonlyArray<number> =>
  words.toReversed()
    .flatMap((word, place) => [0, 1, 2, 3, 4].filter((bit) => (word >> bit) & 1).map((bit) => place * 5 + bit))

/** Text of a description; bytes that are no UTF-8 are shown in hex. */
const textOf = (bytes: Uint8Array): string => {
  const text = utf8.encode(bytes)
  return text.includes("\ufffd") ? hex.encode(bytes) : text
}

/** Reads an invoice of any network, and refuses one whose signature does not hold. An expired one is still read. */
export const readInvoice = (text: string): Parsed<ParsedInvoice> =>
  Result.gen(function*() {
    const parts = yield* readBolt11(text, undefined)
    const { all, fields, network, payee, payeeFrom, prefix } = parts
    const bytesOf = (type: number): Uint8Array | undefined => {
      const words = fields.get(type)
      return words === undefined ? undefined : packWords(words, false)
    }
    const hexOf = (type: number): string | undefined => {
      const bytes = bytesOf(type)
      return bytes === undefined ? undefined : hex.encode(bytes)
    }
    const description = bytesOf(bolt11Tag.description)
    const ofType = (type: number): ReadonlyArray<Bech32Words> =>
      all.filter(([found]) => found === type).map(([, words]) => words)
    const cltv = fields.get(bolt11Tag.finalCltv)
    return {
      text: parts.lower,
      network,
      amountMsat: parts.amountMsat,
      createdAt: parts.createdAtSeconds,
      expiresAt: parts.expiresAtSeconds,
      paymentHash: hex.encode(parts.paymentHash),
      paymentSecret: hexOf(bolt11Tag.secret) ?? "",
      description: description === undefined ? undefined : textOf(description),
      descriptionHash: hexOf(bolt11Tag.descriptionHash),
      payee,
      payeeFrom,
      finalCltvDelta: cltv === undefined ? defaultFinalCltv : numberOf(cltv),
      features: featuresOf(fields.get(bolt11Tag.features) ?? []),
      fallbacks: ofType(bolt11Tag.fallback).flatMap((words) => fallbackOf(words, prefix) ?? []),
      routes: ofType(bolt11Tag.route).map(routeOf),
      metadata: hexOf(bolt11Tag.metadata)
    }
  })
