// A PIX on a charge has settled. The first one that pays the charge funds the deposit (a late one at the current price, C8);
// any other, and what is above the charge, goes back (C41, C45). Value and time are the rail's (C48). The same end-to-end id is the same PIX, however often and however concurrently it comes.
import { Clock, Effect, Option } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { earlyReturns } from "../../engine/event/fact-trace.ts"
import { entry } from "../../engine/ledger/journal.ts"
import { receivingFeePaid } from "../../engine/ledger/templates.ts"
import { customerRate } from "../../ports/rate-spreads.ts"
import type { ProviderFact } from "../../ports/provider-fact.ts"
import { type Stored, get, replace } from "../../engine/store/records.ts"
import { Store, type Write, changeSet } from "../../engine/store/store.ts"
import { type Deposit, type PixReceipt, PixReceipts } from "./deposit.ts"
import { depositFacts, depositOfTicket, raiseClaimedTwice } from "./hear-deposit.ts"
import { railReturns } from "./admit-deposit.ts"
import { unclaimed } from "./unclaimed-pix.ts"
import { type Cents, compare, subtract, zero } from "../../base/money/units.ts"
import type { PaymentReceived } from "./deposit.states.ts"

export interface SettleDeposit {
  readonly fact: Extract<ProviderFact, { readonly _tag: "ChargePaid" }>
  /** Who vouches for it: a key owner settling his own sandbox charge, or no one when the provider signed. */
  readonly caller?: Caller | undefined
  /** What is written in the commit that books it. */
  readonly trace?: ReadonlyArray<Write>
}

/** Books the PIX. A ticket that is unknown, or not the caller's, is not found. */
export const settleDeposit = Effect.fnUntraced(function*({ caller, fact, trace = [] }: SettleDeposit) {
  const found = yield* depositOfTicket(fact.trackId, caller, unclaimed(fact))
  const deposit = found.value
  const outcome = yield* depositFacts.book(deposit.id, (current) => newPix(current, fact), { writes: trace }, found)
  if (outcome === "Booked" || outcome === "Alarmed") return outcome
  // Asked after the commit was refused or not needed, so that two claims at once are seen as well.
  const receipt = Option.getOrUndefined(yield* receiptOf(fact))
  const about = { owner: deposit.owner, depositId: deposit.id }
  if (receipt === undefined) return outcome
  if (receipt.value.depositId !== deposit.id) {
    yield* raiseClaimedTwice(about, fact.endToEndId)
    return "Alarmed" as const
  }
  if (fact.cost !== undefined && receipt.value.cost === undefined) yield* bookReceivingFee(receipt, fact.cost)
  return "Known" as const
})

const receiptOf = ({ endToEndId }: SettleDeposit["fact"]) => get(PixReceipts, endToEndId.toUpperCase())

// The provider said only later what it took for a PIX that is on record.
const bookReceivingFee = Effect.fnUntraced(function*(receipt: Stored<PixReceipt>, cost: Cents) {
  const { depositId, id, owner } = receipt.value
  const booked = entry({
    id: `${depositId}/receivingFeePaid/${id}`,
    template: "receivingFeePaid",
    source: depositId,
    owner,
    at: yield* Clock.currentTimeMillis,
    postings: receivingFeePaid(cost)
  })
  const writes = [replace(PixReceipts, receipt, { ...receipt.value, cost })]
  yield* Store.use((store) => store.commit(changeSet({ writes, entries: cost === 0n ? [] : [booked] }))).pipe(
    // Another report said so at the same moment.
    Effect.catchTag("VersionConflict", () => Effect.void)
  )
})

const newPix = (deposit: Deposit, fact: SettleDeposit["fact"]) =>
  Effect.flatMap(receiptOf(fact), (known) => {
    const isOld = Option.isSome(known) || (fact.isMadeUp === true && deposit.endToEndId !== null)
    return isOld ? Effect.undefined : pixSettled(deposit, fact)
  })

const pixSettled = Effect.fnUntraced(function*(deposit: Deposit, { endToEndId, payer, ...pix }: SettleDeposit["fact"]) {
  // Where the rail does not say when, the data store's time counts: processes disagree about theirs.
  const paidAt = pix.paidAt ?? (yield* Store.use((store) => store.now))
  const received = paymentReceived({ ...deposit, isFunded: deposit.endToEndId !== null }, pix, paidAt)
  const early = yield* earlyReturns(endToEndId)
  const value = pix.value ?? deposit.value
  const settled = {
    on: "pixSettled",
    endToEndId,
    payer,
    value,
    paidAt,
    ...pix.cost === undefined ? {} : { cost: pix.cost },
    received,
    isReturnedEarly: early.length > 0,
    railReturns: yield* railReturns
  } as const
  if (received._tag !== "Funds" || !received.isLate) return settled
  const rateNow = yield* customerRate(deposit.delivers, "buys").pipe(
    Effect.catchTag("RateUnavailable", () => Effect.fail(upstreamAway("The price source")))
  )
  return { ...settled, rateNow }
})

// What a PIX on a charge does to its deposit, by what was paid and when. Invariant: what funds the deposit and what goes back
// to the payer add up to what was paid.

/** What is known of the charge. */
export interface ChargeOpen {
  readonly value: Cents
  readonly expiresAt: number
  /** Whether a PIX has already funded the deposit. */
  readonly isFunded: boolean
}

/** What is known of the PIX; `value` null means the value of the charge. */
export interface PixReceived {
  readonly value: Cents | null
  /** When the rail settled it; null where the rail does not say. */
  readonly paidAt: number | null
}

/**
 * Decides a PIX on a charge. It is late when the rail settled it at or after `expiresAt`; where the rail does not say when,
 * `now` counts, the instant at which we learned of it.
 */
export const paymentReceived = (charge: ChargeOpen, pix: PixReceived, now: number): PaymentReceived => {
  const paid = pix.value ?? charge.value
  if (charge.isFunded) return { _tag: "Surplus", returned: paid }
  if (compare(paid, charge.value) < 0) return { _tag: "Partial", returned: paid }
  return {
    _tag: "Funds",
    surplus: subtract(paid, charge.value) ?? zero("BRL"),
    isLate: (pix.paidAt ?? now) >= charge.expiresAt
  }
}
