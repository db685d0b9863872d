// Double entry, per asset, in exact smallest units. An entry is a balanced set of postings made for one reason; the
// journal only grows, and a correction is another entry.
import type { AssetCode } from "../money/assets.ts"
import type { LedgerAccount } from "./chart.ts"

/** One move on one account: always positive, the side says the direction. */
export interface Posting {
  readonly account: LedgerAccount
  readonly asset: AssetCode
  readonly side: "debit" | "credit"
  readonly units: bigint
}

/** The two postings that move an amount (smallest units) from the credited account to the debited one. */
export const move = (
  asset: AssetCode,
  units: bigint,
  debit: LedgerAccount,
  credit: LedgerAccount
): ReadonlyArray<Posting> => [
  { account: debit, asset, side: "debit", units },
  { account: credit, asset, side: "credit", units }
]

/** A balanced set of postings. `source` is the record that caused it, `template` the business fact. */
export interface Entry {
  readonly id: string
  readonly template: string
  readonly source: string
  readonly owner: string
  /** Unix milliseconds. */
  readonly at: number
  readonly postings: ReadonlyArray<Posting>
}

/** Smallest units with the sign of the books: a debit counts up, a credit down. */
export const signed = (posting: Posting): bigint => posting.side === "debit" ? posting.units : -posting.units

/** Assets in which the postings do not sum to zero; an entry is sound when there are none. */
export const unbalancedAssets = (postings: ReadonlyArray<Posting>): ReadonlyArray<AssetCode> => {
  const sums = new Map<AssetCode, bigint>()
  for (const posting of postings) sums.set(posting.asset, (sums.get(posting.asset) ?? 0n) + signed(posting))
  return [...sums].filter(([, sum]) => sum !== 0n).map(([asset]) => asset)
}

const problemOf = (postings: ReadonlyArray<Posting>): string | undefined => {
  const negative = postings.find((posting) => posting.units < 0n)
  if (negative !== undefined) {
    const { account, asset, side, units } = negative
    return `has a ${side} of ${units} ${asset} on ${account}: units are never negative, the side says the direction`
  }
  const assets = unbalancedAssets(postings)
  return assets.length === 0 ? undefined : `does not balance in ${assets.join(", ")}`
}

/** Leaves out empty postings, and throws on an entry that does not balance or counts below zero: a bug, not an input. */
export const entry = (parts: Entry): Entry => {
  const postings = parts.postings.filter((posting) => posting.units !== 0n)
  const wrong = problemOf(postings)
  if (wrong !== undefined) throw new Error(`Entry ${parts.template} of ${parts.source} ${wrong}`)
  return { ...parts, postings }
}
