// The exported transfers as files: CSV and JSON with one row a line, and the travel rule messages, one a line.
import { csvLine } from "../../base/text/csv.ts"
import type { TravelRule } from "./travel-rule.ts"
import { type TransferRow, transferColumns } from "./transfer-row.ts"

/** The line of the names. */
export const transferCsvHead: string = csvLine(transferColumns)

/** The line of a row. */
export const transferCsvRow = (row: TransferRow): string => csvLine(transferColumns.map((column) => row[column]))

const line = (names: ReadonlyArray<keyof TransferRow>, row: TransferRow, more: object): string =>
  `${JSON.stringify({ ...Object.fromEntries(names.map((name) => [name, row[name]])), ...more })}\n`

/** A row as a line of JSON, its fields in the order of the columns. */
export const transferJsonRow = (row: TransferRow): string => line(transferColumns, row, {})

/** The travel rule message of a row as a line of JSON, with what tells which transfer it is of. */
export const travelRuleJsonRow = (row: TransferRow & { readonly travelRule: TravelRule }): string => {
  const { ivms101, lacks } = row.travelRule
  const names = ["at", "movementId", "transactionHash", "asset", "network", "amount", "valueInBrl"] as const
  return line(names, row, { ivms101, lacks })
}
