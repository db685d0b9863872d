// A seal: one link of the hash chain over the journal. Its number is its id, so of two processes one makes it; the seal
// covers every entry above the place where the one before ends, up to and with its own last place.
import { Schema } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { type JournalEntry, chainStart, linkHash } from "../ledger/journal-chain.ts"
import { recordKind } from "../store/records.ts"
import { noPersonalData } from "../store/personal.ts"

export const Seal = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  /** From 1, without gaps. */
  number: Schema.Int,
  /** Places of the first and the last entry in the journal. */
  first: Schema.BigInt,
  last: Schema.BigInt,
  entries: Schema.Int,
  previous: Schema.String,
  hash: Schema.String,
  /** Unix milliseconds. */
  sealedAt: Schema.Int
})
export type Seal = typeof Seal.Type

export const Seals = recordKind({
  kind: "seal",
  schema: Seal,
  personal: noPersonalData("hashes of the journal"),
  lists: { all: () => "all" }
})

/** An entry with its place in the journal. */
interface PlacedEntry extends JournalEntry {
  readonly place: bigint
}

/** The seal that comes after another one; undefined when there is nothing to seal. */
export const nextSeal = (
  before: Seal | undefined,
  entries: ReadonlyArray<PlacedEntry>,
  sealedAt: number
): Seal | undefined => {
  const [first, last] = [entries[0], entries.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const link = { number: (before?.number ?? 0) + 1, previous: before?.hash ?? chainStart }
  return {
    id: String(link.number),
    owner: operatorOwner,
    number: link.number,
    first: first.place,
    last: last.place,
    entries: entries.length,
    previous: link.previous,
    hash: linkHash(link, entries),
    sealedAt
  }
}
