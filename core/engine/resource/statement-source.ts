// Where operations of statements come from (spec "Account statement"; C25): how the record of a kind reads there, and behind
// which filters it stands. A kind that has it keeps `statementLists`.
import { type AssetCode, assets } from "../../base/money/assets.ts"
import type { Cents } from "../../base/money/units.ts"
import type { Identified, RecordKind } from "../store/records.ts"
import { amountText } from "./browsable.ts"

/** What a row is of. */
export const operationTypes = ["DEPOSIT_ASSET", "PIX_OUT", "LIGHTNING_OUT", "WALLET_TRANSFER", "FEE"] as const
export type OperationType = (typeof operationTypes)[number]

/** What a caller can filter by. */
export const statementFilters = ["deposit", "withdraw", "payout", "transfer"] as const
export type StatementFilter = (typeof statementFilters)[number]

/** An operation as its resource tells it: amounts in cents, instants in Unix milliseconds. */
export interface StatementOperation {
  readonly id: string
  readonly type: Exclude<OperationType, "FEE">
  readonly status: string
  readonly asset: string
  readonly network: string
  /** Null where nothing says what the asset was worth. */
  readonly value: Cents | null
  /** Whole units of a stablecoin; null for anything else. */
  readonly stableAmount: string | null
  readonly fee: Cents
  /** Whether it was carried out, whatever happened after. */
  readonly isDone: boolean
  /** Of value and fee: what came back after it was done. */
  readonly returned: Cents
  readonly txHash: string | null
  readonly endToEndId: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** An operation with the id that its place has. */
export interface SourceRecord {
  readonly recordId: string
  readonly operation: StatementOperation
}

/** A kind of record that stands in statements. */
export interface StatementSource {
  readonly kind: string
  readonly filters: ReadonlyArray<StatementFilter>
  /** Reads a stored record. */
  readonly read: (body: string) => SourceRecord
}

/** Declares the operations of a kind, and the filters that show them. */
export const inStatement = <A extends Identified>(
  kind: RecordKind<A, string, string>,
  filters: ReadonlyArray<StatementFilter>,
  operationOf: (record: A) => StatementOperation
): StatementSource => ({
  kind: kind.kind,
  filters,
  read: (body) => {
    const record = kind.decode(body)
    return { recordId: record.id, operation: operationOf(record) }
  }
})

/** Whole units of a stablecoin. Bitcoin is none: its amount is not one to add up with the others. */
export const stableAmount = (asset: AssetCode, units: bigint): string | null =>
  assets[asset].peg === "BTC" ? null : amountText(asset, units)
