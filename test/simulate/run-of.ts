// One seed as it is run: how rough its world is and how much happens in it.
import type { Profile } from "../../hosts/simulate/profiles.ts"
import type { StoreName } from "../../hosts/simulate/scenario.ts"

export interface Run {
  readonly seed: number
  readonly profile: Profile
  readonly storiesPerDay: number
  /** Memory by default. */
  readonly store?: StoreName
}

/** What one run came to; counts are by name. */
export interface Result extends Run {
  readonly operations: number
  readonly steps: number
  readonly cpuMs: number
  readonly hash: string
  readonly violations: ReadonlyArray<string>
  readonly rows: Readonly<Record<string, number>>
  readonly faults: Readonly<Record<string, number>>
}
