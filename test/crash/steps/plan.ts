// Which trials there are: all cases and their steps, walked evenly in a fixed order; first such that somebody dies between each
// pair of steps, then more of them.
import { type Sort, type Trial, stepsAfter } from "./trial.ts"

/** How far apart things are taken of so many, so that all come and neighbours come late. */
const strideOf = (count: number): number => {
  const common = (a: number, b: number): number => b === 0 ? a : common(b, a % b)
  let stride = Math.ceil(count * 0.6)
  while (common(stride, count) > 1) stride++
  return stride
}

/** A trial of which the first process dies, and the pairs of steps between which processes may die. */
interface Scene<T> {
  readonly once: T
  readonly first: string
  /** By the step of the second process, from 0 up. */
  readonly second: ReadonlyArray<string>
}

/** Each place between two steps is told by all that the process did before, whichever kind it moved. */
const pairsOf = async <T extends Trial>(sort: Sort<T>, trial: T): Promise<ReadonlyArray<string>> =>
  (await stepsAfter(sort, trial)).map((_, index, steps) => steps.slice(0, index + 1).join("; "))

/** All scenes: a step of each case, then another of each, until each had all of its own. */
const scenes = async function*<T extends Trial>(sort: Sort<T>, cases: ReadonlyArray<T>): AsyncGenerator<Scene<T>> {
  const pairs = new Map<T, ReadonlyArray<string>>()
  for (let round = 0, isOver = false; !isOver; round++) {
    isOver = true
    for (const number of cases.keys()) {
      const alone = cases[number * strideOf(cases.length) % cases.length] as T
      const own = pairs.get(alone) ?? await pairsOf(sort, alone)
      pairs.set(alone, own)
      if (round >= own.length) continue
      isOver = false
      const step = (number + round) * strideOf(own.length) % own.length
      const once: T = { ...alone, kills: [step + 1] }
      yield { once, first: own[step] ?? "", second: await pairsOf(sort, once) }
    }
  }
}

export interface Planned<T> {
  readonly trials: ReadonlyArray<T>
  readonly kills: number
  /** The pairs of steps between which somebody dies. */
  readonly pairs: ReadonlySet<string>
  /** Whether these are all pairs that there are. */
  readonly isEveryPair: boolean
}

/** Trials with at least so many deaths. */
export const planned = async <T extends Trial>(
  sort: Sort<T>,
  cases: ReadonlyArray<T>,
  count: number
): Promise<Planned<T>> => {
  const trials: Array<T> = []
  const pairs = new Set<string>()
  const all: Array<Scene<T>> = []
  let kills = 0
  const take = ({ first, once, second }: Scene<T>, again: number | undefined): void => {
    const againAt = again === undefined ? [] : [again + 1]
    trials.push({ ...once, kills: [...once.kills, ...againAt] })
    kills += 1 + againAt.length
    for (const pair of [first, ...againAt.map((step) => second[step - 1] ?? "")]) pairs.add(pair)
  }
  const takeUntried = (scene: Scene<T>): boolean => {
    const from = kills * strideOf(scene.second.length)
    const again = scene.second.map((_, index) => (from + index) % scene.second.length)
      .find((step) => !pairs.has(scene.second[step] ?? ""))
    if (again === undefined && pairs.has(scene.first)) return false
    take(scene, again)
    return true
  }
  for await (const scene of scenes(sort, cases)) {
    if (kills >= count) return { trials, kills, pairs, isEveryPair: false }
    takeUntried(scene)
    all.push(scene)
  }
  let isEveryPair = false
  while (!isEveryPair && kills < count) isEveryPair = all.filter((scene) => takeUntried(scene)).length === 0
  for (let number = 0; kills < count; number++) {
    const scene = all[number * strideOf(all.length) % all.length] as Scene<T>
    take(scene, number * strideOf(scene.second.length) % scene.second.length)
  }
  return { trials, kills, pairs, isEveryPair }
}
