// The trials of a store: all kinds of movement, sides, fates and steps, walked evenly in a fixed order.
import { fates } from "../../explore/rail.ts"
import { orders } from "../../explore/run.ts"
import { atOnce } from "../../simulate/child.ts"
import { type Trial, run, stepsAfter } from "./trial.ts"

const kinds = Object.keys(orders) as ReadonlyArray<keyof typeof orders>

interface Planned {
  readonly trial: Trial
  /** Where its kills fall: the kind, and every step up to the one that does not come any more. */
  readonly places: ReadonlyArray<string>
}

/** How far apart things are taken of so many, so that all come and neighbours come late. */
const strideOf = (count: number): number => {
  const common = (a: number, b: number): number => b === 0 ? a : common(b, a % b)
  let stride = Math.ceil(count * 0.6)
  while (common(stride, count) > 1) stride++
  return stride
}

const planned = async (number: number): Promise<Planned> => {
  const round = Math.floor(number / kinds.length)
  const kind = kinds[number * 2 % kinds.length] ?? "pixPayment"
  const fate = fates[(number + round) % fates.length] ?? "done"
  const alone: Trial = { kind, keepsIds: (number + round) % 2 === 0, fate, isSoon: round % 4 > 1, kills: [] }
  const first = await stepsAfter(alone)
  const killAt = (number + round * strideOf(first.length)) % first.length + 1
  const once: Trial = { ...alone, kills: [killAt] }
  const firstPlace = [kind, ...first.slice(0, killAt)].join("; ")
  const second = await stepsAfter(once)
  // Now and then the second lives.
  const againAt = (number + round * strideOf(second.length + 1)) % (second.length + 1)
  if (againAt === 0) return { trial: once, places: [firstPlace] }
  const places = [firstPlace, [kind, "again", ...second.slice(0, againAt)].join("; ")]
  return { trial: { ...once, kills: [killAt, againAt] }, places }
}

export interface Figures {
  readonly kills: number
  /** Different pairs of steps between which somebody was killed. */
  readonly pairs: number
  readonly lost: ReadonlyArray<string>
  readonly doubled: ReadonlyArray<string>
}

/** Kills so often on stores of one kind, two at a time; each trial is given a store of its own. */
export const killsBetweenSteps = async (
  count: number,
  onStore: <A>(use: (url: string) => Promise<A>) => Promise<A>
): Promise<Figures> => {
  const plan: Array<Planned> = []
  let kills = 0
  while (kills < count) {
    const next = await planned(plan.length)
    plan.push(next)
    kills += next.trial.kills.length
  }
  const judged = await atOnce(plan, 2, ({ trial }) => onStore((url) => run(trial, url)))
  const told = (about: "doubled" | "lost") =>
    judged.flatMap((each, index) =>
      each[about] === undefined ? [] : [`${each[about]}: ${JSON.stringify(plan[index]?.trial)}`]
    )
  const pairs = new Set(plan.flatMap(({ places }) => places)).size
  return { kills, pairs, lost: told("lost"), doubled: told("doubled") }
}

export const printed = (store: string, { doubled, kills, lost, pairs }: Figures): string =>
  `kills between steps on ${store}: ${kills} kills, ${pairs} pairs of steps, ${lost.length} lost, ${doubled.length} doubled`
