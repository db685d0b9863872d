// What reconciling has found so far, one record of the plane: every process that is asked tells the same figures.
import { Schema } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { recordKind } from "../../engine/store/records.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const Tally = Schema.Struct({
  id: Schema.Literal("reconcile"),
  owner: Schema.Literal(operatorOwner),
  /** Jobs that were missing and were added again, since the plane exists. */
  restored: Schema.Int,
  /** Unix milliseconds of the last one. */
  restoredAt: Schema.Int,
  /** Jobs that are owed and were put aside, as the last walk found them. */
  dead: Schema.Int
})
export type Tally = typeof Tally.Type

export const Tallies = recordKind({ kind: "reconcileTally", schema: Tally, personal: noPersonalData("counts") })

/** Before anything was found. */
export const noTally: Tally = { id: "reconcile", owner: operatorOwner, restored: 0, restoredAt: 0, dead: 0 }
