// A bug that is planted on purpose: a change of one place of the source, or of the few that stand in for each other.
import type { Action } from "../../hosts/simulate/actions/action.ts"
import type { Fault } from "../../hosts/simulate/faults.ts"
import type { profiles } from "../../hosts/simulate/profiles.ts"

/** A place of the source and what stands there instead. */
export interface Place {
  readonly file: string
  /** Exactly once in the file. */
  readonly find: string
  readonly replace: string
}

export interface Bug extends Place {
  readonly name: string
  /** What the bug does, in the words of somebody who has to mend it. */
  readonly about: string
  /** Further places, where the promise is kept by more than one. */
  readonly also?: ReadonlyArray<Place>
  /** The promises that may give it away. */
  readonly invariants: ReadonlyArray<string>
  readonly hunt?: Partial<Hunt>
}

/** Where a bug is looked for: how rough the world is, how much happens in a day, and in which stories. */
export interface Hunt {
  readonly profile: keyof typeof profiles
  readonly storiesPerDay: number
  /** Only stories that begin so; all when absent. */
  readonly only: ReadonlyArray<Action["do"]>
  /** What does not go wrong. */
  readonly without: ReadonlyArray<Fault>
}

/** A hunt without settings of its own: everything, roughly, by clocks that agree. */
export const usualHunt = {
  profile: "rough",
  storiesPerDay: 60,
  only: [],
  without: ["clockSkew", "clockJumpAhead", "clockJumpBack"]
} as const satisfies Hunt
