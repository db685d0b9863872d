// The trial balance at an instant (decision 0136), to the hour: months that are over, days of the month that are over, and hours
// of the day that are over, each added up once and kept. Without an instant it is what the accounts hold now.
import { Clock, Effect } from "effect"
import { invalidField } from "../../base/errors/errors.ts"
import { type AccountKindName, chart } from "../../engine/ledger/journal.ts"
import { Store } from "../../engine/store/store.ts"
import { isoInstant, isoInstantOrNull } from "../../base/time/instant.ts"
import {
  BookDays,
  BookMonths,
  BookPlaces,
  bookPlaceId,
  dayId,
  hourOf,
  monthId,
  startOfDay,
  startOfHour,
  sumKey
} from "./book-day.ts"
import { addUp, addUpLater, stored } from "./kept-sums.ts"

const dayMs = 86_400_000

/** Steps that one request adds up. */
const steps = 10

/** Twenty years of months: no books go back further. */
const mostMonths = 240

type Sums = Map<string, bigint>

/** The books before the hour of an instant (Unix milliseconds), or as they stand. */
export const readBooks = Effect.fnUntraced(function*(at: number | undefined) {
  const now = yield* Clock.currentTimeMillis
  if (at !== undefined && at > now) return yield* invalidField("at", "in the future")
  const isComplete = yield* addUp(steps)
  if (!isComplete) yield* addUpLater(now)
  const place = (yield* stored(BookPlaces, [bookPlaceId])).get(bookPlaceId)?.value
  const until = at === undefined ? undefined : startOfHour(at)
  const sums: Sums = until === undefined ? yield* newestSums : yield* sumsBefore(place?.since ?? until, until)
  const assets = [...Map.groupBy([...sums], ([key]) => assetOf(key))].toSorted(byName).map(([asset, rows]) => ({
    asset,
    sum: total(rows).toString(),
    kinds: rows.toSorted(byName).map(([key, balance]) => {
      const kind = kindOf(key)
      return { kind, about: chart[kind].about, balance: balance.toString() }
    })
  }))
  return {
    at: isoInstant(until ?? now),
    since: isoInstantOrNull(place?.since ?? null),
    isComplete: until === undefined || isComplete,
    isBalanced: assets.every(({ sum }) => sum === "0"),
    assets
  }
})

const add = (sums: Sums, key: string, amount: bigint): void => void sums.set(key, (sums.get(key) ?? 0n) + amount)

const newestSums = Effect.gen(function*() {
  const sums: Sums = new Map()
  const balances = yield* Store.use((store) => store.balances(""))
  for (const { account, amount, asset } of balances) add(sums, sumKey(account, asset), amount)
  return sums
})

const sumsBefore = Effect.fnUntraced(function*(since: number, until: number) {
  const sums: Sums = new Map()
  const months = yield* stored(BookMonths, monthsBetween(since, until))
  for (const { value } of months.values()) {
    for (const [key, amount] of Object.entries(value.sums)) add(sums, key, amount)
  }
  const last = dayId(until)
  const days = yield* stored(BookDays, daysOfMonth(until))
  for (const { value } of days.values()) {
    const hours = value.id === last ? hourOf(until) : 24
    for (const [key, amounts] of Object.entries(value.hours)) {
      add(sums, key, amounts.slice(0, hours).reduce((sum, amount) => sum + amount, 0n))
    }
  }
  return sums
})

// The months from that of one instant up to that of another, without it.
const monthsBetween = (since: number, until: number): ReadonlyArray<string> => {
  const ids: Array<string> = []
  const end = monthId(until)
  let at = since
  for (let month = 0; month < mostMonths && monthId(at) < end; month++) {
    ids.push(monthId(at))
    at = nextMonth(at)
  }
  return ids
}

// A day in the month after, whatever day of its month it was.
const nextMonth = (at: number): number => {
  let next = startOfDay(at)
  while (monthId(next) === monthId(at)) next += dayMs
  return next
}

// The days of a month up to that of an instant, with it.
const daysOfMonth = (until: number): ReadonlyArray<string> => {
  const ids: Array<string> = []
  for (let day = startOfDay(until); monthId(day) === monthId(until); day -= dayMs) ids.push(dayId(day))
  return ids
}

const total = (rows: ReadonlyArray<readonly [string, bigint]>): bigint =>
  rows.reduce((sum, [, amount]) => sum + amount, 0n)

const kindOf = (key: string) => key.split(" ", 1)[0] as AccountKindName
const assetOf = (key: string): string => key.slice(key.indexOf(" ") + 1)
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => a < b ? -1 : 1
