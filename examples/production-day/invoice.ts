// BOLT11 invoices, as the node of the day and the wallet of a customer make them.
import { createHash, randomBytes } from "node:crypto"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { bech32 } from "@scure/base"

/** Signs every invoice of the day. */
const nodeKey = randomBytes(32)
const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

export const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest()

const wordsOf = (bytes: ArrayLike<number>): ReadonlyArray<number> => bech32.toWords(Uint8Array.from(bytes))

const numberWords = (value: number, least: number): ReadonlyArray<number> => {
  const words: Array<number> = []
  for (let rest = value; rest > 0 || words.length < least; rest = Math.floor(rest / 32)) words.unshift(rest % 32)
  return words
}

const field = (letter: string, words: ReadonlyArray<number>): ReadonlyArray<number> => [
  alphabet.indexOf(letter),
  words.length >> 5,
  words.length & 31,
  ...words
]

const bytesOf = (words: ReadonlyArray<number>): Buffer => {
  const bits = words.map((word) => word.toString(2).padStart(5, "0")).join("")
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)))
}

/** An invoice that is paid by whoever shows its preimage. `expiry` in seconds. */
export const invoiceOf = (
  { expiry, memo, msat, preimage }: {
    readonly preimage: Uint8Array
    readonly msat: bigint
    readonly expiry: number
    readonly memo: string
  }
): string => {
  const prefix = `lnbc${msat * 10n}p`
  const words = [
    ...numberWords(Math.floor(Date.now() / 1_000), 7),
    ...field("s", wordsOf(randomBytes(32))),
    ...field("p", wordsOf(sha256(preimage))),
    ...field("d", wordsOf(Buffer.from(memo))),
    ...field("x", numberWords(expiry, 1))
  ]
  const digest = sha256(Buffer.concat([Buffer.from(prefix), bytesOf(words)]))
  const [recovery = 0, ...compact] = secp256k1.sign(digest, nodeKey, {
    prehash: false,
    format: "recovered"
  })
  return bech32.encode(prefix, [...words, ...wordsOf([...compact, recovery])], false)
}
