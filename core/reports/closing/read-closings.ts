// GET /admin/closings: the closings of one civil day in São Paulo, by place, to zero: what the statement has above the journal is what is
// open at the end of the day less what was open at its beginning (0267).
import { Clock, Effect } from "effect"
import { invalidField } from "../../base/errors/errors.ts"
import type { AssetCode } from "../../base/money/assets.ts"
import { printDecimal } from "../../base/money/decimal.ts"
import type { Units } from "../../base/money/units.ts"
import { dateInSaoPaulo, dayBegins, days, daysOf, isoInstant } from "../../base/time/instant.ts"
import { list } from "../../engine/store/records.ts"
import { Network } from "../../standards/address/network.ts"
import { type Closing, type ClosingLine, Closings, type Difference } from "./closing.ts"
import { netOf } from "./differences.ts"

/** Every place has one closing a day. */
const mostPlaces = Network.literals.length + 1

/** A day: `2026-11-28`. */
const form = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** The closings of a day, yesterday's where none is named. Refuses a text that is no day, and a day that is not over. */
export const readClosings = Effect.fnUntraced(function*(wanted: string | undefined) {
  const now = yield* Clock.currentTimeMillis
  const day = wanted ?? dateInSaoPaulo(now - days(1))
  if (!form.test(day) || dateInSaoPaulo(dayBegins(day)) !== day) {
    return yield* invalidField("day", "a civil day such as 2026-11-28")
  }
  if (day >= dateInSaoPaulo(now)) return yield* invalidField("day", "a day that is over in São Paulo")
  const closings = yield* closedOn(day)
  const before = new Map((yield* closedOn(dateInSaoPaulo(dayBegins(day) - days(1)))).map((each) => [each.place, each]))
  return { day, places: closings.map((closing) => placeView(closing, before.get(closing.place))) }
})

const closedOn = (day: string) =>
  Effect.map(
    list(Closings, "byDay", day, { limit: mostPlaces }),
    (rows) => rows.map(({ value }) => value).toSorted((a, b) => a.place < b.place ? -1 : 1)
  )

const placeView = (closing: Closing, before: Closing | undefined) => ({
  place: closing.place,
  closedAt: isoInstant(closing.closedAt),
  unreadable: closing.unreadable,
  lines: closing.lines.map(lineView),
  sums: sumsOf(closing, before),
  differences: closing.open.map((each) => differenceView(each, closing.day)),
  balances: closing.balances.map((each) => balanceView(each, before))
})

const lineView = ({ asset, journal, kind, statement }: ClosingLine) => ({
  kind,
  asset,
  statement: statement && { count: statement.count, amount: signed(asset, statement.units) },
  journal: { count: journal.count, amount: signed(asset, journal.units) }
})

const sumsOf = ({ beyond, lines, open }: Closing, before: Closing | undefined) => {
  const opened = before?.open ?? []
  const names = [...lines, ...open, ...opened].map(({ asset }) => asset)
  return [...new Set(names)].toSorted().map((asset) => {
    const compared = lines.filter((line) => line.asset === asset && line.statement !== null)
    const ofAsset = (rows: ReadonlyArray<Difference>) => total(rows.filter((row) => row.asset === asset).map(netOf))
    const [statement, journal] = [
      total(compared.map((line) => line.statement?.units ?? 0n)),
      total(compared.map((line) => line.journal.units))
    ]
    const [openBefore, openAfter] = [ofAsset(opened), ofAsset(open)]
    const gone = total(beyond.filter((each) => each.asset === asset).map(({ units }) => units))
    return {
      asset,
      statement: signed(asset, statement),
      journal: signed(asset, journal),
      difference: signed(asset, statement - journal),
      openBefore: signed(asset, openBefore),
      openAfter: signed(asset, openAfter),
      beyond: signed(asset, gone),
      unexplained: signed(asset, statement - journal - (openAfter + gone - openBefore))
    }
  })
}

const differenceView = (difference: Difference, day: string) => {
  const { asset, journal, kind, movement, since, statement, subject } = difference
  return {
    movement,
    kind,
    asset,
    statement: statement === null ? null : signed(asset, statement),
    journal: journal === null ? null : signed(asset, journal),
    difference: signed(asset, netOf(difference)),
    subject,
    since,
    days: daysOf(dayBegins(day) - dayBegins(since))
  }
}

const balanceView = ({ asset, booked, held }: Closing["balances"][number], before: Closing | undefined) => {
  const earlier = before?.balances.find((each) => each.asset === asset)
  return {
    asset,
    held: signed(asset, held),
    booked: booked === null ? null : signed(asset, booked),
    difference: booked === null ? null : signed(asset, held - booked),
    change: earlier === undefined
      ? null
      : signed(asset, held - (booked ?? 0n) - (earlier.held - (earlier.booked ?? 0n)))
  }
}

const total = (units: ReadonlyArray<bigint>): bigint => units.reduce((sum, each) => sum + each, 0n)

const signed = (asset: AssetCode, units: bigint): string =>
  units < 0n ? `-${signed(asset, -units)}` : printDecimal(asset, units as Units<AssetCode>)

/** The closings of a day. */
export type ClosedDay = Effect.Success<ReturnType<typeof readClosings>>
