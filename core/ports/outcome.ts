// The answer of every port that moves money. Unknown means "may have happened": it is looked up, never repeated, and
// never read as a failure (C10). Refused is only for what the other side lists as a statement about this very movement (C49).

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

/**
 * Why something was not sent: an empty treasury, no fuel for fees, a limit, a paused token or rail, a missing signer or approval.
 * `manual`: the other side takes no such order at all, so a person does it there and says so (0233).
 */
export type HoldReason = "float" | "fuel" | "limit" | "paused" | "custody" | "approval" | "manual"

/**
 * Nothing was sent, for a reason of our own: it is tried again, but for `manual`, and shown to the operator (C51). Only a sending can
 * know this.
 */
export interface Held {
  readonly _tag: "Held"
  readonly reason: HoldReason
  /** For the operator, such as what is missing; no secret. */
  readonly detail: string
}

/** The other side has never heard of our operation id: it is safe to ask. Only a look-up can know this. */
export interface Absent {
  readonly _tag: "Absent"
}

export type Outcome<A> = Done<A> | Refused | Unknown
/** The answer of a call that moves value. */
export type Sending<A> = Outcome<A> | Held
export type LookUp<A> = Outcome<A> | Absent

export const done = <A>(value: A): Done<A> => ({ _tag: "Done", value })
export const refused = (reason: string): Refused => ({ _tag: "Refused", reason })
export const unknown = (reason: string): Unknown => ({ _tag: "Unknown", reason })
export const held = (reason: HoldReason, detail: string): Held => ({ _tag: "Held", reason, detail })
export const absent: Absent = { _tag: "Absent" }
