// `pontepay export`: the journal of a month as a file, and what its rows lack. Its transfers are in a file of their own.
import { createHash } from "node:crypto"
import { Command, Flag } from "effect/cli"
import type { JournalRow } from "../../../core/reports/books/journal-row.ts"
import {
  journalCsvHead,
  journalCsvRow,
  journalJsonRow,
  lackingCsvHead,
  lackingCsvRows
} from "../../../core/reports/books/journal-csv.ts"
import { type AssetCode, decimalsOf } from "../../../core/base/money/assets.ts"
import { act } from "../act.ts"
import { type Data, fieldOf, rowsOf } from "../api.ts"
import { failed } from "../failure.ts"
import { month, pagesOf } from "../month-pages.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { counted } from "../print.ts"
import { exportClosingCommand } from "./export-closing.ts"
import { exportTransfersCommand, travelRuleCommand } from "./export-transfers.ts"

const journalRows = (page: Data) => rowsOf(page, "rows") as ReadonlyArray<Data & JournalRow>

/** Smallest units of a decimal that was printed exactly. */
const unitsOf = (asset: string, decimal: string): bigint => {
  const [whole = "", fraction = ""] = decimal.split(".")
  return BigInt(whole + fraction.padEnd(decimalsOf(asset as AssetCode), "0"))
}

/** Adds up the rows of a file by kind of account and asset, to compare with what the books say of the month. */
class Totals {
  private readonly sums = new Map<string, bigint>()

  add({ asset, credit, debit, ledgerAccount }: JournalRow): void {
    const key = `${ledgerAccount.split("/", 1)[0]} ${asset}`
    const amount = unitsOf(asset, debit ?? "0") - unitsOf(asset, credit ?? "0")
    this.sums.set(key, (this.sums.get(key) ?? 0n) + amount)
  }

  /** The totals of the last page that the rows do not come to. */
  differing(page: Data): ReadonlyArray<string> {
    const booked = new Map(
      rowsOf(page, "totals").map((total) => [
        `${fieldOf(total, "kind")} ${fieldOf(total, "asset")}`,
        BigInt(fieldOf(total, "amount"))
      ])
    )
    const keys = new Set([...this.sums.keys(), ...booked.keys()])
    return [...keys].filter((key) => (this.sums.get(key) ?? 0n) !== (booked.get(key) ?? 0n))
  }
}

interface JournalGiven {
  readonly month: string
  readonly format: "csv" | "json"
}

const journal = Command.make(
  "journal",
  {
    month,
    format: Flag.Literals("format", ["csv", "json"]).pipe(
      Flag.withDescription("CSV, or one JSON object a line"),
      Flag.withDefault("csv" as const)
    )
  },
  act<JournalGiven>(async ({ format, month }, { api, world }) => {
    const hash = createHash("sha256")
    const write = (text: string): void => {
      hash.update(text)
      if (text !== "") world.out(text)
    }
    const totals = new Totals()
    let [count, lacking] = [0, 0]
    let last: Data | undefined
    for await (const page of pagesOf(api, operatorRoutes.exportJournal, month)) {
      const rows = journalRows(page)
      // Not before the service has answered: a refusal leaves no half of a file.
      if (last === undefined && format === "csv") write(journalCsvHead)
      write(rows.map(format === "csv" ? journalCsvRow : journalJsonRow).join(""))
      for (const row of rows) totals.add(row)
      count += rows.length
      lacking += rows.filter(({ lacks }) => lacks !== "").length
      last = page
    }
    const isOver = last?.["isOver"] === true
    const wrong = totals.differing(last ?? {})
    if (wrong.length > 0 && isOver) {
      throw failed(
        `the rows do not come to the totals of the month: ${wrong.join(", ")}`,
        "Run: pontepay audit, and keep the database as it is"
      )
    }
    world.err(`sha256 ${hash.digest("hex")}\n${counted(count, "row")}, ${lacking} of them lack a field\n`)
    if (!isOver) world.err("The month is not over: the file is not final.\n")
  })
).pipe(
  Command.withDescription(
    "Write the journal of a month to the output, one row for each posting, and its SHA-256 to the error stream. A month that is "
      + "over gives the same bytes each time to the same role. Exit code 1: the rows do not come to the totals of the books."
  ),
  Command.withShortDescription("The journal of a month"),
  Command.withExamples([{
    command: "pontepay export journal --month 2026-11 > journal-2026-11.csv",
    description: "As CSV"
  }])
)

const lacking = Command.make(
  "lacking",
  { month },
  act<{ readonly month: string }>(async ({ month }, { api, world }) => {
    let head = lackingCsvHead
    for await (const page of pagesOf(api, operatorRoutes.exportJournal, month)) {
      const lines = head + journalRows(page).map(lackingCsvRows).join("")
      if (lines !== "") world.out(lines)
      head = ""
    }
  })
).pipe(
  Command.withDescription(
    "Write as CSV which field is missing on which operation, of those that a report of the month needs."
  ),
  Command.withShortDescription("What the rows of a month lack"),
  Command.withExamples([{
    command: "pontepay export lacking --month 2026-11 > lacking-2026-11.csv",
    description: "What to ask for before the report"
  }])
)

export const exportCommand = Command.make("export").pipe(
  Command.withDescription("Files for accountants and the regulator. For the operator; the role support is enough."),
  Command.withShortDescription("The journal and the transfers of a month as files"),
  Command.withSubcommands([
    journal,
    lacking,
    exportTransfersCommand,
    travelRuleCommand,
    exportClosingCommand
  ]),
  Command.withExamples([{ command: "pontepay export journal --month 2026-11", description: "The journal of a month" }])
)
