// The trials of a store, and what they say.
import { atOnce } from "../../simulate/child.ts"
import { planned } from "./plan.ts"
import { away } from "./plane.ts"
import { run } from "./trial.ts"

export interface Figures {
  readonly kills: number
  /** Whether somebody was killed between every pair of steps that there is. */
  readonly isEveryPair: boolean
  readonly lost: ReadonlyArray<string>
  readonly doubled: ReadonlyArray<string>
}

/** Kills so often on one kind of store, in trials two at a time, each with a store of its own; prints the figures. */
export const killsBetweenSteps = async (
  store: string,
  count: number,
  onStore: <A>(use: (url: string) => Promise<A>) => Promise<A>
): Promise<Figures> => {
  const { isEveryPair, kills, pairs, trials } = await planned(count)
  const judged = await atOnce(trials, 2, async (trial) => {
    for (;;) {
      const found = await onStore((url) => run(trial, url))
      if (found !== away) return { trial, found }
    }
  })
  const told = (about: "doubled" | "lost") =>
    judged.flatMap(({ found, trial }) =>
      found[about] === undefined ? [] : [`${found[about]}: ${JSON.stringify(trial)}`]
    )
  const figures = { kills, isEveryPair, lost: told("lost"), doubled: told("doubled") }
  const between = `${isEveryPair ? "all " : ""}${pairs.size} pairs of steps`
  console.info(
    `kills between steps on ${store}: ${kills} kills, ${between}, ${figures.lost.length} lost, ${figures.doubled.length} doubled`
  )
  return figures
}
