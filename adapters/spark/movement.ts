// What is kept of a movement on Spark, under our operation id: what was requested, the invoice that it pays, and what became of it.
// Invariant: an id and an invoice are stored before anything is sent with them.
import { Clock, Effect, Option, Schema } from "effect"
import { RefusalReason } from "../../core/base/reason/reason.ts"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { type Stored, get, insert, recordKind, replace } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { noPersonalData } from "../../core/engine/store/personal.ts"

const Verdict = Schema.Union([
  /** The fee is in satoshis; transfers have none. */
  Schema.TaggedStruct("Done", { transferId: Schema.String, fee: Schema.BigInt }),
  Schema.TaggedStruct("Refused", { reason: RefusalReason })
])
export type Verdict = typeof Verdict.Type

const SparkMovement = Schema.Struct({
  /** The operation id. */
  id: Schema.String,
  owner: Schema.String,
  /** DePix of a user to the settlement wallet, its satoshis to somebody, or a Lightning payment of a user. */
  what: Schema.Literals(["token", "sats", "payment"]),
  /** Where it comes from and goes to: Spark addresses. Null for the settlement wallet, and for the receiver of a payment. */
  from: Schema.NullOr(Schema.String),
  to: Schema.NullOr(Schema.String),
  /** Smallest units of DePix, or satoshis. */
  units: Schema.BigInt,
  /** The Spark or Lightning invoice that it pays; null where it pays none, or it is not made yet. */
  invoice: Schema.NullOr(Schema.String),
  /** When the SDK was last asked to send it; null while it never was. Unix milliseconds. */
  sentAt: Schema.NullOr(Schema.Int),
  /** Null until it is known. */
  verdict: Schema.NullOr(Verdict),
  createdAt: Schema.Int
})
export type SparkMovement = typeof SparkMovement.Type

export const SparkMovements = recordKind({
  kind: "sparkMovement",
  schema: SparkMovement,
  personal: noPersonalData("addresses, amounts and invoices of transfers on Spark")
})

/** What a movement is asked to do. */
export type Order = Pick<SparkMovement, "from" | "id" | "invoice" | "to" | "units" | "what">

/** A movement that is on record; undefined where none is. */
export const stored = (id: string) => Effect.map(get(SparkMovements, id), Option.getOrUndefined)

// The invoice of a token transfer is made by us, so it is not part of what was asked.
const isSame = (one: Order, two: Order): boolean =>
  one.what === two.what && one.from === two.from && one.to === two.to && one.units === two.units &&
  (one.what === "token" || one.invoice === two.invoice)

/** Puts a movement on record, or finds it there; undefined where another one has its id. */
export const begun = Effect.fnUntraced(function*(order: Order) {
  const before = yield* stored(order.id)
  if (before !== undefined) return isSame(before.value, order) ? before : undefined
  const createdAt = yield* Clock.currentTimeMillis
  const value: SparkMovement = { ...order, owner: operatorOwner, sentAt: null, verdict: null, createdAt }
  yield* Store.use((store) => store.commit(changeSet({ writes: [insert(SparkMovements, value)] }))).pipe(
    Effect.catchTag("DuplicateKey", () => Effect.void)
  )
  const made = yield* stored(order.id)
  return made !== undefined && isSame(made.value, order) ? made : undefined
})

/** Writes a movement anew; undefined where somebody else wrote it meanwhile. */
export const written = Effect.fnUntraced(function*(before: Stored<SparkMovement>, value: SparkMovement) {
  const isWritten = yield* Store.use((store) =>
    store.commit(changeSet({ writes: [replace(SparkMovements, before, value)] }))
  ).pipe(Effect.as(true), Effect.catchTag("VersionConflict", () => Effect.succeed(false)))
  return isWritten ? yield* stored(value.id) : undefined
})

/** Keeps what became of a movement. What was kept first stays. */
export const concluded = Effect.fnUntraced(function*(id: string, verdict: Verdict) {
  for (;;) {
    const before = yield* stored(id)
    if (before === undefined) return verdict
    if (before.value.verdict !== null) return before.value.verdict
    if ((yield* written(before, { ...before.value, verdict })) !== undefined) return verdict
  }
})
