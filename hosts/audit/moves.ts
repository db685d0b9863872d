// What an entry moves, in words that two equal entries share: the audit compares entries by these.
import type { EntryRow } from "./plane.ts"

/** Moves of an entry: account, asset and amount (smallest units, debit positive). */
export type Moves = ReadonlyArray<readonly [account: string, asset: string, amount: bigint]>

export const inWords = (moves: Moves): string =>
  moves.filter(([, , amount]) => amount !== 0n)
    .map(([account, asset, amount]) => `${account} ${amount > 0n ? "+" : ""}${amount} ${asset}`).toSorted().join("; ")
  || "no postings"

/** What an entry moved. */
export const movedBy = (entry: EntryRow): string =>
  inWords(
    entry.postings.map(({ account, amount, asset }) => [account, asset, /^-?\d+$/.test(amount) ? BigInt(amount) : 0n])
  )

/** An amount of one asset from the credited account to the debited one. */
export const moved = (asset: string, units: bigint, debit: string, credit: string): Moves => [
  [debit, asset, units],
  [credit, asset, -units]
]

/** The same for cents, in words. */
export const brl = (cents: bigint, debit: string, credit: string): string => inWords(moved("BRL", cents, debit, credit))

/** The last part of an entry's id: the id of the fact that it books. */
export const factOf = (entry: EntryRow): string => entry.id.slice(entry.id.lastIndexOf("/") + 1)

/** What an entry puts on the debit side of an asset, smallest units. */
export const debited = (entry: EntryRow, asset: string): bigint =>
  entry.postings.reduce(
    (sum, posting) => posting.asset === asset && /^[1-9]\d*$/.test(posting.amount) ? sum + BigInt(posting.amount) : sum,
    0n
  )
