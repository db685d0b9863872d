// Which trials there are: all cases and their steps, walked evenly in a fixed order. First somebody dies between each pair of steps
// of a process that nothing has happened to, the cases of the first group before others; then between each pair of one that
// takes over from it; then more of both.
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
  readonly second: () => Promise<ReadonlyArray<string>>
}

/** Each place between two steps is known by all that the process did before, whichever kind it moved. */
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
      const step = (number + round + 1) * strideOf(own.length) % own.length
      const once: T = { ...alone, kills: [step + 1] }
      let second: Promise<ReadonlyArray<string>> | undefined
      yield { once, first: own[step] ?? "", second: () => second ??= pairsOf(sort, once) }
    }
  }
}

export interface Planned<T> {
  readonly trials: ReadonlyArray<T>
  readonly kills: number
  /** The pairs of steps between which somebody dies. */
  readonly pairs: ReadonlySet<string>
  /** Whether somebody dies between every pair of the first group's first processes. */
  readonly isWholeSend: boolean
  /** Whether these are all pairs that there are. */
  readonly isEveryPair: boolean
}

/** Trials with at least so many deaths. */
export const planned = async <T extends Trial>(
  sort: Sort<T>,
  groups: ReadonlyArray<ReadonlyArray<T>>,
  count: number
): Promise<Planned<T>> => {
  const trials: Array<T> = []
  const pairs = new Set<string>()
  const all: Array<Scene<T>> = []
  let kills = 0
  let wholeGroups = 0
  const result = (isEveryPair: boolean): Planned<T> => ({
    trials,
    kills,
    pairs,
    isWholeSend: wholeGroups > 0,
    isEveryPair
  })
  const take = async ({ first, once, second }: Scene<T>, again?: number): Promise<void> => {
    trials.push({ ...once, kills: [...once.kills, ...again === undefined ? [] : [again + 1]] })
    kills += again === undefined ? 1 : 2
    pairs.add(first)
    if (again !== undefined) pairs.add((await second())[again] ?? "")
  }
  for (const cases of groups) {
    for await (const scene of scenes(sort, cases)) {
      all.push(scene)
      if (pairs.has(scene.first)) continue
      if (kills >= count) return result(false)
      await take(scene)
    }
    wholeGroups++
  }
  let isEveryPair = false
  while (!isEveryPair && kills < count) {
    isEveryPair = true
    for (const scene of all) {
      if (kills >= count) break
      const second = await scene.second()
      const from = kills * strideOf(second.length)
      const again = second.map((_, index) => (from + index) % second.length)
        .find((step) => !pairs.has(second[step] ?? ""))
      if (again === undefined) continue
      isEveryPair = false
      await take(scene, again)
    }
  }
  for (let number = 0; kills < count; number++) {
    const scene = all[number * strideOf(all.length) % all.length] as Scene<T>
    await take(scene, number % (await scene.second()).length)
  }
  return result(isEveryPair)
}
