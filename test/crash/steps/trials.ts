// Trials of one sort, and what they say.
import { atOnce } from "../../simulate/child.ts"
import { planned } from "./plan.ts"
import { away } from "./plane.ts"
import { type Judged, type Sort, type Trial, run } from "./trial.ts"

export interface Figures {
  readonly kills: number
  /** Whether somebody was killed between every pair of steps that there is. */
  readonly isEveryPair: boolean
  readonly lost: ReadonlyArray<string>
  readonly doubled: ReadonlyArray<string>
  /** Those that a person decides in the end. */
  readonly forPerson: ReadonlyArray<string>
}

/** What kills are looked at. */
export interface Wanted<T extends Trial> {
  readonly sort: Sort<T>
  readonly cases: ReadonlyArray<T>
  /** What is printed in front of the figures. */
  readonly name: string
  readonly count: number
  /** Gives an empty store for a trial. */
  readonly onStore: <A>(use: (url: string) => Promise<A>) => Promise<A>
}

/** Kills so often, in trials two at a time, each with a store of its own; prints the figures. */
export const killsBetweenSteps = async <T extends Trial>(
  { cases, count, name, onStore, sort }: Wanted<T>
): Promise<Figures> => {
  const { isEveryPair, kills, pairs, trials } = await planned(sort, cases, count)
  const judged = await atOnce(trials, 2, async (trial) => {
    for (;;) {
      const found = await onStore((url) => run(sort, trial, url))
      if (found !== away) return { trial, found }
    }
  })
  const seen = (about: keyof Judged) =>
    judged.flatMap(({ found, trial }) =>
      found[about] === undefined ? [] : [`${found[about]}: ${JSON.stringify(trial)}`]
    )
  const figures = { kills, isEveryPair, lost: seen("lost"), doubled: seen("doubled"), forPerson: seen("forPerson") }
  const counts = (["lost", "doubled", "forPerson"] as const).map((about) => `${figures[about].length} ${about}`)
  const between = `${isEveryPair ? "all " : ""}${pairs.size} pairs of steps`
  console.info(`${name}: ${kills} kills, ${between}, ${counts.join(", ")}`)
  return figures
}
