// What plots show of a scope: operations by the hour or day of their creation, how many came to which end, what they were worth
// and how long they took; and how old those are that have not ended, whenever they were made. Read are the newest operations of
// the window, so many of each kind; where there are more the answer begins at the first stretch that is whole, and says so. Where
// not even the last stretch with operations is whole it is shown for what was read of it.
import { Clock, Effect } from "effect"
import { invalidField } from "../../base/errors/errors.ts"
import { instantIn } from "../../base/errors/instant-field.ts"
import { printBrl } from "../../base/money/decimal.ts"
import { type Cents, add, zero } from "../../base/money/units.ts"
import type { RawRecord } from "../../engine/store/store.ts"
import { isoInstant, secondsOf } from "../../base/time/instant.ts"
import { type Scope, newestOf, placeIn, subaccountsIn } from "./newest-operations.ts"
import { openOf } from "./open-operations.ts"
import { type Browsed, type BrowsedOperation, browsedKinds, listedBy } from "./row.ts"

export interface ReadSeries extends Scope {
  readonly by?: "hour" | "day" | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Operations of one kind that one asking reads. */
const most = 2_000
const mostPoints = 400

const steps = { hour, day } as const
const defaults = { hour: day, day: 30 * day } as const

const kinds = listedBy("time")

/** The points of a window and the ages of what is pending. */
export const readSeries = Effect.fnUntraced(function*({ by = "hour", from, to, ...scope }: ReadSeries) {
  const now = yield* Clock.currentTimeMillis
  const step = steps[by]
  const end = startOf((yield* instantIn("to", to)) ?? now, step) + step
  const begin = startOf((yield* instantIn("from", from)) ?? end - defaults[by], step)
  if (begin >= end) return yield* invalidField("from", "after the end of the window")
  if (begin + mostPoints * step < end) return yield* invalidField("from", `a window has at most ${mostPoints} points`)
  const subaccounts = yield* subaccountsIn(scope)
  const read = yield* Effect.forEach(
    kinds,
    ({ kind, listed: { lists } }) =>
      Effect.gen(function*() {
        const raws = yield* newestOf({ kind, lists, subaccounts, from: begin, to: end, limit: most })
        return { kind, operations: raws.map(browsedKinds[kind].read), ...reachOf(raws, begin, step) }
      })
  )
  const open = yield* Effect.forEach(kinds, ({ kind }) => Effect.map(openOf(kind, scope), (of) => ({ kind, ...of })))
  const first = Math.max(...read.map(({ shown }) => shown))
  const all = read.flatMap(({ operations }) => operations).filter(({ createdAt }) => createdAt >= first)
  const stretches = Map.groupBy(all, ({ createdAt }) => startOf(createdAt, step))
  const points: Array<Point> = []
  for (let at = first; at < end; at += step) points.push(pointOf(at, stretches.get(at) ?? []))
  return {
    by,
    from: isoInstant(first),
    to: isoInstant(end),
    points,
    // Where more is open than is looked at, what the window has of it is counted at least.
    pending: open.map(({ isAll, kind, operations }, index) =>
      pendingOf(kind, isAll ? operations : [...operations, ...(read[index]?.operations ?? [])], now)
    ),
    isPendingComplete: open.every(({ isAll }) => isAll),
    isComplete: read.every(({ whole }) => whole === begin),
    isFirstWhole: read.every(({ whole }) => whole <= first)
  }
})

const startOf = (at: number, step: number): number => at - at % step

// From which stretch on nothing is missing of what was read, and from which on it is shown: a plot with operations is never empty.
const reachOf = (raws: ReadonlyArray<RawRecord>, begin: number, step: number) => {
  const [newest, oldest] = [raws[0], raws.at(-1)]
  if (newest === undefined || oldest === undefined || raws.length < most) return { whole: begin, shown: begin }
  // Of the stretch that the oldest one is in something may be missing.
  const whole = startOf(placeIn(oldest).createdAt, step) + step
  return { whole, shown: Math.min(whole, startOf(placeIn(newest).createdAt, step)) }
}

const sumOf = (amounts: ReadonlyArray<Cents | null>): Cents =>
  amounts.reduce<Cents>((sum, amount) => amount === null ? sum : add(sum, amount), zero("BRL"))

// The nearest rank: the smallest value that so many hundredths of all are not above.
const percentile = (sorted: ReadonlyArray<number>, share: number): number | null =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? null

type Point = ReturnType<typeof pointOf>

const pointOf = (at: number, operations: ReadonlyArray<BrowsedOperation>) => {
  const succeeded = operations.filter(({ end }) => end === "succeeded")
  const took = succeeded.flatMap(({ settled }) => settled === null ? [] : [secondsOf(settled.at - settled.from)])
    .toSorted((a, b) => a - b)
  return {
    at: isoInstant(at),
    count: operations.length,
    succeeded: succeeded.length,
    failed: operations.filter(({ end }) => end === "failed").length,
    volumeBrl: printBrl(sumOf(succeeded.map(({ value }) => value))),
    feeBrl: printBrl(sumOf(succeeded.map(({ fee }) => fee))),
    p50: percentile(took, 0.5),
    p95: percentile(took, 0.95)
  }
}

const pendingOf = (kind: Browsed, operations: ReadonlyArray<BrowsedOperation>, now: number) => {
  const each = new Map(operations.map((operation) => [operation.recordId, operation]))
  const ages = [...each.values()].filter(({ isFinal }) => !isFinal).map(({ createdAt }) => now - createdAt)
  const between = (least: number, below: number): number => ages.filter((age) => age >= least && age < below).length
  return {
    kind,
    underMinute: between(-Infinity, minute),
    underTenMinutes: between(minute, 10 * minute),
    underHour: between(10 * minute, hour),
    underDay: between(hour, day),
    older: between(day, Infinity)
  }
}
