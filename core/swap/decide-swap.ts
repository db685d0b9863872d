// One fact about a swap, decided: the table of legs says what becomes of the leg, that of swaps what becomes of the swap, and
// this turns both into a change set. Pure. Ids of entries are made of the leg, so that each is booked once.
import { type Posting, entry } from "../ledger/journal.ts"
import * as templates from "../ledger/swap-templates.ts"
import { passed } from "../machine/history.ts"
import { type Move, step } from "../machine/machine.ts"
import { type Sats, zero } from "../money/units.ts"
import { type Stored, insert, replace } from "../ports/records.ts"
import { type ChangeSet, type Write, changeSet } from "../ports/store.ts"
import { Reviews, review } from "../review/review.ts"
import { type LegNumber, type Swap, type SwapError, type SwapLeg, Swaps } from "./swap.ts"
import { type SwapLegTrigger, swapLegStates } from "./swap-leg.states.ts"
import { swapStates } from "./swap.states.ts"

/** What is learned of a leg: the parts of it that the fact fills. */
export type LegEvidence = Partial<
  Pick<SwapLeg, "originTxHash" | "destinationTxHash" | "actualAmountOut" | "swapRequestId" | "feeSats">
>

/** What can be learned about a swap. */
export type SwapFact =
  | { readonly on: "claimed" }
  | {
    readonly on: "legSubmitted"
    readonly leg: LegNumber
    /** Leg 0: what the pool has to give. */
    readonly poolMinimum?: Sats
    /** Leg 3: the invoice, and the satoshis that it asks for. */
    readonly invoice?: { readonly bolt11: string; readonly sats: Sats }
  }
  | { readonly on: "legConfirmed"; readonly leg: LegNumber; readonly evidence: LegEvidence }
  | { readonly on: "legRefused"; readonly leg: LegNumber; readonly reason: string; readonly error: SwapError }
  | { readonly on: "legDoubted"; readonly leg: LegNumber }
  | { readonly on: "expired" }
  | { readonly on: "stopped"; readonly error: SwapError }

/** What follows from a fact: a change set to commit, or nothing for a duplicate or stale one. */
export type SwapDecision =
  | { readonly _tag: "Changed"; readonly swap: Swap; readonly changes: ChangeSet }
  | { readonly _tag: "Ignored" }
  | { readonly _tag: "Alarmed"; readonly changes: ChangeSet }

const legTriggers = {
  legSubmitted: "submitted",
  legConfirmed: "confirmed",
  legRefused: "refused",
  legDoubted: "doubted"
} as const satisfies Partial<Readonly<Record<SwapFact["on"], SwapLegTrigger>>>

const hasMoved = ({ state }: SwapLeg): boolean => state !== "PENDING" && state !== "FAILED"

/** Decides a fact about a swap at an instant (Unix milliseconds). */
export const decideSwap = (before: Stored<Swap>, fact: SwapFact, now: number): SwapDecision => {
  const given = before.value
  const leg = "leg" in fact ? fact.leg : undefined
  const taken = step(swapStates, given.state, fact.on, {
    leg,
    isLastLeg: leg === given.legs.length - 1,
    nothingMoved: !given.legs.some(hasMoved)
  })
  const moved = taken._tag === "Taken" ? legAfter(given, fact, now) : undefined
  if (taken._tag === "Ignored" || moved === "Ignored") return { _tag: "Ignored" }
  if (taken._tag !== "Taken" || moved === "Alarmed") return { _tag: "Alarmed", changes: alarm(given, fact, now) }
  const after = evolve(given, fact, { state: taken.to, leg: moved?.leg, now })
  const swap = passed(after, taken, now, proofOf(fact))
  return {
    _tag: "Changed",
    swap,
    changes: changeSet({
      moves: moved === undefined ? [taken] : [taken, moved.taken],
      writes: [
        replace(Swaps, before, swap),
        ...taken.ask.map(() => reviewOf(swap, `stranded: ${swap.error ?? fact.on}`, fact, now))
      ],
      entries: taken.post.map((template) =>
        entry({
          id: `${swap.id}/${template}`,
          template,
          source: swap.id,
          owner: swap.owner,
          at: now,
          postings: postingsOf(template, swap)
        })
      )
    })
  }
}

// What becomes of the leg that the fact is about; undefined for a fact about the swap itself.
const legAfter = (
  swap: Swap,
  fact: SwapFact,
  now: number
): { readonly leg: SwapLeg; readonly taken: Move } | undefined | "Ignored" | "Alarmed" => {
  if (!("leg" in fact)) return undefined
  const leg = swap.legs[fact.leg]
  const isNext = fact.leg === 0 || swap.legs[fact.leg - 1]?.state === "CONFIRMED"
  if (leg === undefined || !isNext) return "Alarmed"
  const taken = step(swapLegStates, leg.state, legTriggers[fact.on], {})
  switch (taken._tag) {
    case "Ignored":
      return "Ignored"
    case "Rejected":
    case "Alarmed":
      return "Alarmed"
    case "Taken":
      return { leg: legWith({ ...leg, state: taken.to }, fact, now), taken }
  }
}

const legWith = (leg: SwapLeg, fact: Extract<SwapFact, { readonly leg: LegNumber }>, now: number): SwapLeg => {
  switch (fact.on) {
    case "legSubmitted":
      return {
        ...leg,
        submittedAt: now,
        bolt11: fact.invoice?.bolt11 ?? null,
        actualAmountOut: fact.invoice?.sats ?? null
      }
    case "legConfirmed":
      return { ...leg, ...fact.evidence }
    case "legRefused":
      return { ...leg, error: fact.error, refusal: fact.reason }
    case "legDoubted":
      return { ...leg, checks: leg.checks + 1 }
  }
}

interface After {
  readonly state: Swap["state"]
  readonly leg: SwapLeg | undefined
  readonly now: number
}

const evolve = (swap: Swap, fact: SwapFact, { leg, now, state }: After): Swap => {
  const legs = leg === undefined || !("leg" in fact)
    ? swap.legs
    : swap.legs.map((each, number) => number === fact.leg ? leg : each)
  const next: Swap = { ...swap, state, legs, updatedAt: now }
  switch (fact.on) {
    case "legSubmitted":
      return { ...next, poolMinimum: fact.poolMinimum ?? swap.poolMinimum }
    case "legRefused":
    case "stopped":
      return { ...next, error: fact.error }
    case "expired":
      return { ...next, error: "AUTHORIZATION_EXPIRED" }
    case "claimed":
    case "legConfirmed":
    case "legDoubted":
      return next
  }
}

/** The satoshis that the pool gave; zero before. */
export const outputOf = (swap: Swap): Sats => swap.legs[1]?.actualAmountOut ?? zero("BTC")

const postingsOf = (template: keyof typeof templates, swap: Swap): ReadonlyArray<Posting> => {
  switch (template) {
    case "swapReceived":
      return templates.swapReceived(swap.owner, swap.units)
    case "swapExchanged":
      return templates.swapExchanged(swap.owner, swap.units, outputOf(swap))
    case "swapDelivered":
      return templates.swapDelivered(swap.owner, outputOf(swap))
  }
}

// What proves a fact to whoever asks later.
const proofOf = (fact: SwapFact): string | null => {
  switch (fact.on) {
    case "legConfirmed":
      return `leg ${fact.leg}: ${fact.evidence.destinationTxHash ?? fact.evidence.originTxHash ?? "no hash told"}`
    case "legRefused":
      return `leg ${fact.leg}: ${fact.reason}`
    case "legSubmitted":
    case "legDoubted":
      return `leg ${fact.leg}`
    case "stopped":
      return fact.error
    case "claimed":
    case "expired":
      return null
  }
}

const keyOf = (fact: SwapFact): string => "leg" in fact ? `${fact.on} ${fact.leg}` : fact.on

const reviewOf = (swap: Swap, reason: string, fact: SwapFact, now: number): Write =>
  insert(
    Reviews,
    review({
      owner: swap.owner,
      subject: swap.id,
      reason,
      evidence: "reason" in fact ? `${keyOf(fact)}: ${fact.reason}` : keyOf(fact),
      createdAt: now
    })
  )

// An impossible fact changes nothing but the operator's list.
const alarm = (swap: Swap, fact: SwapFact, now: number): ChangeSet =>
  changeSet({ writes: [reviewOf(swap, `impossible ${keyOf(fact)} in ${swap.state}`, fact, now)] })
