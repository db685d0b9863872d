// What the journal comes to, kept by time (decision 0136): sums of each kind of account and asset for each hour of a day, and for
// each month, with the place in the journal up to which they have been added up. A reader adds months, days and hours, whatever
// the journal holds.
import { Schema } from "effect"
import { kindNameOf } from "../../engine/ledger/journal.ts"
import type { JournalEntry } from "../../engine/ledger/journal-chain.ts"
import { recordKind } from "../../engine/store/records.ts"
import type { BookedEntry } from "../../engine/store/store.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Sums by `kind asset`, smallest units, debit positive. */
export const BookMonth = Schema.Struct({
  /** `2026-11` */
  id: Schema.String,
  owner: Schema.String,
  sums: Schema.Record(Schema.String, Schema.BigInt)
})
export type BookMonth = typeof BookMonth.Type

/** The same for each of the 24 hours of a day, UTC. */
export const BookDay = Schema.Struct({
  /** `2026-11-21` */
  id: Schema.String,
  owner: Schema.String,
  /** The places in the journal of its first and its last entry; entries of other days may stand between them. */
  first: Schema.BigInt,
  last: Schema.BigInt,
  hours: Schema.Record(Schema.String, Schema.Array(Schema.BigInt))
})
export type BookDay = typeof BookDay.Type

/** How far the journal has been added up. */
const BookPlace = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  /** The place of the last entry that is in the sums. */
  place: Schema.BigInt,
  /** The earliest instant of them, Unix milliseconds. */
  since: Schema.Int
})
export const BookMonths = recordKind({ kind: "bookMonth", schema: BookMonth, personal: noPersonalData("sums") })
export const BookDays = recordKind({ kind: "bookDay", schema: BookDay, personal: noPersonalData("sums") })
export const BookPlaces = recordKind({
  kind: "bookPlace",
  schema: BookPlace,
  personal: noPersonalData("a place in the journal")
})

/** The id of the one place. */
export const bookPlaceId = "journal"

/** The ids of the day and the month of an instant. */
export const dayId = (at: number): string => isoInstant(at).slice(0, "2026-11-21".length)
export const monthId = (at: number): string => isoInstant(at).slice(0, "2026-11".length)

/** The first instants of the day and the hour of an instant. */
export const startOfDay = (at: number): number => at - at % dayMs
export const startOfHour = (at: number): number => at - at % hourMs

/** Which hour of its day an instant is in. */
export const hourOf = (at: number): number => hours.findIndex((hour) => at % dayMs < (hour + 1) * hourMs)
const hours = Array.from({ length: 24 }, (_, hour) => hour)

const noHours: ReadonlyArray<bigint> = hours.map(() => 0n)

/** What sums are kept by. */
export const sumKey = (account: string, asset: string): string => `${kindNameOf(account)} ${asset}`

/** Postings of entries by `kind asset`. */
const linesOf = (entries: ReadonlyArray<JournalEntry>) =>
  entries.flatMap(({ at, postings }) =>
    postings.map(({ account, amount, asset }) => ({ at, key: sumKey(account, asset), amount }))
  )

/** A month with more entries of it. */
export const withMonth = (before: BookMonth, entries: ReadonlyArray<JournalEntry>): BookMonth => {
  const sums = { ...before.sums }
  for (const { amount, key } of linesOf(entries)) sums[key] = (sums[key] ?? 0n) + amount
  return { ...before, sums }
}

/** A day with more entries of it, in the order of the journal. */
export const withDay = (before: BookDay, entries: ReadonlyArray<BookedEntry>): BookDay => {
  const changed: Record<string, ReadonlyArray<bigint>> = { ...before.hours }
  for (const { amount, at, key } of linesOf(entries)) {
    const hour = hourOf(at)
    const row = changed[key] ?? noHours
    changed[key] = row.with(hour, (row[hour] ?? 0n) + amount)
  }
  return { ...before, last: entries.at(-1)?.place ?? before.last, hours: changed }
}
