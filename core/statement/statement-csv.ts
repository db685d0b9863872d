// A statement as CSV (RFC 4180), one row a line. A cell that a spreadsheet would take for a formula is text there.
import type { OperationRow } from "./operation.ts"

const columns = [
  "id",
  "type",
  "status",
  "asset",
  "network",
  "valueInBrl",
  "stableAmount",
  "fee",
  "txHash",
  "endToEndId",
  "createdAt",
  "updatedAt"
] as const satisfies ReadonlyArray<keyof OperationRow>

// What a spreadsheet begins a formula with; an apostrophe before it says that it is text.
const isFormula = /^[=+\-@\t\r]/

const cell = (value: string | null): string => {
  const text = value === null ? "" : isFormula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text
}

const line = (cells: ReadonlyArray<string>): string => `${cells.join(",")}\r\n`

/** The line of the names. */
export const csvHead: string = line(columns)

/** The lines of rows. */
export const csvRows = (rows: ReadonlyArray<OperationRow>): string =>
  rows.map((row) => line(columns.map((column) => cell(row[column])))).join("")
