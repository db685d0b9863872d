// What becomes of a payout by one fact about it: record, journal, events and movements. Pure; the table in `payout.states.ts`
// decides.
import { evidenceOf } from "../movement/order.ts"
import { Effect, Option } from "effect"
import { type Reason, provedBy } from "../../base/reason/reason.ts"
import { type ReceiptLinks, receiptUrl } from "../../customers/access/proofs.ts"
import { type Account, Accounts, hasFlag } from "../../customers/account/account.ts"
import { type Taken, decideBy, factsAbout } from "../../engine/event/book-fact.ts"
import { announced } from "../../engine/event/event.ts"
import { zero } from "../../base/money/units.ts"
import { type Plan, type Reversal, movementId, plan } from "../movement/movement.ts"
import type { Hear, MovementNews } from "../movement/news.ts"
import {
  type EntryFacts,
  type PixPaymentFact,
  type ReversalRefundFact,
  begunWith,
  entryFactsOf,
  entryOf,
  evolvePixPayment,
  givingBack,
  ordered,
  pixPaymentFactOf,
  pixPaymentGuardFacts,
  pixPaymentKey,
  pixPaymentProof,
  pixPaymentReview,
  restoring,
  reversalsFor
} from "../pix-payment/decide-pix-payment.ts"
import { type GivenBack, failedData, isOrdered } from "../pix-payment/pix-payment.ts"
import type { PixPaymentEvent } from "../pix-payment/pix-payment.states.ts"
import { type Stored, get } from "../../engine/store/records.ts"
import { type ChangeSet, type NewJob, changeSet, joined } from "../../engine/store/store.ts"
import { isMirrored, releasedEntries, spentEntries, syncMirrorJob } from "../../customers/wallet/find-wallet.ts"
import {
  type Payout,
  Payouts,
  debitOf,
  manualRefundData,
  payoutRoutes,
  refundPlace,
  reversedData,
  successfulData,
  walletOf
} from "./payout.ts"
import { type PayoutAsk, type PayoutGuardFacts, type PayoutPost, payoutStates } from "./payout.states.ts"

/** What can be learned about a payout. */
export type PayoutFact =
  | { readonly on: "debited"; readonly transactionHash: string }
  | { readonly on: "debitRefused"; readonly reason: Reason }
  | PixPaymentFact
  | ReversalRefundFact

/** What a payout's decisions depend on beside the payout. */
export interface PayoutContext {
  readonly account: Account
  /** Where the receipt of a PIX that has settled can be had, if anywhere. */
  readonly receiptUrl: string | null
}

/** Decides facts about payouts of an account, each at an instant (Unix milliseconds). */
export const decidePayout = (before: Stored<Payout>, context: PayoutContext, fact: PayoutFact, now: number) =>
  decideBy({
    machine: payoutStates,
    kind: Payouts,
    guardFacts: (payout: Payout, given: PayoutFact) => guardFacts(payout, context.account, given),
    evolve,
    keyOf: (given) => pixPaymentKey(given).slice(1),
    proofOf: (given) => given.on === "debited" ? provedBy(given.transactionHash) : pixPaymentProof(given),
    follows: (taken) => following(taken, context)
  })(before, fact, now)

const guardFacts = (payout: Payout, account: Account, fact: PayoutFact): PayoutGuardFacts => {
  const autoRefund = hasFlag(account, "AUTO_REFUND")
  return {
    ...pixPaymentGuardFacts(payout, fact, autoRefund),
    // Where manual refunds go elsewhere, no reversal is refunded but by hand (C55).
    refundsReversals: autoRefund && payoutRoutes[payout.network].manualRefundsOn === undefined
  }
}

const evolve = (
  before: Payout,
  fact: PayoutFact,
  { ask }: { readonly ask: ReadonlyArray<PayoutAsk> },
  now: number
): Payout => {
  if (fact.on === "debited") return { ...before, doubtedAt: null, transactionHash: fact.transactionHash }
  if (fact.on === "debitRefused") return { ...before, doubtedAt: null, refusal: fact.reason }
  const begun = ask.map((each) => backBy(each, before, fact)).find((back) => back !== undefined)
  const payout = evolvePixPayment(before, fact, begun === undefined ? zero("BRL") : begunWith(begun), now)
  return "proof" in fact && isOrdered(fact.refund.purpose) ? { ...payout, manualRefund: fact.proof } : payout
}

type PayoutRow = Taken<Payout, PayoutFact, PayoutPost, PixPaymentEvent, PayoutAsk>

const following = (taken: PayoutRow, context: PayoutContext): ChangeSet => {
  const { after, ask, before, emit, fact, now, post } = taken
  // Shares of what is given back are counted from what was given back before.
  const facts = entryFactsOf(fact, before, now)
  return joined(
    ...emit.flatMap((name) => eventsOf(name, after, fact, context, now)),
    ...ask.map((each) => askOf(each, taken)),
    { entries: post.flatMap((template) => entriesOf(template, before, facts)), jobs: mirrorJobs(taken) }
  )
}

const entriesOf = (post: PayoutPost, payout: Payout, facts: EntryFacts) => {
  const spending = { ...payout, operationId: debitOf(payout.id), at: facts.at }
  if (post === "walletSpent") return spentEntries(walletOf(payout), spending)
  if (post === "walletReleased") return releasedEntries(walletOf(payout), spending)
  return [entryOf(post, payout, facts)]
}

// What arrives on a wallet whose books follow its chain is booked by what the chain says.
const mirrorJobs = ({ after: payout, before, fact, now }: PayoutRow): ReadonlyArray<NewJob> => {
  // What had been released to the wallet has left it all the same.
  if (fact.on === "debited" && before.state === "FAILED") {
    return isMirrored(payout) ? [syncMirrorJob(payout.walletId, debitOf(payout.id), now)] : []
  }
  if (!("proof" in fact)) return []
  const { about, purpose } = fact.refund
  const { network } = refundPlace(payout, purpose)
  const movement = movementId(payout.id, purpose, about)
  return isMirrored({ asset: payout.asset, network }) ? [syncMirrorJob(payout.walletId, movement, now)] : []
}

const eventsOf = (
  name: PixPaymentEvent,
  payout: Payout,
  fact: PayoutFact,
  { receiptUrl }: PayoutContext,
  now: number
) => {
  switch (name) {
    case "PAYOUT_SUCCESSFUL":
      return [announced(payout, name, successfulData(payout, receiptUrl), now)]
    case "PAYOUT_FAILED":
      return [announced(payout, name, failedData(payout, payout.transactionHash), now)]
    case "PAYOUT_REFUNDED":
      // What came back while the asset was on its way to the wallet, which it then did not reach.
      if (fact.on === "restoreRefused") {
        return fact.reversals.map((reversal) =>
          announced(payout, name, reversedData(payout, reversal, null), now, `/${reversal.returnId.toUpperCase()}`)
        )
      }
      return [announced(payout, name, refundedData(payout, fact, now), now, pixPaymentKey(fact))]
  }
}

const refundedData = (payout: Payout, fact: PayoutFact, now: number) => {
  // What the operator had given back before is what this reversal gives back.
  if (fact.on === "reversed") return reversedData(payout, fact.reversal, payout.manualRefund)
  if (!("refund" in fact)) throw new Error(`${fact.on} refunds nothing`)
  const { refund } = fact
  const transaction = "proof" in fact ? fact.proof : null
  if (refund.reversal !== null) return reversedData(payout, refund.reversal, transaction)
  return manualRefundData(payout, refund, transaction, now)
}

const askOf = (ask: PayoutAsk, taken: PayoutRow): Pick<ChangeSet, "writes"> => {
  const { after, before, fact, now } = taken
  if (ask === "review") return changeSet({ writes: [pixPaymentReview(taken)] })
  if (ask === "pay") {
    const order = {
      kind: "pixPayment",
      paymentId: after.id,
      value: after.value,
      destination: after.destination
    } as const
    return plan({ ...of(after, now), purpose: "pix", order, cents: after.value })
  }
  const back = backBy(ask, before, fact)
  if (back === undefined) throw new Error(`${fact.on} gives nothing back`)
  const { about, cents, purpose, units } = back
  const order = { kind: "delivery", asset: after.asset, ...refundPlace(after, purpose), units } as const
  return plan({ ...of(after, now), purpose, about, order, cents })
}

const of = ({ id, owner }: Payout, at: number): Pick<Plan, "at" | "owner" | "subject" | "subjectKind"> => ({
  owner,
  subjectKind: "payout",
  subject: id,
  at
})

/** What a fact gives back of a payout; undefined for what begins nothing. */
const backBy = (ask: PayoutAsk, payout: Payout, fact: PayoutFact): GivenBack | undefined => {
  if (ask === "restore") return restoring(payout, payout, payout.address)
  if (ask === "refundReversal" && fact.on === "reversed") return givingBack(payout, fact.reversal, payout.address)
  if (ask !== "refund" || fact.on !== "refundOrdered") return undefined
  const { address } = refundPlace(payout, "refund")
  return ordered(payout, payout, { refundId: fact.refundId, address }, payout.value)
}

// What the movements of a payout mean for it: its debit, its PIX with what came back of it, and what is given back.

/** Facts about payouts, decided with their account and with where the receipt of their PIX can be had. */
export const payoutFacts = factsAbout(
  Payouts,
  Effect.fnUntraced(function*(before: Stored<Payout>, fact: PayoutFact, now: number) {
    const account = Option.getOrThrow(yield* get(Accounts, before.value.owner)).value
    return decidePayout(before, { account, receiptUrl: yield* receiptUrl(before.value.id, now) }, fact, now)
  })
)

/** What a movement means for its payout. */
export const hearPayout: Hear<ReceiptLinks> = (news, now) =>
  payoutFacts.changes(
    news.movement.subject,
    () => Effect.map(reversalsFor(news), (reversals) => factOf(news, reversals)),
    now
  )

/** What the news of a movement means for its payout; `reversals` are those of its PIX. */
export const factOf = (news: MovementNews, reversals: ReadonlyArray<Reversal>): PayoutFact | undefined => {
  if (news.movement.purpose !== "debit") return pixPaymentFactOf(news, reversals)
  switch (news.on) {
    case "moved":
      return { on: "debited", transactionHash: evidenceOf(news.receipt) ?? "" }
    case "refused":
      return { on: "debitRefused", reason: news.reason }
    case "doubted":
      return { on: "doubted" }
    case "prepared":
    case "reversed":
      return undefined
  }
}
