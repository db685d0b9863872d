// What an auditor of a simulation is: somebody who watches what is asked, answered, committed and done in the world, keeps
// sums and expectations of his own, and knows nothing of how the core decides. He takes types from it and no code.
import type { ChangeSet } from "../../../core/engine/store/store.ts"
import type { Action } from "../actions/action.ts"
import type { Heard } from "../client.ts"

/** A promise that was broken: which, and in what way, for somebody who sees it for the first time. */
export interface Violation {
  readonly invariant: string
  readonly message: string
  /** Unix milliseconds. */
  readonly at: number
}

/** Reports a broken promise. */
export type Report = (invariant: string, message: string) => void

/** A record as it was written, read as plain JSON. */
export interface Written {
  readonly kind: string
  readonly id: string
  readonly owner: string
  readonly isNew: boolean
  readonly value: Readonly<Record<string, unknown>>
}

/** What was asked for under a key: the step that asked first, and how. */
export interface FirstAsked<A extends Action = Action> {
  readonly step: number
  readonly action: A
}

/** Gives what a record was asked for by, as its id tells. */
export type AskedBy = (id: string) => FirstAsked | undefined

/** Watches commits, answers, and what moves in the world; `after` runs when nothing is to come any more. */
export interface Judge {
  readonly heard?: (first: FirstAsked, heard: Heard) => void
  readonly committed?: (changes: ChangeSet, written: ReadonlyArray<Written>) => void
  readonly after?: () => void
}
