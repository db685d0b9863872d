// What only this service can make of its secrets: the link to a receipt, and the digest of a PIX key.
import { Clock, Effect } from "effect"
import { NotFound } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { type PixKeyOrBrCode, namedReceiver } from "../../standards/pix/pix-key.ts"
import { PublicOrigin } from "../../ports/public-origin.ts"
import { ReceiptPrinter } from "../../ports/receipt-printer.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { equalInConstantTime } from "../../base/text/text.ts"

// Links to receipts: who may make one, and whose payment one opens (spec "PAYOUT_SUCCESSFUL data", receiptUrl; 0143).
// Invariant: a token that is wrong, over or of another plane opens nothing, and says of nothing which it was.

// The token of a link: which payment, until when it opens, and a proof that only the service makes. Nothing of it is stored.

/** What a proof is for; it proves nothing for anything else. */
export const receiptPurpose = "receipt-link"

/** A payment, and when its link ends, in Unix milliseconds. */
interface ReceiptClaims {
  readonly id: string
  readonly until: number
}

const dayMs = 86_400_000

/** The claims of a link that is made at an instant: the same link all day, so that what is read twice reads the same. */
export const receiptClaims = (id: string, now: number): ReceiptClaims => {
  const last = now + limits.receiptLinkMs
  return { id, until: last - last % dayMs + dayMs }
}

/** What the proof of a link is over. */
export const receiptText = ({ id, until }: ReceiptClaims): string => `${id}.${until}`

/** The token, from the hex proof over its text. */
export const receiptToken = (claims: ReceiptClaims, proof: string): string => `${receiptText(claims)}.${proof}`

const form = /^((?:pay|inv)_[\w-]{1,64})\.(\d{1,15})\.([0-9a-f]{64})$/

/** Reads a token; undefined when it has another form. Whether its proof holds is asked of whoever makes proofs. */
export const readReceiptToken = (token: string) => {
  const [, id, until, given] = form.exec(token) ?? []
  if (id === undefined || until === undefined || given === undefined) return undefined
  const claims: ReceiptClaims = { id, until: Number(until) }
  return {
    id,
    proved: receiptText(claims),
    holds: (proof: string): boolean => equalInConstantTime(proof, given),
    isOver: (now: number): boolean => now >= claims.until
  }
}

/** The address of the PDF of a payment's receipt; null where no address of ours is known, or no PDF can be made. */
export const receiptUrl = Effect.fnUntraced(function*(id: string, now: number, asked: string | null = null) {
  const origin = (yield* PublicOrigin) ?? asked
  if (origin === null || (yield* ReceiptPrinter) === null) return null
  const claims = receiptClaims(id, now)
  const proof = yield* Secrets.use((secrets) => secrets.proof(receiptPurpose, receiptText(claims)))
  return `${origin}/hosted/receipt/${receiptToken(claims, proof)}/receipt.pdf`
})

/** What a link needs. */
export type ReceiptLinks = Effect.Services<ReturnType<typeof receiptUrl>>

/** The same for a payment that is read now; null while it is not paid. */
export const receiptUrlOf = (id: string, paidAt: number | null, asked?: string | null) =>
  paidAt === null
    ? Effect.succeed(null)
    : Effect.flatMap(Clock.currentTimeMillis, (now) => receiptUrl(id, now, asked))

/** The payment that a token opens. */
export const paymentOfToken = Effect.fnUntraced(function*(token: string) {
  const read = readReceiptToken(token)
  const isOurs = read !== undefined &&
    (yield* Secrets.use((secrets) => secrets.proofs(receiptPurpose, read.proved))).some(read.holds)
  return isOurs && !read.isOver(yield* Clock.currentTimeMillis)
    ? read.id
    : yield* new NotFound({ resource: "Receipt" })
})

// The digest that payments to a PIX key are listed under (0160). It is keyed, so that an index row alone does not give
// away a tax number, and it names the account, so that no owner can find the payments of another.

/** The digest of a key, in its normal form, for the payments of an account; 64 hex characters. */
export const pixKeyDigest = (owner: string, key: string) =>
  Secrets.use((secrets) => secrets.digest("pix-key", `${owner}/${key}`))

/** The same as a record keeps it; a destination without a key has none. */
export const destinationDigest = Effect.fnUntraced(function*(owner: string, destination: PixKeyOrBrCode) {
  const { key } = namedReceiver(destination)
  return key === null ? {} : { pixKeyDigest: yield* pixKeyDigest(owner, key) }
})
