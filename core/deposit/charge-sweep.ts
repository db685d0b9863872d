// How far the sweep of open charges has come: one record of the data store.
import { Schema } from "effect"
import { recordKind } from "../ports/records.ts"

const ChargeSweep = Schema.Struct({
  id: Schema.Literal("charges"),
  owner: Schema.Literal("operator"),
  /** The last charge that was looked up; null to begin with the oldest. */
  after: Schema.NullOr(Schema.String)
})
type ChargeSweep = typeof ChargeSweep.Type

export const ChargeSweeps = recordKind({ kind: "chargeSweep", schema: ChargeSweep })

/** Before anything was looked up. */
export const sweepFromOldest: ChargeSweep = { id: "charges", owner: "operator", after: null }
