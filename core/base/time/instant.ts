// Time: instants, which are Unix milliseconds inside and ISO 8601 in UTC on the wire; durations in the units that people,
// headers and requests use; the time of the world; and places of operations in the order of time.
import { Clock, Context, DateTime, Effect } from "effect"

const second = 1_000
const minute = 60 * second

const units = [["day", 24 * 60 * minute], ["hour", 60 * minute], ["minute", minute], ["second", second]] as const

/** Whole Unix seconds of an instant, the fraction cut off. */
export const unixSeconds = (at: number): number => Math.floor(at / second)

/** Whole seconds of a time, rounded up. */
export const secondsOf = (ms: number): number => Math.ceil(ms / second)

/** Minutes of a time. */
export const minutesOf = (ms: number): number => ms / minute

/** The milliseconds of so many minutes. */
export const minutes = (count: number): number => count * minute

/** Whole days of a time, rounded down: negative when it is over. */
export const daysOf = (ms: number): number => Math.floor(ms / days(1))

/** The milliseconds of so many days. */
export const days = (count: number): number => count * 24 * 60 * minute

/** Hours from the time of São Paulo to UTC: Brazil has not moved its clocks since 2019. */
const hoursBehind = 3

/** The civil day of an instant in São Paulo, counted from 1970-01-01. */
export const dayInSaoPaulo = (at: number): number => Math.floor((at - hoursBehind * 60 * minute) / (24 * 60 * minute))

/** The same as text: `2026-11-30`. */
export const dateInSaoPaulo = (at: number): string => isoInstant(at - hoursBehind * 60 * minute).slice(0, 10)

/** The first instant of a civil day in São Paulo (`2026-11-30`). */
export const dayBegins = (date: string): number =>
  DateTime.toEpochMillis(DateTime.makeUnsafe(`${date}T0${hoursBehind}:00:00Z`))

/** The civil month of an instant in São Paulo: `2026-11`. */
export const civilMonthInSaoPaulo = (at: number): string => dateInSaoPaulo(at).slice(0, 7)

/** The first instant of a civil month in São Paulo (`2026-11`), and that of the month after it. */
export const monthInSaoPaulo = (month: string): { readonly from: number; readonly to: number } => {
  const start = DateTime.makeUnsafe(`${month}-01T0${hoursBehind}:00:00Z`)
  return { from: DateTime.toEpochMillis(start), to: DateTime.toEpochMillis(DateTime.add(start, { months: 1 })) }
}

/** A time as people say it, in the largest unit that divides it: "3 days", "1 minute". */
export const timeInWords = (ms: number): string => {
  const [name, size] = units.find(([, each]) => ms % each === 0) ?? ["millisecond", 1]
  const count = ms / size
  return `${count} ${name}${count === 1 ? "" : "s"}`
}

/** ISO 8601 text of an instant, UTC with milliseconds. */
export const isoInstant = (at: number): string => DateTime.formatIso(DateTime.makeUnsafe(at))

/** The same for an instant that may be missing. */
export const isoInstantOrNull = (at: number | null): string | null => at === null ? null : isoInstant(at)

/** The minute in the ids of the payment system: yyyyMMddHHmm in UTC, behind the letter and the ISPB (BCB, Manual de Padrões). */
export const pixMinute = (at: number): string => isoInstant(at).replace(/\D/g, "").slice(0, 12)

/** Whole seconds from one instant until another, rounded up: what `Retry-After` says (C16). */
export const secondsUntil = (now: number, then: number): number => secondsOf(then - now)

// The time by which messages to and from outside are dated. It is the service's own, unless that can be moved (a sandbox):
// whoever checks a timestamp lives in the world.

/** The clock of the world, where the service's own may differ from it. */
export const WorldClock = Context.Reference<Clock.Clock | undefined>("pontepay/time/WorldClock", {
  defaultValue: () => undefined
})

/** Unix milliseconds. */
export const worldTimeMillis: Effect.Effect<number> = Effect.flatMap(
  WorldClock,
  (clock) => clock?.currentTimeMillis ?? Clock.currentTimeMillis
)

// Where an operation stands in the statement of its subaccount (C25): by the instant of its creation, then by its id. The
// place is a text whose order is that of time, so a stretch of time is a stretch of places, exact to the millisecond, and
// places never move. Operations with a fee are listed apart: each of them is two rows of the statement.

interface PlacedOperation {
  readonly id: string
  readonly subAccountId: string
  /** Unix milliseconds. */
  readonly createdAt: number
}

interface ChargedOperation extends PlacedOperation {
  readonly fee: bigint
}

// Enough for every instant that a date can be.
const digits = 16

/** The first place at an instant; places before 1970 are all the same, since nothing stands there. */
export const placeAt = (subAccountId: string, at: number): string =>
  `${subAccountId}/${String(Math.max(0, at)).padStart(digits, "0")}`

/** The place of an operation. */
export const placeOf = ({ createdAt, id, subAccountId }: PlacedOperation): string =>
  `${placeAt(subAccountId, createdAt)}/${id}`

/** The first text after a place that is no place below it. */
export const justAfter = (place: string): string => `${place} `

/** The lists of a record kind that stands in statements. */
export const statementLists = {
  statement: (record: ChargedOperation) => record.fee === 0n ? placeOf(record) : undefined,
  statementWithFee: (record: ChargedOperation) => record.fee === 0n ? undefined : placeOf(record)
}
