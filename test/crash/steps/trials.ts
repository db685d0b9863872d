// Trials of one sort, and what they say.
import { atOnce } from "../../simulate/child.ts"
import { planned } from "./plan.ts"
import { away } from "./plane.ts"
import { type Judged, type Sort, type Trial, run } from "./trial.ts"

export interface Figures {
  readonly kills: number
  /** Whether somebody was killed between every pair of steps of a first process of the first group. */
  readonly isWholeSend: boolean
  /** And between every pair that there is, also of processes that take over. */
  readonly isEveryPair: boolean
  readonly lost: ReadonlyArray<string>
  readonly doubled: ReadonlyArray<string>
  /** Those that a person decides in the end. */
  readonly forPerson: ReadonlyArray<string>
}

const words = { lost: "lost", doubled: "doubled", forPerson: "for a person" } as const

/** A trial on a busy machine may not come as far as it was planned. */
const mostTries = 5

/** What kills are looked at. */
export interface Wanted<T extends Trial> {
  readonly sort: Sort<T>
  /** What kills are planned of: between each pair of steps of the first group before others. */
  readonly groups: ReadonlyArray<ReadonlyArray<T>>
  /** What is printed in front of the figures. */
  readonly name: string
  readonly count: number
  /** Gives an empty store for a trial. */
  readonly onStore: <A>(use: (url: string) => Promise<A>) => Promise<A>
}

/** Kills so often, in trials two at a time, each with a store of its own; prints the figures. */
export const killsBetweenSteps = async <T extends Trial>(
  { count, groups, name, onStore, sort }: Wanted<T>
): Promise<Figures> => {
  const { isEveryPair, isWholeSend, kills, pairs, trials } = await planned(sort, groups, count)
  const judged = await atOnce(trials, 2, async (trial) => {
    for (let tries = 0; tries < mostTries; tries++) {
      const found = await onStore((url) => run(sort, trial, url))
      if (found !== away) return { trial, found }
    }
    throw new Error(`${JSON.stringify(trial)} never came to the steps where its processes die`)
  })
  const seen = (about: keyof Judged) =>
    judged.flatMap(({ found, trial }) =>
      found[about] === undefined ? [] : [`${found[about]}: ${JSON.stringify(trial)}`]
    )
  const judgements = { lost: seen("lost"), doubled: seen("doubled"), forPerson: seen("forPerson") }
  const counts = (["lost", "doubled", "forPerson"] as const).map((about) =>
    `${judgements[about].length} ${words[about]}`
  )
  const between = `${isEveryPair ? "all " : ""}${pairs.size} pairs of steps${isWholeSend ? ", each of a send" : ""}`
  console.info(`${name}: ${kills} kills, ${between}, ${counts.join(", ")}`)
  return { ...judgements, kills, isWholeSend, isEveryPair }
}
