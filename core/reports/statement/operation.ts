// The rows of a statement (spec "Account statement"; C25): an operation, and beside it the fee that it has. A fee's row is
// derived, never stored: it has the status and the reconciliation keys of its operation.
import { zero } from "../../base/money/units.ts"
import { printBrl } from "../../base/money/decimal.ts"
import { isoInstant } from "../../base/time/instant.ts"
import type { OperationType, StatementOperation } from "../../engine/resource/statement-source.ts"

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
