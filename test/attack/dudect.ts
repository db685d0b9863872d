// Whether the time of something depends on which of two inputs it gets: a t-test over measurements in random order, cropped at a
// percentile so that what the machine does meanwhile is left out (Reparaz, Balasch and Verbauwhede, "Dude, is my code constant
// time?", 2017). Where texts lie in memory makes a difference too, the same for all measurements of one set of them; so it is
// measured with many sets, and the test is over the differences of the sets.

/** What share of the measurements of each input counts, the fastest first. */
const crops = [0.5, 0.75, 0.9, 0.95]
const sets = 20

/** Beyond this, times differ: of twenty sets, chance alone gets here once in ten thousand times. */
export const differs = 5

export interface Timed<A> {
  /** Makes a set of inputs, and gives one of either kind: choosing is no part of what is measured. */
  readonly inputs: () => (isFirst: boolean, sample: number) => A
  readonly run: (input: A) => unknown
  /** Over all sets. */
  readonly samples: number
  /** Calls of one measurement. */
  readonly calls: number
}

const meanOf = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

const cropped = (times: ReadonlyArray<number>, share: number): number =>
  meanOf(times.slice(0, Math.ceil(times.length * share)))

/** By crop: how much longer the first kind takes with one set of inputs. */
const differencesOf = <A>({ calls, inputs, run, samples }: Timed<A>): ReadonlyArray<number> => {
  const input = inputs()
  const times = { first: [] as Array<number>, last: [] as Array<number> }
  let kept: unknown
  for (let sample = 0; sample < samples / sets; sample++) {
    const isFirst = Math.random() < 0.5
    const given = input(isFirst, sample)
    const startedAt = process.hrtime.bigint()
    for (let call = 0; call < calls; call++) kept = run(given)
    times[isFirst ? "first" : "last"].push(Number(process.hrtime.bigint() - startedAt))
  }
  if (kept === undefined) throw new Error("nothing was measured")
  const [first, last] = [times.first, times.last].map((each) => each.toSorted((a, b) => a - b))
  return crops.map((share) => cropped(first ?? [], share) - cropped(last ?? [], share))
}

/** Nanoseconds of a call: what is below no clock of a network tells, and a comparison that stops early is far above. */
const resolution = 2

const studentOf = (differences: ReadonlyArray<number>, calls: number): number => {
  const mean = Math.max(0, Math.abs(meanOf(differences)) - resolution * calls)
  const middle = meanOf(differences)
  const variance = differences.reduce((sum, each) => sum + (each - middle) ** 2, 0) / (differences.length - 1)
  return variance === 0 ? 0 : mean / Math.sqrt(variance / differences.length)
}

// The largest t over all crops.
const measured = <A>(timed: Timed<A>): number => {
  // The first set warms up.
  differencesOf(timed)
  const all = Array.from({ length: sets }, () => differencesOf(timed))
  return Math.max(...crops.map((_, crop) => studentOf(all.map((differences) => differences[crop] ?? 0), timed.calls)))
}

const repeats = 3

/**
 * The t of a comparison: beyond `differs`, the time tells which input it was. A difference of the code shows in every
 * measurement; one of the compiler, which may change its mind in the middle of a set, does not come back. So what is beyond is
 * measured again, and the smallest of three counts.
 */
export const timingOf = <A>(timed: Timed<A>): number => {
  let smallest = Number.POSITIVE_INFINITY
  for (let repeat = 0; repeat < repeats && smallest >= differs; repeat++) {
    smallest = Math.min(smallest, measured(timed))
  }
  return smallest
}
