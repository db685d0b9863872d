// How far the sweep of documents has come: one record of the data store.
import { Schema } from "effect"
import { recordKind } from "../ports/records.ts"

const DocumentSweep = Schema.Struct({
  id: Schema.Literal("documents"),
  owner: Schema.Literal("operator"),
  /** Place of the last document that was looked at, as digits; null to begin with the oldest. */
  after: Schema.NullOr(Schema.String)
})
type DocumentSweep = typeof DocumentSweep.Type

export const DocumentSweeps = recordKind({ kind: "documentSweep", schema: DocumentSweep })

/** Before anything was looked at. */
export const documentsFromOldest: DocumentSweep = { id: "documents", owner: "operator", after: null }
