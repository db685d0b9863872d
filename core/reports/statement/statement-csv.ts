// A statement as CSV, one row a line.
import { csvLine } from "../../base/text/csv.ts"
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

/** The line of the names. */
export const csvHead: string = csvLine(columns)

/** The lines of rows. */
export const csvRows = (rows: ReadonlyArray<OperationRow>): string =>
  rows.map((row) => csvLine(columns.map((column) => row[column]))).join("")
