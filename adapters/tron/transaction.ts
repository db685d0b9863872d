// A transaction from its recipe, without a node: the same recipe gives the same bytes and the same id, so a recipe that is stored
// before anything is signed can land once at most, however often and by whomever it is signed (0239).
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js"
import { Schema } from "effect"
import { utils } from "tronweb"
import type { SecpSignature } from "../custody/signer.ts"
import { type Call, contractOf } from "./call.ts"

/** What a transaction is made of beside its call. */
export const Recipe = Schema.Struct({
  /** Number and id of the block that it refers to: it lands on a chain that has this block alone. */
  block: Schema.Struct({ number: Schema.BigInt, hash: Schema.String }),
  /** Unix milliseconds; the network does not judge it. No two recipes of ours that are alike otherwise have the same. */
  timestamp: Schema.Int,
  /** Unix milliseconds by the network's time; in no block after it. */
  expiration: Schema.Int,
  /** Highest worth of energy that its call may take, in sun. */
  feeLimit: Schema.BigInt
})
export type Recipe = typeof Recipe.Type

/** The network takes no transaction that expires later than this after its newest block. Milliseconds. */
export const longestLifeMs = 86_400_000

/** What is wrong with an expiration, at the time of a block; undefined when nothing is. The encoder does not look. */
export const expirationProblem = (expiration: number, blockTime: number): string | undefined =>
  expiration <= blockTime
    ? "it would have expired when it is sent"
    : expiration > blockTime + longestLifeMs
    ? "it would expire later than 24 hours from now"
    : undefined

interface Message {
  readonly addSignature: (signature: Uint8Array) => void
  readonly serializeBinary: () => Uint8Array
}

/** A transaction before it is signed. */
export interface Unsigned {
  /** The hash that is signed, which is its id too. */
  readonly id: string
  /** Bytes that it takes on the network once it is signed. */
  readonly size: bigint
  /** Its bytes with a signature, in hex. */
  readonly signedBy: (signature: SecpSignature) => string
}

const reference = ({ hash, number }: Recipe["block"]) => ({
  ref_block_bytes: (number & 0xffffn).toString(16).padStart(4, "0"),
  ref_block_hash: hash.slice(16, 32)
})

/** The network counts this much for the result of a transaction beside its bytes. */
const resultSize = 64n

/** Builds the transaction of a recipe. */
export const build = (call: Call, recipe: Recipe): Unsigned => {
  const { block, expiration, feeLimit, timestamp } = recipe
  const json = {
    raw_data: {
      contract: [contractOf(call)],
      ...reference(block),
      expiration,
      timestamp,
      ...call._tag === "TokenTransfer" ? { fee_limit: Number(feeLimit) } : {}
    }
  }
  const message = (): Message => utils.transaction.txJsonToPb(json) as Message
  const signed = (signature: Uint8Array): Uint8Array => {
    const whole = message()
    whole.addSignature(signature)
    return whole.serializeBinary()
  }
  return {
    id: utils.transaction.txPbToTxID(message()).replace(/^0x/, "").toLowerCase(),
    size: BigInt(signed(new Uint8Array(65)).length) + resultSize,
    signedBy: ({ r, recovery, s }) => bytesToHex(signed(concatBytes(r, s, Uint8Array.of(27 + recovery))))
  }
}

/** What a signer signs. */
export const digestOf = ({ id }: Unsigned): Uint8Array => hexToBytes(id)
