// The journal against the list of movements that a PIX provider gives: what both have of a movement is one name, and what the journal has and
// the list still lacks after a day is put before a person with what each side says (0184).
import type { BookedEntry } from "../ports/store.ts"
import type { ProviderFact } from "../ports/provider-fact.ts"
import type { ListedKind } from "../ports/rail-books.ts"
import type { RailComparison } from "./rail-comparison.ts"

type Unlisted = RailComparison["unlisted"][number]

const day = 86_400_000

/** What a movement of the provider's list is called here; undefined for what no entry stands for. */
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

/** An entry that the provider's list has to have; undefined for any other. */
export const listable = (
  { at, id, owner, postings, source, template }: BookedEntry,
  lists: ReadonlyArray<ListedKind>
): Unlisted | undefined => {
  const kind = kinds[template]
  if (kind === undefined || !lists.includes(kind)) return undefined
  // The end of an entry's id is the rail's id of what happened; a payment has one PIX.
  const name = `${kind}/${kind === "sent" ? source : id.slice(id.lastIndexOf("/") + 1)}`
  const cents = postings.reduce((sum, each) => each.account === "pix-settlement" ? sum + each.amount : sum, 0n)
  return { name, owner, subject: source, cents, at }
}

/** What was read for a comparison. */
export interface BothSides {
  /** Entries of the journal since the last one. */
  readonly booked: ReadonlyArray<Unlisted>
  /** The names in the provider's list. */
  readonly listed: ReadonlyArray<string>
  /** Those of them that are ours, and whose entries may come after those that were read. */
  readonly late: ReadonlyArray<string>
  /** Up to where the list was read, Unix milliseconds. */
  readonly until: number
}

export interface Compared extends Pick<RailComparison, "unlisted" | "unbooked"> {
  /** What only the journal has, though a list would have it by now. */
  readonly missing: ReadonlyArray<Unlisted>
  /** How much more only the journal has than is waited for. */
  readonly beyond: number
}

/** More than this is not waited for: a list that lacks so many is no list. */
const mostWaiting = 1_000

/** What is in both is done with. The rest waits for the other side for a day, as clocks differ and lists are late. */
export const compared = (
  before: Pick<RailComparison, "unlisted" | "unbooked">,
  { booked, late, listed, until }: BothSides
): Compared => {
  const isYoung = ({ at }: { readonly at: number }): boolean => at >= until - day
  const ours = new Map<string, Unlisted>()
  // A PIX of more than its charge has two entries.
  for (const each of [...before.unlisted, ...booked]) {
    ours.set(each.name, { ...each, cents: each.cents + (ours.get(each.name)?.cents ?? 0n) })
  }
  const theirs = new Set([...before.unbooked.map(({ name }) => name), ...listed])
  const alone = [...ours.values()].filter(({ name }) => !theirs.has(name))
  const young = alone.filter(isYoung)
  return {
    unlisted: young.slice(0, mostWaiting),
    unbooked: [...before.unbooked, ...late.map((name) => ({ name, at: until }))]
      .filter((each) => isYoung(each) && !ours.has(each.name)).slice(-mostWaiting),
    missing: alone.filter((each) => !isYoung(each)),
    beyond: Math.max(0, young.length - mostWaiting)
  }
}
