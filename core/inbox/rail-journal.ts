// The journal against the provider's list of PIX movements. A movement has the same name on both sides; one that is in the journal and in no
// list after a day goes to the review queue (0184).
import { Effect } from "effect"
import { list } from "../engine/store/records.ts"
import type { BookedEntry } from "../engine/store/store.ts"
import { Movements } from "../payments/movement/movement.ts"
import { evidenceOf } from "../payments/movement/order.ts"
import type { ProviderFact } from "../ports/provider-fact.ts"
import type { ListedKind } from "../ports/rail-books.ts"
import type { RailComparison } from "./rail-comparison.ts"

type Unlisted = RailComparison["unlisted"][number]
type Unbooked = RailComparison["unbooked"][number]

const hour = 3_600_000
const day = 24 * hour

/** The name of a movement in the provider's list; undefined for facts that have no entry of their own. */
export const nameOfFact = (fact: ProviderFact): string | undefined => {
  if (fact._tag === "ChargePaid") return `received/${fact.endToEndId.toUpperCase()}`
  if (fact._tag === "PaymentSettled") return `sent/${fact.paymentId}`
  return fact._tag === "PixReturned" ? `returned/${fact.returnId.toUpperCase()}` : undefined
}

const kinds: Readonly<Partial<Record<string, ListedKind>>> = {
  depositReceived: "received",
  surplusReceived: "received",
  payoutSettled: "sent",
  settledAfterRestoring: "sent",
  depositReturned: "returned",
  returnedAfterDelivery: "returned",
  surplusReturned: "returned"
}

/** What an entry posts to the account at the PIX provider, in cents: positive for what came in. */
export const centsOf = ({ postings }: BookedEntry): bigint =>
  postings.reduce((sum, { account, amount }) => account === "pix-settlement" ? sum + amount : sum, 0n)

/** The movement of an entry that the provider's list must have; undefined for any other entry. */
export const movementOf = Effect.fnUntraced(function*(entry: BookedEntry, lists: ReadonlyArray<ListedKind>) {
  const { at, id, owner, source, template } = entry
  const kind = kinds[template]
  if (kind === undefined || !lists.includes(kind)) return undefined
  // The id of an entry ends in the end-to-end id or the return id; a payment has one PIX.
  const fact = id.slice(id.lastIndexOf("/") + 1)
  const named = template === "surplusReturned" ? yield* returnOfSurplus(fact) : fact
  const name = `${kind}/${kind === "sent" ? source : named}`
  const movement: Unlisted = { name, owner, subject: source, cents: centsOf(entry), at }
  return movement
})

// The entry of a surplus that went back names the PIX that came in; the return is named by its movement.
const returnOfSurplus = Effect.fnUntraced(function*(endToEndId: string) {
  const movements = yield* list(Movements, "bySubject", endToEndId, { limit: 50 })
  const done = movements.find(({ value }) => value.state === "DONE")?.value
  return evidenceOf(done?.receipt ?? null)?.toUpperCase() ?? endToEndId
})

/** The clocks of a provider and of our processes differ by less. Milliseconds. */
export const clockSlackMs = hour
/** At most so many unlisted movements are reviewed one by one. */
const mostUnlisted = 100
const mostUnbooked = 10_000

/** One run: what was read of both sides. */
export interface BothSides {
  /** Movements in the journal since the last run. */
  readonly booked: ReadonlyArray<Unlisted>
  /** Names in the provider's list. */
  readonly listed: ReadonlyArray<string>
  /** Movements of ours in that list, with when they were read. Their entries may come later in the journal. */
  readonly ours: ReadonlyArray<Unbooked>
  /** The end of the list, Unix milliseconds. */
  readonly until: number
}

export interface Compared extends Pick<RailComparison, "unlisted" | "unbooked"> {
  /** In the journal for a day, and in no list. */
  readonly missing: ReadonlyArray<Unlisted>
  /** How many unlisted movements there are beyond those that are followed. */
  readonly uncounted: number
}

/** Matches both sides. What has no match waits for a day: clocks differ, and lists are late. */
export const compared = (
  before: Pick<RailComparison, "unlisted" | "unbooked">,
  { booked, listed, ours, until }: BothSides
): Compared => {
  const isYounger = (ms: number) => ({ at }: { readonly at: number }): boolean => at >= until - ms
  const journal = new Map<string, Unlisted>()
  // A PIX of more than its charge has two entries.
  for (const each of [...before.unlisted, ...booked]) {
    journal.set(each.name, { ...each, cents: each.cents + (journal.get(each.name)?.cents ?? 0n) })
  }
  const list = new Set([...before.unbooked.map(({ name }) => name), ...listed])
  const alone = [...journal.values()].filter(({ name }) => !list.has(name))
  const waiting = alone.filter(isYounger(day))
  const due = waiting.filter((each) => !isYounger(clockSlackMs)(each))
  return {
    unlisted: [...due.slice(0, mostUnlisted), ...waiting.filter(isYounger(clockSlackMs))],
    unbooked: [...before.unbooked, ...ours]
      .filter((each) => isYounger(day)(each) && !journal.has(each.name)).slice(-mostUnbooked),
    missing: alone.filter((each) => !isYounger(day)(each)),
    uncounted: Math.max(0, due.length - mostUnlisted)
  }
}
