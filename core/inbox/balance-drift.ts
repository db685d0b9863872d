// Whether what the PIX provider holds of us goes another way than our books. What is on its way makes the two differ for a while, and on
// an account that moves no two looks are the same; so a difference counts that stays what it is, that is large twice in a row, or that
// most looks of half a day have on one side (0184).
import { mulDivFloor } from "../base/money/units.ts"
import type { RailComparison } from "./rail-comparison.ts"

type Look = RailComparison["looks"][number]

/** Looks that are kept: one an hour, so a day of them. */
const kept = 24

/** Out of the last twelve looks nine have to differ the same way: what is on its way at some of them hides nothing. */
const [lately, most] = [12, 9]

/** The least that so many looks differ by: R$ 20.00, or 0.05 % of what moved in a day. */
const slow = { cents: 2_000n, share: 2_000n }
/** The least that two looks in a row differ by: R$ 1,000.00, or 5 % of what moved in a day. */
const sudden = { cents: 100_000n, share: 20n }

/** So many looks come before it is known what was there from the start: something may be on its way at one of them. */
const firstLooks = 3

/** The looks with a new one while nothing is known, and what is known by them: the middle one of the first. */
export const agreedAtFirst = (
  before: ReadonlyArray<Look>,
  now: Look
): Pick<RailComparison, "difference" | "looks"> => {
  const looks = [...before, now]
  const [, middle = null] = looks.map(({ difference }) => difference).toSorted((a, b) => a < b ? -1 : 1)
  return { looks, difference: looks.length < firstLooks ? null : middle }
}

/** What one more look came to. */
export interface Drift {
  readonly looks: ReadonlyArray<Look>
  /** By how many cents the provider's balance has moved away from ours since both agreed last; 0 while nothing shows that. */
  readonly by: bigint
}

/** The looks with a new one, and the drift that they show from a difference that is known. */
export const driftFrom = (known: bigint, before: ReadonlyArray<Look>, now: Look): Drift => {
  const looks = [...before, now].slice(-kept)
  const away = looks.map(({ difference }) => difference - known)
  const moved = looks.reduce((sum, look) => sum + look.moved, 0n)
  // In a day, also where there are looks of some hours only.
  const inDay = mulDivFloor(moved, BigInt(kept), BigInt(looks.length))
  const boundOf = ({ cents, share }: typeof slow): bigint => larger(cents, mulDivFloor(inDay, 1n, share))
  const [last, ...others] = [away.at(-1) ?? 0n, ...away.slice(-2, -1)]
  const stays = others.includes(last) ? last : 0n
  const found = [
    stays,
    commonTo(away.slice(-2), 2, boundOf(sudden)),
    commonTo(away.slice(-lately), most, boundOf(slow))
  ]
  return { looks, by: found.find((by) => by !== 0n) ?? 0n }
}

// The least of the differences on one side that are at least a bound, where there are enough of them; 0 otherwise.
const commonTo = (away: ReadonlyArray<bigint>, enough: number, bound: bigint): bigint => {
  for (const side of [1n, -1n]) {
    const beyond = away.map((each) => each * side).filter((each) => each >= bound)
    if (beyond.length >= enough) return beyond.reduce((least, each) => each < least ? each : least) * side
  }
  return 0n
}

const larger = (one: bigint, other: bigint): bigint => one > other ? one : other
