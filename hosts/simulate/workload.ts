// Draws a scenario from a seed: who asks for what, when, and what the people and banks around it do.
import type { Action } from "./actions/action.ts"
import { stories as allStories } from "./actions/acts.ts"
import { hastyReturnStory } from "./actions/deposit.ts"
import { givenBackStory } from "./actions/given-back.ts"
import { unheardPayoutStory } from "./actions/payout.ts"
import type { Story } from "./actions/stage.ts"
import type { FaultRates } from "./faults.ts"
import { startOf } from "./calendar.ts"
import { checkAbove0, checkFrom0, checkRates, checkSeed, checkStore } from "./checks.ts"
import { Random } from "./random.ts"
import type { Scenario, Step, StoreName } from "./scenario.ts"

const day = 86_400_000
/** Key owners of every simulation. */
const accountCount = 4

/** What happens where somebody says nothing of what he did, and how often beside any other story. */
export const rareStories: ReadonlyArray<Story> = [unheardPayoutStory, hastyReturnStory, givenBackStory]
const rareShare = 0.16

export interface Plan {
  readonly seed: number
  readonly days: number
  /** Stories a day, on average. */
  readonly storiesPerDay: number
  readonly faults: FaultRates
  readonly store?: StoreName
  /** What may happen; everything by default. */
  readonly stories?: Stories
}

type Stories = typeof allStories

/** The scenario of a seed. */
export const scenarioOf = ({ days, faults, seed, store, stories = allStories, storiesPerDay }: Plan): Scenario => {
  checkSeed(seed)
  checkAbove0("days", days)
  checkFrom0("storiesPerDay", storiesPerDay)
  checkRates(faults)
  checkStore(store)
  const random = new Random(seed, "workload")
  const drawn: Array<{ readonly number: number; readonly atMs: number; readonly action: Action }> = []
  const add = (atMs: number, action: Action): number => {
    const number = drawn.length + 1
    drawn.push({ number, atMs, action })
    return number
  }
  const calendar = new Random(seed, "calendar")
  const startsAt = startOf(calendar.chance(faults.calendarEdge ?? 0) ? calendar.next() : undefined)
  const count = Math.max(1, Math.round(days * storiesPerDay))
  for (let told = 0; told < count; told++) {
    const atMs = Math.floor(random.next() * days * day)
    pickStory(random, stories)(random, random.below(accountCount), atMs, add)
  }
  // Drawn last and by themselves: what is rare anyway must not change what else a seed means.
  const rare = new Random(seed, "rare")
  const isRough = Object.keys(faults).length > 0 && stories === allStories
  for (let told = 0; isRough && told < count * rareShare; told++) {
    const atMs = Math.floor(rare.next() * days * day)
    rareStories[told % rareStories.length]?.(rare, rare.below(accountCount), atMs, add)
  }
  const steps: ReadonlyArray<Step> = drawn.toSorted((a, b) => a.atMs - b.atMs || a.number - b.number)
  return { seed, startsAt, steps, faults, ...(store === undefined ? {} : { store }) }
}

const pickStory = (random: Random, stories: Stories): Story => {
  let left = random.next() * stories.reduce((sum, { weight }) => sum + weight, 0)
  return (stories.find(({ weight }) => (left -= weight) < 0) ?? random.pick(stories)).tell
}
