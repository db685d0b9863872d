// Where the wrong character of a text with a checksum is, if only one is wrong. Only the place is told and never what should
// stand there: no one is to pay to an address that a program guessed (BIP-173 asks for the same).
import { sha256 } from "@noble/hashes/sha2.js"
import { base58 } from "@scure/base"
import { blech32Constants, blech32Remainder, blech32Step } from "../../standards/address/blech32.ts"

const bech32Alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
const base58Alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

export type ChecksumForm = "bech32" | "blech32" | "base58check"

/** The readable part and the words of a bech32 text; undefined where it is none. */
const split = (text: string) => {
  const lower = text.toLowerCase()
  const separator = lower.lastIndexOf("1")
  const words = Array.from(lower.slice(separator + 1), (character) => bech32Alphabet.indexOf(character))
  return separator < 1 || words.includes(-1) ? undefined : { hrp: lower.slice(0, separator), words }
}

/** The remainder after one more word, as BIP-173 computes it. */
const bech32Step = (remainder: number, word: number): number => {
  const top = remainder >>> 25
  let next = ((remainder & 0x1ffffff) << 5) ^ word
  if ((top & 1) !== 0) next ^= 0x3b6a57b2
  if ((top & 2) !== 0) next ^= 0x26508e6d
  if ((top & 4) !== 0) next ^= 0x1ea119fa
  if ((top & 8) !== 0) next ^= 0x3d4233dd
  if ((top & 16) !== 0) next ^= 0x2a1462b3
  return next
}

const bech32Constants = [1, 0x2bc830a3]

const bech32Remainder = (hrp: string, words: ReadonlyArray<number>): number => {
  const codes = Array.from(hrp, (character) => character.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...words].reduce(bech32Step, 1)
}

interface Linear<Remainder> {
  readonly unit: (bit: number) => Remainder
  readonly none: Remainder
  readonly xor: (a: Remainder, b: Remainder) => Remainder
  /** The remainder after one more word of zeros. */
  readonly shifted: (remainder: Remainder) => Remainder
}

const numbers: Linear<number> = {
  unit: (bit) => 1 << bit,
  none: 0,
  xor: (a, b) => a ^ b,
  shifted: (remainder) => bech32Step(remainder, 0)
}

const bigints: Linear<bigint> = {
  unit: (bit) => 1n << BigInt(bit),
  none: 0n,
  xor: (a, b) => a ^ b,
  shifted: (remainder) => blech32Step(remainder, 0n)
}

/**
 * Places, counted in words, at which one other word would give one of the wanted remainders. A wrong word adds to the
 * remainder what its wrong bits alone give at its place, so that every place and word costs one addition.
 */
const linearSuspects = <Remainder>(
  { none, shifted, unit, xor }: Linear<Remainder>,
  length: number,
  remainder: Remainder,
  wanted: ReadonlyArray<Remainder>
): ReadonlyArray<number> => {
  const missing = wanted.map((each) => xor(each, remainder))
  let bits = [0, 1, 2, 3, 4].map(unit)
  const suspects: Array<number> = []
  for (let at = length - 1; at >= 0; at--) {
    const sums = bits.reduce<ReadonlyArray<Remainder>>((all, bit) => [...all, ...all.map((sum) => xor(sum, bit))], [
      none
    ])
    if (sums.slice(1).some((sum) => missing.includes(sum))) suspects.push(at)
    bits = bits.map(shifted)
  }
  return suspects
}

const wordSuspects = (text: string, form: "bech32" | "blech32"): ReadonlyArray<number> => {
  const parts = split(text)
  if (parts === undefined) return []
  const { hrp, words } = parts
  const places = form === "bech32"
    ? linearSuspects(numbers, words.length, bech32Remainder(hrp, words), bech32Constants)
    : linearSuspects(bigints, words.length, blech32Remainder(hrp, words), blech32Constants)
  return places.map((place) => hrp.length + 1 + place)
}

/** Longest text that is searched by trying every character at every place. */
const longestTried = 100

/** Whether the last four bytes are the check of the others. */
const isBase58Check = (text: string): boolean => {
  const bytes = base58.decode(text)
  const check = sha256(sha256(bytes.subarray(0, -4)))
  return bytes.length > 4 && bytes.subarray(-4).every((byte, index) => byte === check[index])
}

// This checksum is not linear: every character is tried at every place.
const triedSuspects = (text: string): ReadonlyArray<number> => {
  if (text.length > longestTried || Array.from(text).some((character) => !base58Alphabet.includes(character))) return []
  return Array.from(text, (_, at) => at).filter((at) =>
    Array.from(base58Alphabet).some((other) =>
      other !== text.charAt(at) && isBase58Check(text.slice(0, at) + other + text.slice(at + 1))
    )
  )
}

/** The place of the wrong character, when one wrong character explains the checksum and one place alone does. */
export const suspectOf = (text: string, form: ChecksumForm): number | undefined => {
  const suspects = form === "base58check" ? triedSuspects(text) : wordSuspects(text, form)
  return suspects.length === 1 ? suspects[0] : undefined
}
