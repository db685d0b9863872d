// The invoices that Lightning addresses give in the sandbox: valid BOLT11, signed by the sandbox's own key, of regtest, whose
// coins exist on no network. So everything checks them as in production, and no one can pay them (C59).
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { bech32 } from "@scure/base"
import { createHash } from "node:crypto"
import { bolt11Digest } from "../../core/standards/address/bolt11-signature.ts"
import { bolt11Tag } from "../../core/standards/address/bolt11.ts"
import type { Sats } from "../../core/base/money/units.ts"
import { unixSeconds } from "../../core/base/time/instant.ts"

type Words = ReadonlyArray<number>

/** What an invoice is made of; the same parts are the same invoice. */
export interface RegtestInvoice {
  /** Names the invoice: its payment hash and secret are derived from it. */
  readonly seed: string
  readonly amount: Sats
  /** Unix milliseconds. It expires an hour later. */
  readonly createdAt: number
}

const digest = (text: string): Uint8Array => createHash("sha256").update(`pontepay sandbox/${text}`).digest()

/** The key of every payee of the sandbox. It guards nothing: no coins can reach it. */
const payeeKey = digest("lightning-payee-key")

const field = (type: number, data: Words): Words => [type, data.length >> 5, data.length & 31, ...data]
const bytesField = (type: number, bytes: Uint8Array): Words => field(type, bech32.toWords(bytes))

/** Seven words of seconds. */
const timestamp = (createdAt: number): Words => {
  const seconds = BigInt(unixSeconds(createdAt))
  return Array.from({ length: 7 }, (_, place) => Number((seconds >> BigInt(5 * (6 - place))) & 31n))
}

/** The bits 8 (onion) and 14 (payment secret), which every payer has to know. */
const requiredFeatures: Words = [16, 8, 0]

/** A signed invoice of regtest. */
export const regtestInvoice = ({ amount, createdAt, seed }: RegtestInvoice): string => {
  // A satoshi is ten nano-bitcoin.
  const readable = `lnbcrt${amount * 10n}n`
  const words = [
    ...timestamp(createdAt),
    ...bytesField(bolt11Tag.secret, digest(`payment-secret/${seed}`)),
    ...bytesField(bolt11Tag.paymentHash, digest(`payment-hash/${seed}`)),
    ...bytesField(bolt11Tag.description, new TextEncoder().encode("Pontepay sandbox")),
    ...field(bolt11Tag.features, requiredFeatures)
  ]
  const signed = secp256k1.sign(bolt11Digest(readable, words), payeeKey, { prehash: false, format: "recovered" })
  const signature = bech32.toWords(Uint8Array.of(...signed.subarray(1), ...signed.subarray(0, 1)))
  return bech32.encode(readable, [...words, ...signature], false)
}
