// When a cost beside the peer's has grown or fallen so far that the gate stops a change. Kept figures are those of a commit: the
// median of its rounds, and the lowest and the highest of them.

export interface Ratio {
  readonly median: number
  readonly low: number
  readonly high: number
}

export type Verdict = "within" | "dearer" | "cheaper"

/** Below this share of the kept figure, with every round below every kept one, a gain has to be written down. */
const gain = 0.75

/** What rounds of service and peer in turn say of a piece of work. */
export const ratioOf = (rounds: ReadonlyArray<number>): Ratio => {
  const sorted = rounds.toSorted((a, b) => a - b)
  return { median: sorted[sorted.length >> 1] ?? 0, low: sorted[0] ?? 0, high: sorted.at(-1) ?? 0 }
}

/** Compares with what is kept; a figure may be so many times the kept one, and always as high as the highest round was. */
export const judge = (kept: Ratio, measured: Ratio, most: number): Verdict => {
  if (measured.median > kept.median * most && measured.median > kept.high) return "dearer"
  if (measured.median < kept.median * gain && measured.high < kept.low) return "cheaper"
  return "within"
}
