// A civil month of the books in São Paulo, as accountants and the regulator count: where its entries stand in the journal, and what
// they come to, both from the kept hours of its days (0227). At most 32 records are read, whatever the journal holds.
import { Clock, Effect } from "effect"
import { invalidField } from "../../base/errors/errors.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { dateInSaoPaulo, monthInSaoPaulo } from "../../base/time/instant.ts"
import { type BookDay, BookDays, dayId, hourOf, startOfDay } from "./book-day.ts"
import { addUp, addUpLater, stored } from "./kept-sums.ts"

const dayMs = 86_400_000

/** Steps that one request adds up. */
const steps = 10

/** A month: `2026-11`. */
const form = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** The instants of a civil month in São Paulo. Refuses a text that is no month and a month to come. */
export const civilMonth = Effect.fnUntraced(function*(month: string) {
  if (!form.test(month)) return yield* invalidField("month", "a month such as 2026-11")
  const { from, to } = monthInSaoPaulo(month)
  return from > (yield* Clock.currentTimeMillis) ? yield* invalidField("month", "in the future") : { from, to }
})

/**
 * Where the entries of a month stand, from `first` up to `last`, both undefined without any; entries of other months may stand
 * between them. `sums` are by `kind asset`, smallest units, debit positive. Refuses a text that is no month and a month to come.
 */
export const monthContext = Effect.fnUntraced(function*(month: string) {
  const now = yield* Clock.currentTimeMillis
  const { from, to } = yield* civilMonth(month)
  if (!(yield* addUp(steps))) {
    yield* addUpLater(now)
    return yield* upstreamAway("The sum of the journal")
  }
  const days = [...(yield* stored(BookDays, daysBetween(from, to))).values()].map(({ value }) => value)
  const sums = new Map<string, bigint>()
  for (const day of days) addDay(sums, day, from, to)
  return {
    month,
    isOver: to <= now,
    first: days.reduce<bigint | undefined>(
      (least, { first }) => least === undefined || first < least ? first : least,
      undefined
    ),
    last: days.reduce<bigint | undefined>(
      (most, { last }) => most === undefined || last > most ? last : most,
      undefined
    ),
    sums
  }
})

/** Whether an instant is in a month. */
export const isInMonth = (month: string, at: number): boolean => dateInSaoPaulo(at).startsWith(`${month}-`)

const daysBetween = (from: number, to: number): ReadonlyArray<string> => {
  const ids: Array<string> = []
  for (let day = startOfDay(from); day < to; day += dayMs) ids.push(dayId(day))
  return ids
}

// The first day is of the month from its hour on, the last up to its hour.
const addDay = (sums: Map<string, bigint>, day: BookDay, from: number, to: number): void => {
  const begin = day.id === dayId(from) ? hourOf(from) : 0
  const end = day.id === dayId(to) ? hourOf(to) : 24
  for (const [key, hours] of Object.entries(day.hours)) {
    const sum = hours.slice(begin, end).reduce((total, amount) => total + amount, 0n)
    if (sum !== 0n) sums.set(key, (sums.get(key) ?? 0n) + sum)
  }
}
