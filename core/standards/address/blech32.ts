// Blech32 and blech32m: the confidential segwit addresses of Liquid, as Elements defines them (src/blech32.cpp).
// Bech32 with a 60-bit checksum of twelve characters, its own generators and its own second constant.
import { Result } from "effect"
import { type Bech32Data, refuseChecksum, splitBech32 } from "./bech32.ts"
import type { Parsed } from "./problem.ts"

const checksumLength = 12

const generators = [
  0x7d52fba40bd886n,
  0x5e8dbf1a03950cn,
  0x1c3a3c74072a18n,
  0x385d72fa0e5139n,
  0x7093e5a608865bn
] as const

/** The remainder after one more word; linear in both. */
export const blech32Step = (remainder: bigint, word: bigint): bigint => {
  const top = remainder >> 55n
  const shifted = ((remainder & 0x7fffffffffffffn) << 5n) ^ word
  return generators.reduce((next, generator, bit) => (top >> BigInt(bit)) & 1n ? next ^ generator : next, shifted)
}

const expand = (hrp: string): ReadonlyArray<number> => {
  const codes = Array.from(hrp, (character) => character.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

/** The remainder of a text's words, checksum included. */
export const blech32Remainder = (hrp: string, words: ReadonlyArray<number>): bigint =>
  [...expand(hrp), ...words].reduce((remainder, word) => blech32Step(remainder, BigInt(word)), 1n)

/** The remainders of whole texts: blech32, then blech32m. */
export const blech32Constants = [1n, 0x455972a3350f7a1n] as const

/** Takes a text apart after `hrpLength` characters and verifies its twelve checksum characters. */
export const decodeBlech32 = (text: string, hrpLength: number): Parsed<Bech32Data> =>
  Result.flatMap(splitBech32(text, hrpLength), ({ lower, hrp, words }): Parsed<Bech32Data> => {
    const data = words.slice(0, -checksumLength)
    switch (blech32Remainder(hrp, words)) {
      case blech32Constants[0]:
        return Result.succeed({ lower, hrp, words: data, variant: "original" })
      case blech32Constants[1]:
        return Result.succeed({ lower, hrp, words: data, variant: "modified" })
      default:
        return refuseChecksum
    }
  })
