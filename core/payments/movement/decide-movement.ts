// What becomes of a movement by a fact about it. Pure; the table in `movement.states.ts` decides.
import { type Proof, type Reason, because, noProof, provedBy } from "../../base/reason/reason.ts"
import { type Decided, decideBy, reviewOf } from "../../engine/event/book-fact.ts"
import { type Entry, type Posting, entry } from "../../engine/ledger/journal.ts"
import {
  type FloatPlace,
  excessLost,
  floatReleased,
  floatReserved,
  floatSpent,
  movedLess,
  movedMore,
  railFeePaid
} from "../../engine/ledger/movement-templates.ts"
import type { Passage } from "../../engine/machine/machine.ts"
import type { AssetCode } from "../../base/money/assets.ts"
import { type Cents, add, zero } from "../../base/money/units.ts"
import type { Stored } from "../../engine/store/records.ts"
import { type Write, changeSet } from "../../engine/store/store.ts"
import { type MovementGuardFacts, movementStates } from "./movement.states.ts"
import { type Movement, Movements, type Plan, attemptAfter, isRetriable, orderedOf, plan } from "./movement.ts"
import { type MovementReceipt, evidenceOf } from "./order.ts"

// What a movement's own change means for the books: what it keeps from a float or gives back, and what the PIX provider took for
// it. What it means for its record is that record's entries.

/** The entries of a change, at an instant (Unix milliseconds). */
const movementEntries = (before: Movement, after: Movement, version: number, now: number): ReadonlyArray<Entry> => [
  ...floatOf(before, after, version, now),
  ...costOf(before, after, now),
  ...differenceOf(before, after, now)
]

// A movement is sent several times at most, and reserved once for each time it was not.
const booked = (
  after: Movement,
  about: string,
  template: string,
  postings: ReadonlyArray<Posting>,
  at: number
): Entry =>
  entry({ id: `${after.id}/${template}${about}`, template, source: after.id, owner: after.owner, at, postings })

const reservations = { floatReserved, floatReleased, floatSpent } as const

/** What a movement takes from a float of ours; undefined for one that takes nothing from any. */
export const takenBy = ({ order }: Pick<Movement, "order">): Taking | undefined => {
  // Routing may take as much as it is allowed to.
  if (order.kind === "lightningPayment") {
    return { asset: "BTC", place: "lightning", units: order.sats + order.maximumFee }
  }
  const ordered = orderedOf({ order })
  return ordered && { ...ordered, place: order.kind === "delivery" ? order.network : "pix" }
}

/** Smallest units of an asset at a place. */
export interface Taking {
  readonly asset: AssetCode
  readonly place: FloatPlace
  readonly units: bigint
}

const floatOf = (before: Movement, after: Movement, version: number, now: number): ReadonlyArray<Entry> => {
  const taken = takenBy(after)
  if (taken === undefined || before.reserved === after.reserved) return []
  const name = after.reserved === true ? "floatReserved" : after.state === "DONE" ? "floatSpent" : "floatReleased"
  // It can be held, released and claimed again: each time is another entry.
  return [booked(after, `/${version}`, name, reservations[name](taken.place, taken.asset, taken.units), now)]
}

const costOf = (before: Movement, after: Movement, now: number): ReadonlyArray<Entry> => {
  const cost = pixCost(after)
  return cost === undefined || cost === 0n || pixCost(before) !== undefined
    ? []
    : [booked(after, "", "railFeePaid", railFeePaid(cost), now)]
}

// What moved beyond the order, or was missing, is not booked with the record: it is in suspense until it is known whose it is.
const differenceOf = (before: Movement, after: Movement, now: number): ReadonlyArray<Entry> => {
  const ordered = orderedOf(after)
  if (ordered === undefined || after.moved === undefined) return []
  const { asset, units } = ordered
  const more = after.moved - (before.moved ?? units)
  const lost = (after.lost ?? 0n) - (before.lost ?? 0n)
  // It can be stated anew when a part of it came back: each time is another entry.
  const about = `/${after.history?.length ?? 0}`
  return [
    ...more > 0n ? [booked(after, about, "movedMore", movedMore(after.id, asset, more), now)] : [],
    ...more < 0n ? [booked(after, about, "movedLess", movedLess(after.id, asset, -more), now)] : [],
    ...lost > 0n ? [booked(after, about, "excessLost", excessLost(after.id, asset, lost), now)] : []
  ]
}

const pixCost = ({ receipt }: Movement) =>
  receipt?.kind === "pixPayment" || receipt?.kind === "pixReturn" ? receipt.cost : undefined

/** What can be learned about a movement. */
export type MovementFact =
  | { readonly on: "prepared"; readonly with: string }
  /** `via`: the account that it is requested at. `reserves`: its units are to be kept from a float until it has an outcome. `counts`: they count against limits from now on. */
  | { readonly on: "claimed"; readonly via: string; readonly reserves?: boolean; readonly counts?: boolean }
  /** `moved`: an operator says that so much moved in all, and `lost` that so much of it does not come back. Smallest units. */
  | { readonly on: "done"; readonly receipt: MovementReceipt; readonly moved?: bigint; readonly lost?: bigint }
  /** It happened before the store was restored, which knows nothing of it. */
  | { readonly on: "found"; readonly receipt: MovementReceipt }
  | { readonly on: "held"; readonly reason: Reason; readonly counts?: boolean }
  | { readonly on: "refused" | "notPrepared" | "withdrawn"; readonly reason: Reason }
  /** `detail` is what the rail says of it. */
  | { readonly on: "reversed"; readonly returnId: string; readonly value: Cents; readonly detail: string | null }
  | { readonly on: "doubted" | "cancelled" | "neverSent" | "retried" }

const evolve = (
  movement: Movement,
  fact: MovementFact,
  { to }: { readonly to: Movement["state"] },
  now: number
): Movement => {
  switch (fact.on) {
    case "prepared":
      return { ...movement, prepared: fact.with }
    case "claimed":
      return {
        ...movement,
        ...(fact.reserves === true ? { reserved: true } : {}),
        ...countedBy(fact),
        via: fact.via,
        sendings: movement.sendings + 1,
        sentAt: now,
        reason: null
      }
    case "found":
    case "done":
      // What is known stays; a person looks at what contradicts it.
      return proofIn(movement, fact) === "other"
        ? movement
        : { ...unreserved(movement), ...movedBy(fact), receipt: withCost(movement, fact.receipt), doubtedAt: null }
    case "reversed": {
      const { detail, returnId, value } = fact
      return { ...movement, reversals: [...movement.reversals, { returnId, value, reason: detail, at: now }] }
    }
    case "refused":
    case "notPrepared":
    case "withdrawn":
      return { ...unreserved(movement), reason: fact.reason, doubtedAt: null }
    case "doubted":
      return { ...movement, doubtedAt: movement.doubtedAt ?? now }
    case "held": {
      // It was not sent this time: what counts is what was sent before.
      const sendings = movement.state === "SENDING" ? movement.sendings - 1 : movement.sendings
      const held = { ...withoutEqualTry(movement, fact.reason), ...countedBy(fact), reason: fact.reason, sendings }
      if (sendings > 0) return held
      // What is there stays reserved for it: it is tried again, and each try would be two entries of the journal.
      const reserving = isShort(fact.reason) ? unreserved(held) : held
      // It was requested nowhere, so any account may do it; only a return is bound to the account of its charge.
      return { ...reserving, sentAt: null, via: movement.order.kind === "pixReturn" ? movement.via : null }
    }
    case "cancelled":
      return to === "CANCELLED" ? unreserved(movement) : movement
    case "retried":
      return movement
    case "neverSent":
      return { ...unreserved(movement), doubtedAt: null }
  }
}

const countedBy = ({ counts = false }: { readonly counts?: boolean }): Pick<Movement, "counted"> =>
  counts ? { counted: true } : {}

const movedBy = (fact: MovementFact): Pick<Movement, "lost" | "moved"> => ({
  ...fact.on === "done" && fact.moved !== undefined ? { moved: fact.moved } : {},
  ...fact.on === "done" && fact.lost !== undefined ? { lost: fact.lost } : {}
})

/** Held because there is too little: others may be sent with what is left. */
const isShort = ({ code }: Reason): boolean => code === "float" || code === "belowLowMark"

/**
 * A movement that is held for days is tried some hundred times. Of tries that end alike the first and the last one tell everything: since when
 * and until when. `movement` has been claimed for the last one.
 */
const withoutEqualTry = (movement: Movement, { code }: Reason): Movement => {
  const { history = [] } = movement
  const isEqual = ({ on, reason }: Passage): boolean => on === "held" && reason?.code === code
  const [first, claim, previous, last] = history.slice(-4)
  return first !== undefined && isEqual(first) && claim?.on === "claimed" && previous !== undefined &&
      isEqual(previous) &&
      last?.on === "claimed"
    ? { ...movement, history: [...history.slice(0, -3), last] }
    : movement
}

const unreserved = ({ reserved: _, ...movement }: Movement): Movement => movement

// Who tells of it a second time may not know what it cost.
const withCost = ({ receipt }: Movement, told: MovementReceipt): MovementReceipt => {
  const known = receipt !== null && "cost" in receipt ? receipt : undefined
  return known === undefined || "cost" in told ? told : { ...known, ...told } as MovementReceipt
}

const proofIn = ({ receipt }: Movement, fact: MovementFact): MovementGuardFacts["proof"] => {
  const told = fact.on === "done" || fact.on === "found" ? evidenceOf(fact.receipt) : null
  if (told === null || receipt === null) return "known"
  const known = evidenceOf(receipt)
  return known === null ? "new" : known.toUpperCase() === told.toUpperCase() ? "known" : "other"
}

const sameReturn = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase()

/** What came back of a movement so far, in cents. */
export const returnedOf = ({ reversals }: Pick<Movement, "reversals">): Cents =>
  reversals.reduce((sum, { value }) => add(sum, value), zero("BRL"))

/** Whether a return is new, and no more than what had not come back yet. */
export const returnFits = (movement: Movement, fact: MovementFact): boolean =>
  fact.on === "reversed" && movement.order.kind === "pixPayment" && fact.value > 0n &&
  !movement.reversals.some(({ returnId }) => sameReturn(returnId, fact.returnId)) &&
  add(returnedOf(movement), fact.value) <= movement.order.value

/** Whether a return was counted before, with the same value. */
const isCounted = ({ reversals }: Movement, fact: MovementFact): boolean =>
  fact.on === "reversed" &&
  reversals.some(({ returnId, value }) => sameReturn(returnId, fact.returnId) && value === fact.value)

/** Decides a fact about a movement at an instant of the store's time (Unix milliseconds). */
export const decideMovement = (before: Stored<Movement>, fact: MovementFact, now: number): Decided<Movement> =>
  isCounted(before.value, fact) ? { _tag: "Ignored" } : decide(before, fact, now)

const decide = decideBy({
  machine: movementStates,
  kind: Movements,
  guardFacts: (movement: Movement, fact: MovementFact) => ({
    wasSent: movement.sentAt !== null,
    wasPrepared: movement.prepared !== null,
    proof: proofIn(movement, fact),
    restates: fact.on === "done" && movement.state === "DONE" && fact.moved !== undefined,
    fits: returnFits(movement, fact),
    isRetriable: isRetriable(movement)
  }),
  keyOf: (fact: MovementFact, { id }) => fact.on === "reversed" ? `${id}/${fact.returnId.toUpperCase()}` : id,
  // Whoever looks at the record has to see it.
  subjectOf: ({ subject }) => subject,
  evolve,
  proofOf: (fact: MovementFact): Proof => {
    if (fact.on === "done" || fact.on === "found") return provedBy(evidenceOf(fact.receipt))
    if (fact.on === "reversed") return provedBy(fact.returnId)
    if (fact.on === "prepared") return provedBy(fact.with)
    return "reason" in fact ? because(fact.reason) : noProof
  },
  follows: ({ after, ask, before, fact, now, version }) => {
    const { writes } = ask.includes("next") ? plan(nextOf(before, now)) : changeSet({})
    const reviews = ask.includes("review") ? [reviewOfSettled(before, fact, now)] : []
    return { entries: movementEntries(before, after, version, now), writes: [...reviews, ...writes] }
  }
})

/** The attempt after one that was refused. */
const nextOf = (movement: Movement, at: number): Plan => {
  const { cents, order, owner, purpose, subject, subjectKind, via } = movement
  const about = attemptAfter(movement)
  // Only where the first had to be asked of one account does this one have to.
  const bound = order.kind === "pixReturn" ? { via } : {}
  return { owner, subjectKind, subject, purpose, order, cents: cents ?? undefined, about, at, ...bound }
}

const reviewOfSettled = (before: Movement, fact: MovementFact, now: number): Write => {
  const about = { id: before.subject, owner: before.owner }
  const proof = fact.on === "done" ? evidenceOf(fact.receipt) : null
  return reviewOf(
    about,
    before.state === "REFUSED"
      ? { code: "settledAfterRefusal", movementId: before.id, proof }
      : { code: "settledAgain", movementId: before.id, proof, before: evidenceOf(before.receipt) },
    now
  )
}
