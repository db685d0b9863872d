// What is kept of people at Avenia: the account that it has of a subaccount, its attempts, and its liveness sessions. Avenia has no
// idempotency key, so what is requested is noted before, and looked for in its lists before it is requested again.
import { Schema } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { recordKind } from "../../core/engine/store/records.ts"
import { noPersonalData } from "../../core/engine/store/personal.ts"

/** For what was requested and is in no list yet: milliseconds. */
export const unlistedMs = 600_000

const AveniaAccount = Schema.Struct({
  /** Our subaccount. */
  id: Schema.String,
  owner: Schema.Literal(operatorOwner),
  /** Avenia's id of it; null until that is known. */
  aveniaId: Schema.NullOr(Schema.String),
  /** When it was requested, in Unix milliseconds; null when that made nothing. */
  sentAt: Schema.NullOr(Schema.Int)
})
export type AveniaAccount = typeof AveniaAccount.Type
export const AveniaAccounts = recordKind({
  kind: "aveniaAccount",
  schema: AveniaAccount,
  personal: noPersonalData("ids")
})

const AveniaAttempt = Schema.Struct({
  /** Our attempt. */
  id: Schema.String,
  owner: Schema.Literal(operatorOwner),
  /** Avenia's account that it is of. */
  account: Schema.String,
  aveniaId: Schema.NullOr(Schema.String),
  sentAt: Schema.NullOr(Schema.Int),
  /** Whether a share token made it. */
  isImport: Schema.Boolean,
  /** Avenia's attempts of the account before it was requested. */
  baseline: Schema.Array(Schema.String),
  /** Avenia's ids of our documents, by ours. */
  documents: Schema.Record(Schema.String, Schema.String)
})
export type AveniaAttempt = typeof AveniaAttempt.Type
export const AveniaAttempts = recordKind({
  kind: "aveniaAttempt",
  schema: AveniaAttempt,
  personal: noPersonalData("ids and an instant"),
  keys: { attempt: (each: AveniaAttempt) => each.aveniaId ?? undefined }
})

const AveniaLiveness = Schema.Struct({
  /** Our liveness session. */
  id: Schema.String,
  owner: Schema.Literal(operatorOwner),
  account: Schema.String,
  /** Avenia's document that is captured. */
  documentId: Schema.String
})
export const AveniaSessions = recordKind({
  kind: "aveniaLiveness",
  schema: AveniaLiveness,
  personal: noPersonalData("ids")
})
