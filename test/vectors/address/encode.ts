// Encoders written apart from the code under test: base58check by long division over node:crypto, the blech32 checksum
// by polynomial division with symbols of GF(32). Bech32 comes from @scure/base.
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { bech32, bech32m } from "@scure/base"
import { createHash } from "node:crypto"

const base58Alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
const bech32Alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest()

export const base58Encode = (bytes: Uint8Array): string => {
  let rest = BigInt(`0x0${Buffer.from(bytes).toString("hex")}`)
  let text = ""
  for (; rest > 0n; rest /= 58n) text = base58Alphabet.charAt(Number(rest % 58n)) + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return "1".repeat(zeros === -1 ? bytes.length : zeros) + text
}

export const base58CheckEncode = (...parts: ReadonlyArray<ArrayLike<number>>): string => {
  const payload = Uint8Array.from(parts.flatMap((part) => Array.from(part)))
  return base58Encode(Uint8Array.from([...payload, ...sha256(sha256(payload)).subarray(0, 4)]))
}

/** Product in GF(32), the field of bech32: x^5 + x^3 + 1. */
const multiply = (a: number, b: number): number => {
  let product = 0
  for (let bit = 0; bit < 5; bit++) if ((b >> bit) & 1) product ^= a << bit
  for (let bit = 9; bit >= 5; bit--) if ((product >> bit) & 1) product ^= 0b101001 << (bit - 5)
  return product
}

const symbols = (value: bigint): ReadonlyArray<number> =>
  Array.from({ length: 12 }, (_, i) => Number((value >> BigInt(5 * (11 - i))) & 31n))

/** x^12 modulo the blech32 generator, highest symbol first. */
const feedback = symbols(0x7d52fba40bd886n)

export const blech32Constants = { original: 1n, modified: 0x455972a3350f7a1n } as const
export type Variant = keyof typeof blech32Constants

export const blech32Encode = (hrp: string, words: ReadonlyArray<number>, variant: Variant): string => {
  const codes = Array.from(hrp, (character) => character.charCodeAt(0))
  const input = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...words, ...symbols(0n)]
  const remainder = input.reduce<ReadonlyArray<number>>(
    ([top = 0, ...rest], word) => [...rest, word].map((symbol, i) => symbol ^ multiply(top, feedback[i] ?? 0)),
    symbols(1n)
  )
  const constant = symbols(blech32Constants[variant])
  const checksum = remainder.map((symbol, i) => symbol ^ (constant[i] ?? 0))
  return `${hrp}1${[...words, ...checksum].map((word) => bech32Alphabet.charAt(word)).join("")}`
}

/** Bech32 or bech32m without a length limit. */
export const bech32Encode = (hrp: string, words: ReadonlyArray<number>, variant: Variant): string =>
  (variant === "original" ? bech32 : bech32m).encode(hrp, [...words], false)

export const toWords = (bytes: ArrayLike<number>): ReadonlyArray<number> => bech32.toWords(Uint8Array.from(bytes))

/** A segwit address in the checksum its version asks for, or in the one given. */
export const segwit = (hrp: string, version: number, program: ArrayLike<number>, variant?: Variant): string =>
  bech32Encode(hrp, [version, ...toWords(program)], variant ?? (version === 0 ? "original" : "modified"))

export const confidential = (version: number, payload: ArrayLike<number>, variant?: Variant): string =>
  blech32Encode("lq", [version, ...toWords(payload)], variant ?? (version === 0 ? "original" : "modified"))

export const lnurl = (url: string): string => bech32Encode("lnurl", toWords(Buffer.from(url)), "original")

/** The same word, so many times. */
export const repeat = (word: number, times: number): ReadonlyArray<number> => Array.from({ length: times }, () => word)

/** A tagged field of an invoice: its letter and its words. */
export type Field = readonly [letter: string, words: ReadonlyArray<number>]

const fieldWords = ([letter, words]: Field): ReadonlyArray<number> => [
  bech32Alphabet.indexOf(letter),
  words.length >> 5,
  words.length & 31,
  ...words
]

export const hashField = (letter: string, byte: number): Field => [letter, toWords(new Uint8Array(32).fill(byte))]

export const usualFields: ReadonlyArray<Field> = [hashField("s", 0x11), hashField("p", 0x22), ["d", []]]

export interface InvoiceParts {
  readonly hrp?: string
  readonly timestamp?: number
  readonly fields?: ReadonlyArray<Field>
  readonly signature?: ReadonlyArray<number>
  readonly variant?: Variant
}

/** The key that signs the invoices of tests. */
const payeeKey = new Uint8Array(32).fill(0x42)

const bytesOf = (words: ReadonlyArray<number>): Buffer => {
  const bits = words.map((word) => word.toString(2).padStart(5, "0")).join("")
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)))
}

const signatureOf = (hrp: string, words: ReadonlyArray<number>): ReadonlyArray<number> => {
  const digest = sha256(Buffer.concat([Buffer.from(hrp), bytesOf(words)]))
  const [recovery = 0, ...compact] = secp256k1.sign(digest, payeeKey, { prehash: false, format: "recovered" })
  return toWords([...compact, recovery])
}

/** An invoice of the given parts, signed by a key of the tests where no signature is given. */
export const invoice = (parts: InvoiceParts): string => {
  const hrp = parts.hrp ?? "lnbc"
  const timestamp = parts.timestamp ?? 1_700_000_000
  const stamp = Array.from({ length: 7 }, (_, i) => Math.floor(timestamp / 32 ** (6 - i)) % 32)
  const words = [...stamp, ...(parts.fields ?? usualFields).flatMap(fieldWords)]
  return bech32Encode(hrp, [...words, ...(parts.signature ?? signatureOf(hrp, words))], parts.variant ?? "original")
}
