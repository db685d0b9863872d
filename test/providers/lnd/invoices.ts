// Invoices of regtest for tests, each by the preimage that its payment shows.
import { createHash } from "node:crypto"
import { type Field, invoice, toWords } from "../../vectors/address/encode.ts"

export const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest()

interface InvoiceOf {
  readonly preimage: Uint8Array
  /** None where the payer chooses. */
  readonly msat?: bigint
  /** Unix seconds. */
  readonly createdAt: number
  readonly seconds: number
  readonly memo?: string
  /** `lnbcrt` by default. */
  readonly prefix?: string
}

const numberField = (letter: string, value: number): Field => {
  const words: Array<number> = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 32)) words.unshift(rest % 32)
  return [letter, words]
}

/** A signed invoice; millisatoshis are written in pico-bitcoin, so that every amount can be. */
export const invoiceOf = ({ createdAt, memo = "", msat, preimage, prefix = "lnbcrt", seconds }: InvoiceOf): string =>
  invoice({
    hrp: msat === undefined ? prefix : `${prefix}${msat * 10n}p`,
    timestamp: createdAt,
    fields: [
      ["s", toWords(sha256(Buffer.concat([preimage, Buffer.from("secret")])))],
      ["p", toWords(sha256(preimage))],
      ["d", toWords(Buffer.from(memo))],
      numberField("x", seconds)
    ]
  })
