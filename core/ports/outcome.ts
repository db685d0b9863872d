// The answer of every port that moves money. Unknown means "may have happened": it is looked up, never repeated, and
// never read as a failure (C10).

/** It happened: here is the evidence. */
export interface Done<A> {
  readonly _tag: "Done"
  readonly value: A
}

/** It did not happen and never will. `reason` is for the operator and the logs, not for the customer. */
export interface Refused {
  readonly _tag: "Refused"
  readonly reason: string
}

/** It may have happened: a time-out, a cut connection, an answer that cannot be read. */
export interface Unknown {
  readonly _tag: "Unknown"
  readonly reason: string
}

/** The other side has never heard of our operation id: it is safe to ask. Only a look-up can know this. */
export interface Absent {
  readonly _tag: "Absent"
}

export type Outcome<A> = Done<A> | Refused | Unknown
export type LookUp<A> = Outcome<A> | Absent

export const done = <A>(value: A): Done<A> => ({ _tag: "Done", value })
export const refused = (reason: string): Refused => ({ _tag: "Refused", reason })
export const unknown = (reason: string): Unknown => ({ _tag: "Unknown", reason })
export const absent: Absent = { _tag: "Absent" }
