// What happens in a simulation, as data: who there is, what is requested and when, and what goes wrong. A scenario is drawn
// from a seed, or written down; running it twice gives the same trace.
import type { Action } from "./actions/action.ts"
import type { Script } from "./decisions.ts"
import type { FaultRates } from "./faults.ts"

/** The stores that a simulation can run on. */
export const stores = ["memory", "sqlite"] as const
export type StoreName = typeof stores[number]

/** One thing that somebody does. Others name it by its number. */
export interface Step {
  readonly number: number
  /** Milliseconds after the start. */
  readonly atMs: number
  readonly action: Action
}

export interface Scenario {
  readonly seed: number
  /** Unix milliseconds. */
  readonly startsAt: number
  readonly steps: ReadonlyArray<Step>
  /** How often what goes wrong, or exactly what and where. */
  readonly faults: FaultRates | { readonly script: Script }
  /** What the service keeps its records in; memory by default. SQLite is a file that is in memory. */
  readonly store?: StoreName
}
