// What leaves the service, one record for each movement that was ever asked for: under which id, to whom, what, and what
// came of it (0115). Invariant: the record stands before the port is asked, and one id never stands for two movements.
import { Schema } from "effect"
import { onItsWayMs } from "../ports/on-its-way.ts"
import { recordKind } from "../ports/records.ts"

/** What each kind of movement is called under, and how far an Absent of its look-up is to be trusted. */
interface MovementShape {
  /** The operation ids that there are; the group `record` is the record that moves. */
  readonly ids: RegExp
  /** How long after the last sending an Absent may still mean "on its way": milliseconds. */
  readonly onItsWayMs: number
}

/** Every kind of movement. An id belongs to one kind at most, and an id of no shape below is refused. */
export const movementShapes = {
  pixPayment: { ids: /^(?<record>inv_\w+)$/, onItsWayMs },
  lightningPayment: { ids: /^refund\/(?<record>inv_\w+)\/[1-9]\d*$/, onItsWayMs }
} as const satisfies Readonly<Record<string, MovementShape>>

export type GuardedKind = keyof typeof movementShapes

const kinds = Object.keys(movementShapes) as ReadonlyArray<GuardedKind>

export const GuardedMovement = Schema.Struct({
  /** `<kind>/<operation id>`. */
  id: Schema.String,
  /** The operator's: which key owner a movement is for is known by its record alone. */
  owner: Schema.String,
  movement: Schema.Literals(kinds),
  operationId: Schema.String,
  /** The record that moves, as its operation id names it. */
  subject: Schema.String,
  /** Digest of beneficiary, asset, amount and source. */
  fingerprint: Schema.String,
  /** Smallest units; null where only what was signed, or the invoice, says how much. */
  asset: Schema.NullOr(Schema.String),
  units: Schema.NullOr(Schema.BigInt),
  state: Schema.Literals(["SENT", "DONE", "REFUSED"]),
  /** How often the port was asked, and when last. */
  sendings: Schema.Int,
  sentAt: Schema.Int,
  /** The receipt as JSON text of a movement that is DONE, the reason of one that is REFUSED. */
  answer: Schema.NullOr(Schema.String),
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type GuardedMovement = typeof GuardedMovement.Type

export const Movements = recordKind({ kind: "guardedMovement", schema: GuardedMovement })

/** The record that an operation id moves; undefined when no movement of this kind is called so. */
export const subjectOf = (movement: GuardedKind, operationId: string): string | undefined =>
  movementShapes[movement].ids.exec(operationId)?.groups?.["record"]
