// How many operations a subaccount has on days that are over, kept so that they are counted once (decision 0125). A place is
// the instant of creation, so no row comes into a day that is over; what is kept is never changed, only more is kept. One
// record holds thirty days of a subaccount, and a number for each list and day that somebody requested.
import { Schema } from "effect"
import { recordKind } from "../../engine/store/records.ts"
import type { Span } from "../../engine/store/store.ts"
import { isoInstant, placeAt } from "../../base/time/instant.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const dayMs = 86_400_000
const daysOfBlock = 30
const blockMs = daysOfBlock * dayMs

// How long after its end a day is still counted by its rows. Whoever writes an operation commits it within minutes; the rest
// is for clocks, of which one may be a day off.
const closingMs = 1.5 * dayMs
const offsets = Array.from({ length: daysOfBlock }, (_, day) => day * dayMs)

/** The counts of thirty days. */
export const StatementBlock = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  subAccountId: Schema.String,
  /** The first instant of the first day, UTC in Unix milliseconds. */
  from: Schema.Int,
  /** Operations by kind and list, such as `deposit/statement`, for each of the days; null where no one has asked. */
  counts: Schema.Record(Schema.String, Schema.Array(Schema.NullOr(Schema.Int)))
})
export type StatementBlock = typeof StatementBlock.Type

export const StatementBlocks = recordKind({
  kind: "statementBlock",
  schema: StatementBlock,
  personal: noPersonalData("counts")
})

/** The first instant of the thirty days that an instant is in. */
export const blockOf = (at: number): number => at - at % blockMs

/** The id of the record that keeps thirty days of a subaccount. */
export const blockId = (subAccountId: string, block: number): string =>
  `${subAccountId}/${isoInstant(block).slice(0, "2026-11-21".length)}`

/** A day of a list. */
export interface DayOfList {
  readonly kind: string
  readonly list: string
  /** Its first instant. */
  readonly day: number
}

const listOf = ({ kind, list }: DayOfList): string => `${kind}/${list}`
const indexOf = ({ day }: DayOfList): number => offsets.indexOf(day - blockOf(day))

/** What is kept of a day; undefined when nothing is. */
export const keptOf = ({ counts }: StatementBlock, of: DayOfList): number | undefined =>
  counts[listOf(of)]?.[indexOf(of)] ?? undefined

/** Everything that was kept, and the counts of more days. */
export const keeping = (
  before: StatementBlock,
  more: ReadonlyArray<DayOfList & { readonly count: number }>
): StatementBlock => {
  const counts = { ...before.counts }
  for (const each of more) {
    const days = counts[listOf(each)] ?? Array.from({ length: daysOfBlock }, () => null)
    counts[listOf(each)] = days.with(indexOf(each), each.count)
  }
  return { ...before, counts }
}

/** A stretch of places, with the instants that bound the days which are of it whole. */
export interface TimedSpan extends Span {
  readonly since: number
  /** Not of it itself. */
  readonly until: number
}

/** A stretch as what has to be counted each time and the days that are over for good. */
export interface Split {
  readonly open: ReadonlyArray<Span>
  readonly closed: ReadonlyArray<DayOfList>
}

/** Splits a stretch of a subaccount at an instant (Unix milliseconds). */
export const split = (
  subAccountId: string,
  { below, from, kind, list, since, until }: TimedSpan,
  now: number
): Split => {
  const first = startOfDay(Math.max(0, since) + dayMs - 1)
  const end = startOfDay(Math.min(until, now - closingMs))
  if (first >= end) return { open: [{ kind, list, from, below }], closed: [] }
  const days: Array<number> = []
  for (let day = first; day < end; day += dayMs) days.push(day)
  return {
    open: [
      { kind, list, from, below: placeAt(subAccountId, first) },
      { kind, list, from: placeAt(subAccountId, end), below }
    ].filter((span) => span.from < span.below),
    closed: days.map((day) => ({ kind, list, day }))
  }
}

/** The places of a day. */
export const spanOf = (subAccountId: string, { day, kind, list }: DayOfList): Span => ({
  kind,
  list,
  from: placeAt(subAccountId, day),
  below: placeAt(subAccountId, day + dayMs)
})

const startOfDay = (at: number): number => at - at % dayMs
