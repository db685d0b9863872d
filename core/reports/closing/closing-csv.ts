// The closings of a day as one file: for each place its totals, what is open at the end of the day, and what it holds.
import { csvLine } from "../../base/text/csv.ts"
import type { ClosedDay } from "./read-closings.ts"

/** The line of the names. */
export const closingCsvHead: string = csvLine([
  "day",
  "place",
  "row",
  "asset",
  "kind",
  "movement",
  "statement",
  "journal",
  "difference",
  "since",
  "days",
  "subject"
])

/** The lines of the places of a day. */
export const closingCsvRows = ({ day, places }: ClosedDay): string =>
  places.flatMap(({ balances, differences, lines, place, sums }) => [
    ...lines.map(({ asset, journal, kind, statement }) =>
      csvLine([
        day,
        place,
        "total",
        asset,
        kind,
        null,
        statement?.amount ?? null,
        journal.amount,
        null,
        null,
        null,
        null
      ])
    ),
    ...sums.map(({ asset, difference, journal, statement }) =>
      csvLine([day, place, "sum", asset, null, null, statement, journal, difference, null, null, null])
    ),
    ...differences.map(({ asset, days, difference, journal, kind, movement, since, statement, subject }) =>
      csvLine([day, place, "open", asset, kind, movement, statement, journal, difference, since, String(days), subject])
    ),
    ...balances.map(({ asset, booked, difference, held }) =>
      csvLine([day, place, "balance", asset, null, null, held, booked, difference, null, null, null])
    )
  ]).join("")
