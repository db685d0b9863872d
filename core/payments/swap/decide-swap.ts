// What becomes of a swap by one fact about it: record and journal. Pure; the table in `swap.states.ts` decides. Ids of entries
// are made of the swap and the entry, so that each is booked once.
import { evidenceOf } from "../movement/order.ts"
import { Effect, Option } from "effect"
import { type Proof, type Reason, because, noProof, provedBy } from "../../base/reason/reason.ts"
import { type Taken, decideBy, factsAbout, reviewOf } from "../../engine/event/book-fact.ts"
import { type Posting, entry } from "../../engine/ledger/journal.ts"
import * as templates from "../../engine/ledger/swap-templates.ts"
import { type Sats, zero } from "../../base/money/units.ts"
import type { Hear, MovementNews } from "../movement/news.ts"
import { type Stored, get, replace } from "../../engine/store/records.ts"
import { swapStates } from "./swap.states.ts"
import {
  type LegNumber,
  type Swap,
  SwapAuthorizations,
  type SwapError,
  Swaps,
  legPurpose,
  legsTo,
  wiped
} from "./swap.ts"

/** What can be learned about a swap. */
export type SwapFact =
  | { readonly on: "claimed" | "expired" }
  | {
    readonly on: "legSubmitted"
    readonly leg: LegNumber
    /** Leg 0: what the pool has to give. */
    readonly poolMinimum?: Sats
    readonly poolMaximum?: Sats
  }
  | {
    readonly on: "legConfirmed"
    readonly leg: LegNumber
    /** The id that proves it, and for leg 1 the satoshis that the pool gave. */
    readonly proof: string | null
    readonly output?: Sats
  }
  | { readonly on: "legRefused"; readonly leg: LegNumber; readonly reason: Reason }
  | { readonly on: "legDoubted"; readonly leg: LegNumber }
  | { readonly on: "stopped"; readonly error: SwapError }

type SwapPost = keyof typeof templates

/** Why a leg that was refused ends its swap. */
export const errorOf = (leg: number): SwapError => leg === 3 ? "LIGHTNING_FAILED" : "TRANSFER_REFUSED"

const guardFacts = ({ confirmedLegs, network, poolMinimum }: Swap, fact: SwapFact) => {
  const leg = "leg" in fact ? fact.leg : undefined
  return {
    leg,
    isLastLeg: leg === legsTo(network).length - 1,
    isNext: leg === confirmedLegs,
    nothingMoved: poolMinimum === null && !(fact.on === "stopped" && fact.error === "OUTCOME_UNKNOWN")
  }
}

const evolve = (before: Swap, fact: SwapFact, _: unknown, now: number): Swap => {
  const swap: Swap = { ...before, doubtedAt: null }
  switch (fact.on) {
    case "claimed":
      return swap
    case "legSubmitted":
      return {
        ...swap,
        poolMinimum: fact.poolMinimum ?? swap.poolMinimum,
        poolMaximum: fact.poolMaximum ?? swap.poolMaximum,
        checks: 0
      }
    case "legConfirmed":
      return {
        ...swap,
        confirmedLegs: fact.leg + 1,
        originTxHash: fact.leg === 0 ? fact.proof : swap.originTxHash,
        output: fact.output ?? swap.output
      }
    case "legRefused":
      return { ...swap, error: errorOf(fact.leg) }
    case "legDoubted":
      return { ...swap, doubtedAt: before.doubtedAt ?? now, checks: swap.checks + 1 }
    case "stopped":
      return { ...swap, error: fact.error }
    case "expired":
      return { ...swap, error: "AUTHORIZATION_EXPIRED" }
  }
}

const postingsOf = (template: SwapPost, { output, owner, units }: Swap): ReadonlyArray<Posting> => {
  const sats = output ?? zero("BTC")
  switch (template) {
    case "swapReceived":
      return templates.swapReceived(owner, units)
    case "swapExchanged":
      return templates.swapExchanged(owner, units, sats)
    case "swapDelivered":
      return templates.swapDelivered(owner, sats)
  }
}

// What proves a fact to whoever asks later.
const proofOf = (fact: SwapFact): Proof => {
  switch (fact.on) {
    case "legConfirmed":
      return { leg: fact.leg, evidence: fact.proof }
    case "legRefused":
      return { leg: fact.leg, ...because(fact.reason) }
    case "legSubmitted":
    case "legDoubted":
      return { leg: fact.leg, ...noProof }
    case "stopped":
      return provedBy(fact.error)
    case "claimed":
    case "expired":
      return noProof
  }
}

const following = ({ after, ask, fact, now, post }: Taken<Swap, SwapFact, SwapPost, never, "review">) => ({
  writes: ask.map(() =>
    reviewOf(after, { code: "stranded", on: fact.on, error: after.error ?? fact.on, ...proofOf(fact) }, now)
  ),
  entries: post.map((template) => {
    const { id, owner } = after
    return entry({
      id: `${id}/${template}`,
      template,
      source: id,
      owner,
      at: now,
      postings: postingsOf(template, after)
    })
  })
})

/** Decides a fact about a swap at an instant (Unix milliseconds). */
export const decideSwap = decideBy({
  machine: swapStates,
  kind: Swaps,
  guardFacts,
  keyOf: (fact: SwapFact) => "leg" in fact ? String(fact.leg) : "",
  evolve,
  proofOf,
  follows: following
})

// Brings facts about a swap into the books: its own, and what the movements of its legs mean for it.

/**
 * Facts about swaps. Where the fact uses the authorization up, or makes it void, the sealed seed is wiped in the same commit:
 * with the first leg, and with every end before it (0102).
 */
export const swapFacts = factsAbout(
  Swaps,
  Effect.fnUntraced(function*(before: Stored<Swap>, fact: SwapFact, now: number) {
    const decision = decideSwap(before, fact, now)
    if (decision._tag !== "Changed" || !endsAuthorization(fact)) return decision
    const authorization = Option.getOrThrow(yield* get(SwapAuthorizations, before.value.id))
    if (authorization.value.sealed === null) return decision
    const wipe = replace(SwapAuthorizations, authorization, wiped(authorization.value, now))
    return { ...decision, changes: { ...decision.changes, writes: [...decision.changes.writes, wipe] } }
  })
)

const endsAuthorization = (fact: SwapFact): boolean =>
  fact.on === "expired" || fact.on === "stopped" || fact.on === "legSubmitted" && fact.leg === 0

/** What the movement of a leg means for its swap. */
export const hearSwap: Hear = (news, now) => {
  const leg = legsTo("lightning").find((each) => legPurpose(each) === news.movement.purpose)
  const fact = leg === undefined ? undefined : factOf(news, leg)
  return fact === undefined ? Effect.undefined : swapFacts.changes(news.movement.subject, fact, now)
}

const factOf = (news: MovementNews, leg: LegNumber): SwapFact | undefined => {
  switch (news.on) {
    case "moved": {
      const { receipt } = news
      const output = receipt.kind === "poolSwap" ? { output: receipt.sats } : {}
      return { on: "legConfirmed", leg, proof: evidenceOf(receipt), ...output }
    }
    case "refused":
      return { on: "legRefused", leg, reason: news.reason }
    case "doubted":
      return { on: "legDoubted", leg }
    case "prepared":
    case "reversed":
      return undefined
  }
}
