// The journal entries of a PIX payment: which accounts each business fact moves, and by how much. Pure.
import { type Entry, type Posting, entry } from "../ledger/journal.ts"
import * as templates from "../ledger/payout-templates.ts"
import { type Cents, min, mulDivFloor, subtract, zero } from "../money/units.ts"
import { type CameIn, type GivenBack, type PixPayment, grossOf } from "./pix-payment.ts"
import type { PixPaymentPost } from "./pix-payment.states.ts"

/** What an entry is about beside its payment. */
export interface EntryFacts {
  /** Unix milliseconds. */
  readonly at: number
  /** Tells apart the facts that a payment has several times; empty for the others. */
  readonly key: string
  readonly cameIn: CameIn
  /** What the bank returned now. */
  readonly returned: Cents
  /** What arrived, or cannot be sent, now. */
  readonly refund: GivenBack | undefined
  /** What the network took for it from us. */
  readonly networkFee: bigint
}

// A PIX settles once, whatever tells of it: its success, or the return that shows that it had settled.
const bookedOnce: ReadonlySet<PixPaymentPost> = new Set([
  "payoutSettled",
  "payoutFeeEarned",
  "settledAfterRestoring",
  "lossCovered"
])

/** The entry of a business fact. */
export const entryOf = (post: PixPaymentPost, payment: PixPayment, facts: EntryFacts): Entry =>
  entry({
    id: `${payment.id}/${post}${bookedOnce.has(post) ? "" : facts.key}`,
    template: post,
    source: payment.id,
    owner: payment.owner,
    at: facts.at,
    postings: postingsOf(post, payment, facts)
  })

const postingsOf = (
  template: PixPaymentPost,
  payment: PixPayment,
  { cameIn: { asset, units }, networkFee, refund, returned }: EntryFacts
): ReadonlyArray<Posting> => {
  const { fee, owner, value } = payment
  switch (template) {
    case "payoutDebited":
      return templates.payoutDebited(owner, grossOf(payment), asset, units)
    case "payoutSettled":
      return templates.payoutSettled(owner, value)
    case "payoutFeeEarned":
      return templates.payoutFeeEarned(owner, fee)
    case "payoutRestored":
      return templates.payoutRestored(owner, grossOf(payment), asset, units)
    case "payoutReversed":
      return templates.payoutReversed(owner, returned)
    case "reversalRefunded": {
      const share = shareOf(payment, refund)
      return templates.reversalRefunded(owner, share.returnedCents, asset, share.returnedUnits)
    }
    case "paidPayoutRefunded": {
      const share = shareOf(payment, refund)
      return templates.paidPayoutRefunded(share.lostCents, asset, share.lostUnits)
    }
    case "settledAfterRestoring":
      return templates.settledAfterRestoring(value)
    case "returnedAfterRestoring":
      return templates.returnedAfterRestoring(returned)
    case "lossRecovered":
      return templates.lossRecovered(owner, returned)
    case "lossCovered":
      return templates.lossCovered(owner, value, payment.returned)
    case "networkFeePaid":
      return templates.networkFeePaid(asset, networkFee)
  }
}

// What was sent is first of all what had come back and was owed; the rest was never returned by anybody and is lost.
const shareOf = (payment: PixPayment, refund: GivenBack | undefined) => {
  if (refund === undefined) throw new Error(`${payment.id} gives back what nobody sent`)
  const owed = subtract(payment.returned, payment.refunded) ?? zero("BRL")
  const returnedCents = min(owed, refund.cents)
  const returnedUnits = refund.cents === 0n ? 0n : mulDivFloor(refund.units, returnedCents, refund.cents)
  return {
    returnedCents,
    returnedUnits,
    lostCents: subtract(refund.cents, returnedCents) ?? zero("BRL"),
    lostUnits: refund.units - returnedUnits
  }
}
