// A kind of operation that people look through: its rows, which have one shape so that lists, search and plots read the same
// thing, where the store lists them, and what the page of one begins with. What a kind has not is null.
import { type AssetCode, isBrlPegged } from "../../base/money/assets.ts"
import { printDecimal } from "../../base/money/decimal.ts"
import { centsForAsset, pegRate } from "../../base/money/rate.ts"
import type { Cents, Units } from "../../base/money/units.ts"
import type { Identified, RecordKind } from "../store/records.ts"
import type { None } from "./none.ts"
import type { OutlineSource } from "./outline.ts"

/** What a row says of an operation; instants in Unix milliseconds, amounts as decimal text, what plots add up in cents. */
export interface BrowsedRow {
  /** As the interface names it: a Lightning invoice by its payment hash. */
  readonly id: string
  readonly recordId: string
  readonly accountId: string
  readonly subAccountId: string | null
  readonly status: string
  readonly state: string
  readonly isFinal: boolean
  /** Whether it came to the end that was wanted, or to another one; an open one, or one that no one paid, to none. */
  readonly end: "succeeded" | "failed" | null
  readonly asset: string | null
  readonly network: string | null
  readonly value: Cents | null
  readonly assetAmount: string | null
  readonly fee: Cents | null
  readonly externalId: string | null
  readonly endToEndId: string | null
  readonly txHash: string | null
  /** When the money came in and when it had arrived, where both are known. */
  readonly settled: { readonly from: number; readonly at: number } | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** What a kind says of one itself. */
type Own = Omit<BrowsedRow, "recordId" | "accountId" | "status" | "state" | "isFinal" | "createdAt" | "updatedAt">

/** Where the store lists the records: by the time of each subaccount, by subaccount, or all in one list. */
export type ListPlace =
  | { readonly by: "time"; readonly lists: ReadonlyArray<string> }
  | { readonly by: "subaccount"; readonly list: string }
  | { readonly by: "all"; readonly list: string }

/** A kind that is looked through. */
export interface Browsable<M, Code extends string> {
  /** Reads a stored record. */
  readonly read: (body: string) => BrowsedRow
  /** What the interface shows as its status, in the order of its lifecycle. */
  readonly statuses: ReadonlyArray<string>
  /** Those that nothing has to follow. */
  readonly final: ReadonlyArray<string>
  readonly listed: ListPlace
  /** What the page of a payment begins with. */
  readonly outline: OutlineSource<M, Code> | None
}

interface Kept<State extends string> extends Identified {
  readonly state: State
  readonly createdAt: number
  readonly updatedAt: number
}

/** Declares the rows of a kind. */
export const browsable = <State extends string, A extends Kept<State>, N extends string, const O>(
  kind: RecordKind<A, string, string>,
  parts: {
    readonly states: Readonly<Record<State, N>>
    readonly final: ReadonlyArray<NoInfer<N>>
    readonly listed: ListPlace
    readonly row: (record: A) => Own
    readonly outline: O
  }
) => ({
  read: (body: string): BrowsedRow => {
    const record = kind.decode(body)
    const status = parts.states[record.state]
    return {
      ...parts.row(record),
      status,
      state: record.state,
      recordId: record.id,
      accountId: record.owner,
      isFinal: parts.final.includes(status),
      createdAt: record.createdAt,
      updatedAt: record.updatedAt
    }
  },
  statuses: [...new Set(Object.values<N>(parts.states))],
  final: parts.final,
  listed: parts.listed,
  outline: parts.outline
})

/** An amount of smallest units in whole units. */
export const amountText = (asset: AssetCode, units: bigint): string => printDecimal(asset, units as Units<AssetCode>)

/** What an amount is worth by its peg; null for what is not pegged to the real. */
export const worthByPeg = (asset: AssetCode, units: bigint): Cents | null =>
  isBrlPegged(asset) ? centsForAsset(pegRate(asset), units as Units<typeof asset>) : null

/** From when the money came in to when it had arrived. */
export const span = (from: number | null, at: number | null): BrowsedRow["settled"] =>
  from === null || at === null ? null : { from, at }

/** What its state says of whether an operation came to the end that was wanted. */
export const endOf = <State extends string>(
  state: State,
  wanted: NoInfer<State>,
  ...others: ReadonlyArray<NoInfer<State>>
): BrowsedRow["end"] => state === wanted ? "succeeded" : others.includes(state) ? "failed" : null
