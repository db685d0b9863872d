// Segregated witness rules of an address (BIP-141, BIP-173, BIP-350): version, program length, padding and the
// checksum constant that goes with the version. Versions up to 16 are valid recipients, as BIP-350 asks.
import { bech32 } from "@scure/base"
import { Result } from "effect"
import type { Bech32Data } from "./bech32.ts"
import { type Parsed, refuse } from "./problem.ts"

export interface Witness {
  readonly version: number
  readonly payload: Uint8Array
}

/** Bytes packed in 5-bit words; refuses more than four bits of padding, and padding that is not zero. */
export const unpackWords = (words: ReadonlyArray<number>): Parsed<Uint8Array> => {
  const bytes = bech32.fromWordsUnsafe([...words])
  return bytes ? Result.succeed(bytes) : refuse("payload", "The address does not hold a whole number of bytes.")
}

/** The witness version and the bytes after it; version 0 asks for the original checksum, later ones for the other. */
export const readWitness = (data: Bech32Data): Parsed<Witness> => {
  const [version, ...words] = data.words
  if (version === undefined) return refuse("payload", "The address holds no data.")
  if (version > 16) {
    return refuse("version", `Witness version ${version} does not exist; the last is 16.`, data.hrp.length + 1)
  }
  if ((version === 0) !== (data.variant === "original")) {
    return refuse("checksum", `The checksum is of the wrong kind for witness version ${version}.`)
  }
  return Result.map(unpackWords(words), (payload) => ({ version, payload }))
}

/** Checks the length in bytes of a witness program: 20 or 32 for version 0, 2 to 40 for the others. */
export const checkProgram = (version: number, length: number): Parsed<void> => {
  if (version === 0 && length !== 20 && length !== 32) {
    return refuse("payload", `A version 0 witness program has 20 or 32 bytes; this one has ${length}.`)
  }
  if (length < 2 || length > 40) {
    return refuse("payload", `A witness program has 2 to 40 bytes; this one has ${length}.`)
  }
  return Result.void
}
