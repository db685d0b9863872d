// The journal entries of a payout: which accounts each business fact moves, and by how much. Pure.
import { type Entry, type Posting, entry } from "../ledger/journal.ts"
import * as templates from "../ledger/payout-templates.ts"
import { assetForCents } from "../money/rate.ts"
import { mulDivFloor } from "../money/rounding.ts"
import { type Cents, add, min, subtract, zero } from "../money/units.ts"
import { releasedEntries, spentEntries } from "../wallet/mirror.ts"
import { type GivenBack, type Payout, debitOf, walletOf } from "./payout.ts"
import type { PayoutPost } from "./payout.states.ts"

/** What an entry is about beside its payout. */
interface EntryFacts {
  /** Unix milliseconds. */
  readonly at: number
  /** Tells apart the facts that a payout has several times; empty for the others. */
  readonly key: string
  /** What came back now. */
  readonly returned: Cents
  /** What was sent to the wallet now. */
  readonly refund: GivenBack | undefined
}

/** What a payout takes from its payer. */
export const grossOf = ({ fee, value }: Payout): Cents => add(value, fee)

/** Smallest units that cents of the value are worth at the payout's own price, counted from what was given back before. */
export const unitsOf = ({ rate }: Payout, givenBack: Cents, now: Cents): bigint =>
  assetForCents(rate, add(givenBack, now)) - assetForCents(rate, givenBack)

// A PIX settles once, whatever tells of it: its success, or the return that shows that it had settled.
const bookedOnce: ReadonlySet<PayoutPost> = new Set([
  "payoutPaid",
  "payoutFeeEarned",
  "paidAfterRestoring",
  "lossCovered"
])

/** The entries of a business fact. */
export const entriesOf = (post: PayoutPost, payout: Payout, facts: EntryFacts): ReadonlyArray<Entry> => {
  const spending = { ...payout, operationId: debitOf(payout.id), at: facts.at }
  if (post === "walletSpent") return spentEntries(walletOf(payout), spending)
  if (post === "walletReleased") return releasedEntries(walletOf(payout), spending)
  return [entry({
    id: `${payout.id}/${post}${bookedOnce.has(post) ? "" : facts.key}`,
    template: post,
    source: payout.id,
    owner: payout.owner,
    at: facts.at,
    postings: postingsOf(post, payout, facts)
  })]
}

const postingsOf = (
  template: keyof typeof templates,
  payout: Payout,
  { refund, returned }: EntryFacts
): ReadonlyArray<Posting> => {
  const { asset, fee, owner, units, value } = payout
  switch (template) {
    case "payoutDebited":
      return templates.payoutDebited(owner, grossOf(payout), asset, units)
    case "payoutPaid":
      return templates.payoutPaid(owner, value)
    case "payoutFeeEarned":
      return templates.payoutFeeEarned(owner, fee)
    case "payoutRestored":
      return templates.payoutRestored(owner, grossOf(payout), asset, units)
    case "payoutReversed":
      return templates.payoutReversed(owner, returned)
    case "reversalRefunded": {
      const share = shareOf(payout, refund)
      return templates.reversalRefunded(owner, share.returnedCents, asset, share.returnedUnits)
    }
    case "paidPayoutRefunded": {
      const share = shareOf(payout, refund)
      return templates.paidPayoutRefunded(share.lostCents, asset, share.lostUnits)
    }
    case "paidAfterRestoring":
      return templates.paidAfterRestoring(value)
    case "returnedAfterRestoring":
      return templates.returnedAfterRestoring(returned)
    case "lossRecovered":
      return templates.lossRecovered(owner, returned)
    case "lossCovered":
      return templates.lossCovered(owner, value, payout.returned)
    case "networkFeePaid":
      throw new Error("a payout pays no network fee of its own")
  }
}

// What was sent is first of all what had come back and was owed; the rest was never returned by anybody and is lost.
const shareOf = (payout: Payout, refund: GivenBack | undefined) => {
  if (refund === undefined) throw new Error(`${payout.id} gives back what nobody sent`)
  const owed = subtract(payout.returned, payout.refunded) ?? zero("BRL")
  const returnedCents = min(owed, refund.cents)
  const returnedUnits = refund.cents === 0n ? 0n : mulDivFloor(refund.units, returnedCents, refund.cents)
  return {
    returnedCents,
    returnedUnits,
    lostCents: subtract(refund.cents, returnedCents) ?? zero("BRL"),
    lostUnits: refund.units - returnedUnits
  }
}
