// The exported journal as files: CSV and JSON with one row a line, and the list of what rows lack. Whoever reads the pages writes them.
import { csvLine } from "../../base/text/csv.ts"
import { type JournalRow, journalColumns } from "./journal-row.ts"

/** The line of the names. */
export const journalCsvHead: string = csvLine(journalColumns)

/** The line of a row. */
export const journalCsvRow = (row: JournalRow): string => csvLine(journalColumns.map((column) => row[column]))

/** A row as a line of JSON, its fields in the order of the columns. */
export const journalJsonRow = (row: JournalRow): string =>
  `${JSON.stringify(Object.fromEntries(journalColumns.map((column) => [column, row[column]])))}\n`

/** Where the fields stand that a report lacks: a line for each, under this head. */
export const lackingCsvHead: string = csvLine(["operation", "operationId", "fact", "entryId", "line", "field"])

/** The lines of what a row lacks; none for a row that lacks nothing. */
export const lackingCsvRows = ({ entryId, fact, lacks, line, operation, operationId }: JournalRow): string =>
  lacks.split(" ").filter((field) => field !== "")
    .map((field) => csvLine([operation, operationId, fact, entryId, line, field])).join("")
