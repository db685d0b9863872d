// The rows of a statement (spec "Account statement"; C25): an operation, and beside it the fee that it has. A fee's row is
// derived, never stored: it has the status and the reconciliation keys of its operation.
import { type Cents, zero } from "../../base/money/units.ts"
import { printBrl } from "../../base/money/decimal.ts"
import { isoInstant } from "../../base/time/instant.ts"

/** What a row is of. */
export const operationTypes = ["DEPOSIT_ASSET", "PIX_OUT", "LIGHTNING_OUT", "WALLET_TRANSFER", "FEE"] as const
export type OperationType = (typeof operationTypes)[number]

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

/** A row as the interface shows it. */
export const operationRow = (operation: StatementOperation) => ({
  id: operation.id,
  type: operation.type as OperationType,
  status: operation.status,
  asset: operation.asset,
  network: operation.network,
  valueInBrl: operation.value === null ? null : printBrl(operation.value),
  stableAmount: operation.stableAmount,
  fee: printBrl(operation.fee),
  txHash: operation.txHash,
  endToEndId: operation.endToEndId,
  createdAt: isoInstant(operation.createdAt),
  updatedAt: isoInstant(operation.updatedAt)
})
export type OperationRow = ReturnType<typeof operationRow>

const feeRow = (operation: StatementOperation): OperationRow => ({
  ...operationRow({ ...operation, value: operation.fee, stableAmount: null, fee: zero("BRL") }),
  id: `${operation.id}/fee`,
  type: "FEE"
})

/** A row with the operation that it is of. */
export interface RowOf {
  readonly row: OperationRow
  readonly operation: StatementOperation
}

/** The rows of an operation, in their order. */
export const rowsOf = (operation: StatementOperation): ReadonlyArray<OperationRow> =>
  operation.fee === 0n ? [operationRow(operation)] : [operationRow(operation), feeRow(operation)]
