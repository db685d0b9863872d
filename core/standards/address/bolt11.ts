// BOLT11 invoices: amount, timestamp, tagged fields, feature bits and signature. Whoever pays one compares its payment hash
// and amount with what was asked.
import { hex } from "@scure/base"
import { DateTime, Result } from "effect"
import { decodeBech32, refuseChecksum } from "./bech32.ts"
import { type Bech32Words, type Bolt11Payee, bolt11Payee } from "./bolt11-signature.ts"
import { type Parsed, readText, refuse } from "./problem.ts"
import { unpackWords } from "./witness.ts"

/** An invoice; without `amountMsat` (millisatoshis) the payer chooses the amount. */
export interface Bolt11 {
  readonly kind: "bolt11"
  readonly text: string
  readonly paymentHash: string
  readonly amountMsat?: bigint
  readonly expiresAt: DateTime.Utc
}

/** Bitcoin networks by the prefix of their invoices, which follows `ln`. */
export const bolt11Networks = { bc: "mainnet", tb: "testnet", tbs: "signet", sb: "simnet", bcrt: "regtest" } as const

export type Bolt11Prefix = keyof typeof bolt11Networks
export type Bolt11Network = (typeof bolt11Networks)[Bolt11Prefix]

/** An invoice of any network taken apart, its signature verified. */
export interface Bolt11Parts extends Bolt11Payee {
  readonly lower: string
  readonly hrp: string
  /** What names its network: the `bc` of `lnbc`. */
  readonly prefix: Bolt11Prefix
  readonly network: Bolt11Network
  readonly amountMsat: bigint | undefined
  readonly createdAtSeconds: number
  readonly expiresAtSeconds: number
  readonly paymentHash: Uint8Array
  /** The fields that count: the first of each type, of a right length. */
  readonly fields: ReadonlyMap<number, Bech32Words>
  /** All fields of all types, in the order of the invoice. */
  readonly all: ReadonlyArray<readonly [type: number, words: Bech32Words]>
}

/** As many characters as the largest QR code can hold. */
const maxLength = 7089

const prefixForm = /^ln(bcrt|tbs|tb|sb|bc)(.*)$/
const amountForm = /^([1-9]\d*)([munp]?)$/
const msatPerUnit: Readonly<Record<string, bigint>> = { "": 100_000_000_000n, m: 100_000_000n, u: 100_000n, n: 100n }
const maxMsat = 2_100_000_000_000_000_000n

const timestampWords = 7
const signatureWords = 104

/** Types of tagged fields by what they hold. */
export const bolt11Tag = {
  paymentHash: 1,
  route: 3,
  features: 5,
  expiry: 6,
  fallback: 9,
  description: 13,
  secret: 16,
  payee: 19,
  descriptionHash: 23,
  finalCltv: 24,
  metadata: 27
} as const
const tag = bolt11Tag

/** Fields of these types and another length in words are skipped, as the standard says. */
const fixedLength: ReadonlyMap<number, number> = new Map<number, number>([
  [tag.paymentHash, 52],
  [tag.secret, 52],
  [tag.descriptionHash, 52],
  [tag.payee, 53]
])

/** Required (even) bits a payer here can honour: onion, secret, multi-part, route blinding, metadata (BOLT 9). */
const knownFeatures: ReadonlyArray<number> = [8, 14, 16, 24, 48]

const defaultExpirySeconds = 3600

/** The last second a calendar instant can name; later ones are taken as this one. */
const lastSecond = 8_640_000_000_000

const readAmount = (text: string): Parsed<bigint | undefined> => {
  if (text === "") return Result.succeed(undefined)
  const [, digits, unit] = amountForm.exec(text) ?? []
  if (digits === undefined || unit === undefined) {
    return refuse("amount", "The amount is a whole number without leading zeros, then m, u, n, p or nothing.", 4)
  }
  if (unit === "p" && !digits.endsWith("0")) {
    return refuse("amount", "The amount is not a whole number of millisatoshis.", 4)
  }
  const msat = unit === "p" ? BigInt(digits.slice(0, -1)) : BigInt(digits) * (msatPerUnit[unit] ?? 0n)
  return msat <= maxMsat ? Result.succeed(msat) : refuse("amount", "The amount is more bitcoin than can exist.", 4)
}

const toNumber = (words: Bech32Words): number => words.reduce((sum, word) => sum * 32 + word, 0)

const readFields = (words: Bech32Words): Parsed<Pick<Bolt11Parts, "all" | "fields">> => {
  const fields = new Map<number, Bech32Words>()
  const all: Array<readonly [number, Bech32Words]> = []
  for (let start = 0; start < words.length;) {
    const [type = 0, high = 0, low = 0] = words.slice(start, start + 3)
    const end = start + 3 + high * 32 + low
    if (end > words.length) return refuse("field", "A field of the invoice is cut short.")
    const data = words.slice(start + 3, end)
    const isRightLength = (fixedLength.get(type) ?? data.length) === data.length
    if (isRightLength && !fields.has(type)) fields.set(type, data)
    all.push([type, data])
    start = end
  }
  return Result.succeed({ all, fields })
}

const unknownFeature = (words: Bech32Words): number | undefined =>
  words.toReversed()
    .flatMap((word, i) => [0, 1, 2, 3, 4].filter((bit) => (word >> bit) & 1).map((bit) => i * 5 + bit))
    .find((bit) => bit % 2 === 0 && !knownFeatures.includes(bit))

const checkFields = (fields: ReadonlyMap<number, Bech32Words>): Parsed<void> => {
  if (!fields.has(tag.secret)) return refuse("field", "The invoice has no payment secret.")
  if (fields.has(tag.description) === fields.has(tag.descriptionHash)) {
    return refuse("field", "The invoice has not exactly one of description and description hash.")
  }
  const feature = unknownFeature(fields.get(tag.features) ?? [])
  return feature === undefined ? Result.void : refuse("field", `The invoice requires the unknown feature ${feature}.`)
}

const isPrefix = (text: string | undefined): text is Bolt11Prefix =>
  text !== undefined && Object.hasOwn(bolt11Networks, text)

/** Takes an invoice apart: one of the network that is wanted, or of any. */
export const readBolt11 = (text: string, wanted: Bolt11Network | undefined): Parsed<Bolt11Parts> =>
  Result.gen(function*() {
    yield* readText(text, maxLength)
    const hrpLength = text.lastIndexOf("1")
    const hrp = text.slice(0, Math.max(0, hrpLength)).toLowerCase()
    const [, prefix, amount = ""] = prefixForm.exec(hrp) ?? []
    if (!isPrefix(prefix)) return yield* refuse("form", "A BOLT11 invoice begins with lnbc and has a 1 after it.")
    const network = bolt11Networks[prefix]
    if (network !== (wanted ?? network)) {
      return yield* refuse("network", `The invoice is of Bitcoin's ${network}, not of ${wanted}.`, 2)
    }
    const { lower, words, variant } = yield* decodeBech32(text, hrpLength)
    if (variant !== "original") return yield* refuseChecksum
    const amountMsat = yield* readAmount(amount)
    if (words.length < timestampWords + signatureWords) {
      return yield* refuse("length", "The invoice is too short to hold a timestamp and a signature.")
    }
    const signature = yield* unpackWords(words.slice(-signatureWords))
    const { all, fields } = yield* readFields(words.slice(timestampWords, -signatureWords))
    yield* checkFields(fields)
    const hash = fields.get(tag.paymentHash)
    if (hash === undefined) return yield* refuse("field", "The invoice has no payment hash.")
    const paymentHash = yield* unpackWords(hash)
    const signed = words.slice(0, -signatureWords)
    const payee = yield* bolt11Payee({ hrp, signed, signature, named: fields.get(tag.payee) })
    const expiry = fields.get(tag.expiry)
    const createdAtSeconds = toNumber(words.slice(0, timestampWords))
    const lifetime = expiry === undefined ? defaultExpirySeconds : toNumber(expiry)
    return {
      lower,
      hrp,
      prefix,
      network,
      amountMsat,
      createdAtSeconds,
      expiresAtSeconds: Math.min(createdAtSeconds + lifetime, lastSecond),
      paymentHash,
      ...payee,
      fields,
      all
    }
  })

/**
 * Reads an invoice of mainnet, or of another network where one is given; `text` is in lower case. An expired invoice is still
 * read: compare `expiresAt`.
 */
export const parseBolt11 = (text: string, network: Bolt11Network = "mainnet"): Parsed<Bolt11> =>
  Result.map(readBolt11(text, network), ({ amountMsat, expiresAtSeconds, lower, paymentHash }) => {
    const expiresAt = DateTime.makeUnsafe(expiresAtSeconds * 1000)
    const invoice = { kind: "bolt11", text: lower, paymentHash: hex.encode(paymentHash), expiresAt } as const
    return amountMsat === undefined ? invoice : { ...invoice, amountMsat }
  })
