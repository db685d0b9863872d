// What a treasury can give to a sweep: read when it is ordered, and again before it is sent, for it may have waited in between.
import { Effect, Option } from "effect"
import { reason } from "../../base/reason/reason.ts"
import { printHeld } from "../../base/money/decimal.ts"
import type { Wait } from "../movement/news.ts"
import { Chain } from "../../ports/chain.ts"
import { type FloatMark, FloatMarks } from "../../ports/float-marks.ts"
import { answersWithinMs } from "../../ports/on-its-way.ts"
import { Store } from "../../engine/store/store.ts"
import type { TreasuryPlace } from "./treasury-sweep.ts"

/** What says whether a treasury can be swept. */
export type TreasuryReads = Chain | FloatMarks

/** A mark that something can be swept by. */
export type SweepMark = FloatMark & { readonly high: bigint; readonly sweepTo: string }

/** The mark of a treasury with its sweep address; undefined where the configuration names none. */
export const sweepMarkOf = ({ asset, network }: TreasuryPlace) =>
  Effect.map(
    FloatMarks,
    (marks) => marks.find((mark): mark is SweepMark => isOf(mark, { asset, network }) && canSweep(mark))
  )

const isOf = (mark: FloatMark, { asset, network }: TreasuryPlace): boolean =>
  mark.network === network && mark.what === asset

const canSweep = ({ high, sweepTo }: FloatMark): boolean => high !== undefined && sweepTo !== undefined

/**
 * Smallest units that a treasury holds beside what movements under way take from it; undefined while it cannot be read. What has left
 * and is not booked yet is taken off twice, so it may be too low for a moment and is never too high.
 */
export const freeUnits = Effect.fnUntraced(function*({ asset, network }: TreasuryPlace) {
  const { floats } = yield* Chain
  if (floats === undefined) return undefined
  // Read before the level, so that what is booked in between is not taken for there.
  const account = `float-reserved/${network}`
  const reserved = (yield* Store.use((store) => store.balances(account)))
    .find((row) => row.account === account && row.asset === asset)?.amount ?? 0n
  const read = Option.flatten(yield* Effect.option(Effect.timeoutOption(floats(network), answersWithinMs)))
  const held = Option.getOrElse(read, () => []).find((float) =>
    float.role === "treasury" && float.what === asset && float.network === network
  )
  return held === undefined ? undefined : held.units - reserved
})

/** What of so many units may leave before a treasury is below its low mark; never below zero. */
export const mostOf = ({ low = 0n }: FloatMark, free: bigint): bigint => free > low ? free - low : 0n

/** Why a sweep that was not sent yet has to wait: the configuration or the treasury has changed since it was ordered. */
export const sweepWaitsFor: Wait<TreasuryReads> = Effect.fnUntraced(function*({ order }) {
  if (order.kind !== "delivery") return undefined
  const { address, asset, network, units } = order
  const mark = yield* sweepMarkOf(order)
  if (mark?.sweepTo !== address) return reason("addressNotConfigured")
  const free = yield* freeUnits({ asset, network })
  if (free === undefined) return reason("floatUnread")
  return units > mostOf(mark, free)
    ? { code: "belowLowMark", asset, free: printHeld(asset, free < 0n ? 0n : free) }
    : undefined
})
