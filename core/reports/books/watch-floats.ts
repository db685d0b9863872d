// Worker step that recurs: what treasuries and fee accounts hold against their marks. A float that falls below its low mark is put in the
// operator's review queue, once until it was filled; so is one that can be swept and rises above its high mark, once until it falls.
import { Clock, Effect, Option } from "effect"
import type { ReviewReason } from "../../base/reason/review-reason.ts"
import { operatorOwner } from "../../base/ids/ids.ts"
import type { Network } from "../../standards/address/network.ts"
import { printHeld } from "../../base/money/decimal.ts"
import { Chain, type ChainUnavailable, type Float } from "../../ports/chain.ts"
import { type FloatMark, FloatMarks } from "../../ports/float-marks.ts"
import { again } from "../../engine/store/job-queue.ts"
import { get, insert, replace } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { Reviews, review } from "../../engine/review/review.ts"
import { solvedOf } from "../../engine/review/solve-review.ts"
import { type FloatLevelNow, type FloatWatch, FloatWatches } from "./float-watch.ts"

const everyMs = 60_000
/** Where nothing has a mark, until the next look. */
const idleMs = 3_600_000

/** Looks at every float that has a mark. */
export const watchFloats = Effect.fnUntraced(function*() {
  const marks = yield* FloatMarks
  const { floats } = yield* Chain
  if (marks.length === 0 || floats === undefined) return again(idleMs)
  const { found, problem } = yield* readOf(marks, floats)
  const now = yield* Clock.currentTimeMillis
  const before = Option.getOrUndefined(yield* get(FloatWatches, "floats"))
  const known = before?.value.floats ?? []
  const levels = marks.flatMap((mark) => {
    const last = known.find((each) => isOf(mark, each))
    const units = leastOf(found.get(mark.network)?.filter((each) => isOf(mark, each)) ?? [])
    // What cannot be read now is as it was.
    if (units === undefined) return last === undefined ? [] : [last]
    return [levelNow(mark, units, last, now)]
  })
  const fallen = levels.filter(({ level, since }) => level === "low" && since === now)
  const forSweep = levels.filter((each) =>
    each.isForSweep === true && known.find((last) => isOf(each, last) && last.since === each.since)?.isForSweep !== true
  )
  const solved = yield* Effect.forEach(
    known.filter((each) => isOver(each, levels)),
    ({ level, network, since, what }) =>
      solvedOf(
        subjectOf({ network, what }),
        level === "low" ? "floatLow" : "floatHigh",
        now,
        (of) => of.since === since
      )
  )
  const after: FloatWatch = { id: "floats", owner: operatorOwner, floats: levels }
  const writes = [
    before === undefined ? insert(FloatWatches, after) : replace(FloatWatches, before, after),
    ...[...fallen, ...forSweep].map((each) => insert(Reviews, reviewOf(each, marks))),
    ...solved.flat()
  ]
  yield* Effect.forEach(fallen, ({ network, what }) => Effect.logError("A float is low", { network, what }))
  yield* Effect.forEach(forSweep, ({ network, what }) => Effect.logWarning("A float can be swept", { network, what }))
  yield* Store.use((store) => store.commit(changeSet({ writes })))
  return again(everyMs, problem)
})

// What each network holds; a network that is away is said, and keeps no other from being read.
const readOf = Effect.fnUntraced(function*(
  marks: ReadonlyArray<FloatMark>,
  floats: (network: Network) => Effect.Effect<ReadonlyArray<Float>, ChainUnavailable>
) {
  const found = new Map<Network, ReadonlyArray<Float>>()
  const problems: Array<{ readonly network: Network; readonly says: string }> = []
  yield* Effect.forEach(new Set(marks.map(({ network }) => network)), (network) =>
    Effect.match(floats(network), {
      onFailure: ({ reason: says }) => void problems.push({ network, says }),
      onSuccess: (read) => void found.set(network, read.filter((each) => each.network === network))
    }), { concurrency: "unbounded" })
  const networks = problems.toSorted((a, b) => a.network < b.network ? -1 : 1)
  return { found, problem: networks.length === 0 ? null : { code: "networksUnread" as const, networks } }
})

const isOf = (
  mark: Pick<FloatMark, "network" | "what">,
  float: { readonly network: Network; readonly what: string }
): boolean => float.network === mark.network && float.what === mark.what

// Two accounts may hold one coin, each for payments of its own: the one that has less is the first to stop some.
const leastOf = (floats: ReadonlyArray<Float>): bigint | undefined =>
  floats.map(({ units }) => units).toSorted((a, b) => a < b ? -1 : 1)[0]

const levelNow = (mark: FloatMark, units: bigint, last: FloatLevelNow | undefined, now: number): FloatLevelNow => {
  const { network, sweepTo, what } = mark
  const level = levelOf(mark, units)
  const before = last?.level === level ? last : undefined
  // An address that was configured since it rose, or is not configured any more, asks no one a second time.
  const isForSweep = level === "high" && (sweepTo !== undefined || before?.isForSweep === true)
  return { network, what, units, level, since: before?.since ?? now, ...isForSweep ? { isForSweep } : {} }
}

const levelOf = ({ high, low }: FloatMark, units: bigint): FloatLevelNow["level"] => {
  if (low !== undefined && units < low) return "low"
  return high !== undefined && units > high ? "high" : "enough"
}

const markOf = ({ network, what }: FloatLevelNow, marks: ReadonlyArray<FloatMark>): FloatMark | undefined =>
  marks.find((each) => isOf(each, { network, what }))

const subjectOf = ({ network, what }: Pick<FloatLevelNow, "network" | "what">): string => `float/${what}@${network}`

/** Whether a level that a review may be about is another one now. */
const isOver = ({ level, network, since, what }: FloatLevelNow, levels: ReadonlyArray<FloatLevelNow>): boolean =>
  level !== "enough" && levels.some((each) => each.network === network && each.what === what && each.since !== since)

const reviewOf = (float: FloatLevelNow, marks: ReadonlyArray<FloatMark>) =>
  review({
    owner: operatorOwner,
    subject: subjectOf(float),
    reason: float.level === "low" ? lowOf(float, marks) : highOf(float, marks),
    createdAt: float.since
  })

const lowOf = (float: FloatLevelNow, marks: ReadonlyArray<FloatMark>): ReviewReason => {
  const { network, since, units, what } = float
  const low = markOf(float, marks)?.low
  const mark = low === undefined ? null : printHeld(what, low)
  return { code: "floatLow", what, network, since, units: printHeld(what, units), mark }
}

const highOf = (float: FloatLevelNow, marks: ReadonlyArray<FloatMark>): ReviewReason => {
  const { network, since, units, what } = float
  const { high, sweepTo } = markOf(float, marks) ?? {}
  const sweepable = high === undefined || sweepTo === undefined
    ? null
    : { units: printHeld(what, units - high), to: sweepTo }
  const mark = high === undefined ? null : printHeld(what, high)
  return { code: "floatHigh", what, network, since, units: printHeld(what, units), mark, sweepable }
}
