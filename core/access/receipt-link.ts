// Links to receipts: who may make one, and whose payment one opens (spec "PAYOUT_SUCCESSFUL data", receiptUrl; 0143).
// Invariant: a token that is wrong, over or of another plane opens nothing, and says of nothing which it was.
import { Clock, Effect } from "effect"
import { NotFound } from "../errors/errors.ts"
import { PublicOrigin } from "../ports/public-origin.ts"
import { ReceiptPrinter } from "../ports/receipt-printer.ts"
import { Secrets } from "../ports/secrets.ts"
import { readReceiptToken, receiptClaims, receiptPurpose, receiptText, receiptToken } from "./receipt-token.ts"

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
export const receiptUrlOf = (id: string, paidAt: number | null, asked?: string) =>
  paidAt === null
    ? Effect.succeed(null)
    : Effect.flatMap(Clock.currentTimeMillis, (now) => receiptUrl(id, now, asked))

/** The payment that a token opens. */
export const paymentOfToken = Effect.fnUntraced(function*(token: string) {
  const read = readReceiptToken(token)
  const isOurs = read !== undefined && read.holds(
    yield* Secrets.use((secrets) => secrets.proof(receiptPurpose, read.proved))
  )
  return isOurs && !read.isOver(yield* Clock.currentTimeMillis)
    ? read.id
    : yield* new NotFound({ resource: "Receipt" })
})
