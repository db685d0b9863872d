// The token of a receipt's link (0143): which payment, until when it opens, and a proof that only the service makes. Nothing
// of it is stored.
import { limits } from "../limits/limits.ts"
import { equalInConstantTime } from "../text/text.ts"

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
