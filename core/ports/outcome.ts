// The answer of every port that moves money. Unknown means "may have happened": it is looked up, never repeated, and
// never read as a failure (C10). Refused is only for what the other side lists as a statement about this very movement (C49).
import type { AssetCode } from "../base/money/assets.ts"
import { printHeld } from "../base/money/decimal.ts"
import {
  type HoldCode,
  type OutcomeCode,
  type Reason,
  type ReasonOf,
  type RefusalCode,
  type RefusalReason,
  reason
} from "../base/reason/reason.ts"

/** It happened: here is the evidence. */
export interface Done<A> {
  readonly _tag: "Done"
  readonly value: A
}

/** It did not happen and never will. The reason is for the operator and the logs, not for the customer. */
export interface Refused {
  readonly _tag: "Refused"
  readonly reason: RefusalReason
}

/** It may have happened: a time-out, a cut connection, an answer that cannot be read. */
export interface Unknown {
  readonly _tag: "Unknown"
  readonly reason: Reason
}

/**
 * Nothing was sent, for a reason of our own: it is tried again, but for `manual`, and shown to the operator (C51). Only a sending can
 * know this.
 */
export interface Held {
  readonly _tag: "Held"
  readonly reason: HoldReason
}

/** An empty treasury, no fuel for fees, a limit, a paused token or rail, a missing signer or approval, or an order for a person (0233). */
export type HoldReason = ReasonOf<HoldCode>

/** The other side has never heard of our operation id: it is safe to ask. Only a look-up can know this. */
export interface Absent {
  readonly _tag: "Absent"
}

export type Outcome<A> = Done<A> | Refused | Unknown
/** The answer of a call that moves value. */
export type Sending<A> = Outcome<A> | Held
export type LookUp<A> = Outcome<A> | Absent

export const done = <A>(value: A): Done<A> => ({ _tag: "Done", value })
/**
 * `detail` is technical text for the operator and the logs; no secret, and nothing for the customer. A code that leaves the
 * outcome open, such as `noAnswer`, does not compile here.
 */
export const refused = (why: RefusalCode | RefusalReason, detail?: string): Refused => ({
  _tag: "Refused",
  reason: typeof why === "string" ? reason(why, detail) : why
})
export const unknown = (why: OutcomeCode | Reason, detail?: string): Unknown => ({
  _tag: "Unknown",
  reason: typeof why === "string" ? reason(why, detail) : why
})
/** The other side has something else under our id than what was ordered: never Done by itself, an operator looks at it (C71). */
export const differs = (detail: string): Unknown => ({ _tag: "Unknown", reason: { code: "differs", detail } })
/** The other side says that another amount moved. */
export const otherAmount = (asset: AssetCode, units: bigint): Unknown => ({
  _tag: "Unknown",
  reason: { code: "differs", asset, amount: printHeld(asset, units) }
})
export const held = (code: HoldCode, detail?: string): Held => ({ _tag: "Held", reason: reason(code, detail) })
export const absent: Absent = { _tag: "Absent" }
