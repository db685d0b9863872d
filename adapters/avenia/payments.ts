// Payments that were sent to Avenia, which has no idempotency key: a row is kept before the one request that makes a ticket, and
// nothing is ever requested for a payment that has one.
import { Effect, Option, Schema } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { CentsFromNumber } from "../../core/base/money/units.ts"
import { find, get, insert, recordKind, replace } from "../../core/engine/store/records.ts"
import { Store, type Write, changeSet } from "../../core/engine/store/store.ts"
import { noPersonalData } from "../../core/engine/store/personal.ts"

const AveniaPayment = Schema.Struct({
  /** Our id of the payment. */
  id: Schema.String,
  owner: Schema.Literal(operatorOwner),
  /** The ticket's `externalId`. */
  externalId: Schema.String,
  value: CentsFromNumber,
  /** `withdrawn`: the request never left this process, so it may be made again. */
  state: Schema.Literals(["sending", "withdrawn"]),
  /** Unix milliseconds of the request. */
  sentAt: Schema.Int
})
type AveniaPayment = typeof AveniaPayment.Type

export const AveniaPayments = recordKind({
  kind: "aveniaPayment",
  schema: AveniaPayment,
  personal: noPersonalData("ids and the amount of a PIX"),
  keys: { externalId: (each: AveniaPayment) => each.externalId }
})

const commit = (write: Write) => Store.use((store) => store.commit(changeSet({ writes: [write] })))

/** The payment's row; undefined where nothing was sent. */
export const sentPayment = (id: string) =>
  Effect.map(get(AveniaPayments, id), (found) => {
    const row = Option.getOrUndefined(found)?.value
    return row?.state === "sending" ? row : undefined
  })

/** The payment that a ticket's `externalId` names. */
export const paymentNamed = (externalId: string) =>
  Effect.map(find(AveniaPayments, "externalId", externalId), (found) => Option.getOrUndefined(found)?.value)

/** Whether the one request may be made now, by whoever was told so. */
export const claim = (row: AveniaPayment) =>
  Effect.gen(function*() {
    const before = Option.getOrUndefined(yield* get(AveniaPayments, row.id))
    if (before?.value.state === "sending") return false
    yield* commit(before === undefined ? insert(AveniaPayments, row) : replace(AveniaPayments, before, row))
    return true
  }).pipe(
    Effect.catchTags({ DuplicateKey: () => Effect.succeed(false), VersionConflict: () => Effect.succeed(false) })
  )

/** The request never left: the payment was not sent. */
export const withdraw = (id: string) =>
  Effect.gen(function*() {
    const before = Option.getOrUndefined(yield* get(AveniaPayments, id))
    if (before !== undefined) {
      const after: AveniaPayment = { ...before.value, state: "withdrawn" }
      yield* commit(replace(AveniaPayments, before, after))
    }
  })
