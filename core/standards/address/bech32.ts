// Bech32 (BIP-173) and bech32m (BIP-350) texts, without a length limit of their own: each form sets its bound.
// A text is all lower or all upper case; its canonical form is lower case.
import { bech32, bech32m } from "@scure/base"
import { Result } from "effect"
import { type Parsed, refuse, refuseCharacter } from "./problem.ts"

/** The final constant of the checksum: 1 (bech32, blech32) or the later one (bech32m, blech32m). */
export type ChecksumVariant = "original" | "modified"

/** A text taken apart: `words` are 5-bit values. */
export interface Bech32Text {
  readonly lower: string
  readonly hrp: string
  readonly words: ReadonlyArray<number>
}

/** A text whose checksum is verified and removed from the words. */
export interface Bech32Data extends Bech32Text {
  readonly variant: ChecksumVariant
}

const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

/** Networks by the human-readable part of their segwit-like addresses. */
const networkOfHrp = {
  bc: "Bitcoin",
  tb: "a Bitcoin test network",
  bcrt: "a Bitcoin test network",
  ex: "Liquid",
  lq: "Liquid",
  tex: "a Liquid test network",
  tlq: "a Liquid test network",
  ert: "a Liquid test network",
  el: "a Liquid test network",
  spark: "Spark",
  sparkt: "a Spark test network",
  sparks: "a Spark test network",
  sparkrt: "a Spark test network",
  sparkl: "a Spark test network"
} as const

export type KnownHrp = keyof typeof networkOfHrp

const isKnown = (hrp: string): hrp is KnownHrp => Object.hasOwn(networkOfHrp, hrp)

/** The human-readable part a text begins with, when it is one that names a network. */
export const knownHrp = (text: string): KnownHrp | undefined => {
  const hrp = text.slice(0, Math.max(0, text.indexOf("1"))).toLowerCase()
  return isKnown(hrp) ? hrp : undefined
}

/** Refuses an address of another network, naming it. */
export const refuseNetwork = (hrp: KnownHrp, wanted: string): Parsed<never> =>
  refuse("network", `The address is of ${networkOfHrp[hrp]}, not of ${wanted}.`, 0)

/** Takes a text apart at the separator after `hrpLength` characters; the words still hold the checksum, unverified. */
export const splitBech32 = (text: string, hrpLength: number): Parsed<Bech32Text> => {
  const upperAt = text.search(/[A-Z]/)
  const lowerAt = text.search(/[a-z]/)
  if (upperAt !== -1 && lowerAt !== -1) {
    return refuse("case", "The address mixes upper and lower case.", Math.max(upperAt, lowerAt))
  }
  const lower = text.toLowerCase()
  const words = Array.from(lower.slice(hrpLength + 1), (character) => alphabet.indexOf(character))
  const wrong = words.indexOf(-1)
  return wrong === -1
    ? Result.succeed({ lower, hrp: lower.slice(0, hrpLength), words })
    : refuseCharacter(text, hrpLength + 1 + wrong, "bech32")
}

/** The refusal of a checksum that matches no constant. */
export const refuseChecksum: Parsed<never> = refuse(
  "checksum",
  "The checksum does not match: a character is wrong or missing."
)

/** Takes a text apart and verifies its six checksum characters. */
export const decodeBech32 = (text: string, hrpLength: number): Parsed<Bech32Data> =>
  Result.flatMap(splitBech32(text, hrpLength), ({ lower, hrp, words }): Parsed<Bech32Data> => {
    const data = words.slice(0, -6)
    if (bech32.decodeUnsafe(lower, false)) return Result.succeed({ lower, hrp, words: data, variant: "original" })
    if (bech32m.decodeUnsafe(lower, false)) return Result.succeed({ lower, hrp, words: data, variant: "modified" })
    return refuseChecksum
  })
