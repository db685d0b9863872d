// `pontepay export closing`: the closings of a day as a file.
import { Command, Flag } from "effect/cli"
import { closingCsvHead, closingCsvRows } from "../../../core/reports/closing/closing-csv.ts"
import type { ClosedDay } from "../../../core/reports/closing/read-closings.ts"
import { act } from "../act.ts"
import type { Data } from "../api.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { counted } from "../print.ts"

const day = Flag.String("day").pipe(
  Flag.withDescription("The civil day in São Paulo"),
  Flag.withMetavar("<2026-11-28>")
)

export const exportClosingCommand = Command.make(
  "closing",
  { day },
  act<{ readonly day: string }>(async (query, { api, world }) => {
    const closed = await api.data(operatorRoutes.readClosings, { query }) as Data & ClosedDay
    world.out(closingCsvHead + closingCsvRows(closed))
    const open = closed.places.flatMap(({ differences }) => differences)
    world.err(`${counted(closed.places.length, "place")} closed, ${counted(open.length, "difference")} open\n`)
  })
).pipe(
  Command.withDescription(
    "Write the closings of a day to the output as CSV: for each place the totals of its statement and of the journal, what one side "
      + "lacks with its age, and what the place holds."
  ),
  Command.withShortDescription("Statements against the journal"),
  Command.withExamples([{
    command: "pontepay export closing --day 2026-11-28 > closing-2026-11-28.csv",
    description: "One file for all places"
  }])
)
