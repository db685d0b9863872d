// `pontepay export transfers` and `travel-rule`: what was sent to addresses outside in a month, and who sent and received it.
import { createHash } from "node:crypto"
import { Command, Flag } from "effect/cli"
import {
  transferCsvHead,
  transferCsvRow,
  transferJsonRow,
  travelRuleJsonRow
} from "../../../core/reports/books/transfer-csv.ts"
import type { TransferRow } from "../../../core/reports/books/transfer-row.ts"
import type { TravelRule } from "../../../core/reports/books/travel-rule.ts"
import { act } from "../act.ts"
import { type Api, type Data, rowsOf } from "../api.ts"
import { month, pagesOf } from "../month-pages.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { counted } from "../print.ts"
import type { WorldShape } from "../world.ts"

type Row = Data & TransferRow & { readonly travelRule: TravelRule }

/** How a file is written, and which of its rows lack something. */
interface Form {
  readonly head: string
  readonly row: (row: Row) => string
  readonly lacks: (row: Row) => boolean
}

const csv: Form = { head: transferCsvHead, row: transferCsvRow, lacks: ({ lacks }) => lacks !== "" }
const json: Form = { ...csv, head: "", row: transferJsonRow }
const messages: Form = { head: "", row: travelRuleJsonRow, lacks: ({ travelRule }) => travelRule.lacks !== "" }

interface MonthFile {
  readonly api: Api
  readonly world: Pick<WorldShape, "out" | "err">
  readonly month: string
}

const writeFile = async ({ api, month, world }: MonthFile, form: Form): Promise<void> => {
  const hash = createHash("sha256")
  const write = (text: string): void => {
    hash.update(text)
    if (text !== "") world.out(text)
  }
  let [count, lacking, isOver, head] = [0, 0, false, form.head]
  for await (const page of pagesOf(api, operatorRoutes.exportTransfers, month)) {
    const rows = rowsOf(page, "transfers") as ReadonlyArray<Row>
    // Not before the service has answered: a refusal leaves no half of a file.
    write(head + rows.map(form.row).join(""))
    head = ""
    count += rows.length
    lacking += rows.filter(form.lacks).length
    isOver = page["isOver"] === true
  }
  world.err(`sha256 ${hash.digest("hex")}\n${counted(count, "row")}, ${lacking} of them lack a field\n`)
  if (!isOver) world.err("The month is not over: the file is not final.\n")
}

interface TransfersGiven {
  readonly month: string
  readonly format: "csv" | "json"
}

export const exportTransfersCommand = Command.make(
  "transfers",
  {
    month,
    format: Flag.Literals("format", ["csv", "json"]).pipe(
      Flag.withDescription("CSV, or one JSON object a line"),
      Flag.withDefault("csv" as const)
    )
  },
  act<TransfersGiven>(({ format, month }, { api, world }) =>
    writeFile({ api, month, world }, format === "csv" ? csv : json)
  )
).pipe(
  Command.withDescription(
    "Write what arrived at addresses outside in a month, also what the ledger has no postings for, and its SHA-256 to the error "
      + "stream. A month that is over gives the same bytes each time to the same role."
  ),
  Command.withShortDescription("What was sent to addresses outside in a month"),
  Command.withExamples([{
    command: "pontepay export transfers --month 2026-11 > transfers-2026-11.csv",
    description: "As CSV"
  }])
)

export const travelRuleCommand = Command.make(
  "travel-rule",
  { month },
  act<{ readonly month: string }>(({ month }, { api, world }) => writeFile({ api, month, world }, messages))
).pipe(
  Command.withDescription(
    "Write the travel rule message of each transfer to an address outside, one JSON object a line, by the names of IVMS101, with "
      + "what it lacks."
  ),
  Command.withShortDescription("Who sent and received what left in a month"),
  Command.withExamples([{
    command: "pontepay export travel-rule --month 2026-11 > travel-rule-2026-11.jsonl",
    description: "The messages of a month"
  }])
)
