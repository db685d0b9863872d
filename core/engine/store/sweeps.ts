// Recurring steps that look at many records, some in each run. How far each has come is one record of the data store.
import { Effect, Option, Schema } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { get, insert, recordKind, replace } from "./records.ts"
import { Store, changeSet } from "./store.ts"
import { noPersonalData } from "./personal.ts"

const Sweep = Schema.Struct({
  id: Schema.Literals(["charges", "documents"]),
  owner: Schema.Literal(operatorOwner),
  /** Place of the last record that was looked at; null to begin with the oldest. */
  after: Schema.NullOr(Schema.String)
})
type Sweep = typeof Sweep.Type

export const Sweeps = recordKind({ kind: "sweep", schema: Sweep, personal: noPersonalData("a place in a list") })

/**
 * The next records of a sweep, as `read` finds `size` of them after a place, which is null before the oldest; and whether there
 * may be more. Where the next run goes on is stored first, so that no record can hold up the others; it begins again after the last.
 */
export const nextOfSweep = Effect.fnUntraced(function*<Row, E, R>(id: Sweep["id"], size: number, { placeOf, read }: {
  readonly read: (after: string | null) => Effect.Effect<ReadonlyArray<Row>, E, R>
  readonly placeOf: (row: Row) => string
}) {
  const before = Option.getOrUndefined(yield* get(Sweeps, id))
  const from: Sweep = before?.value ?? { id, owner: operatorOwner, after: null }
  const rows = yield* read(from.after)
  const last = rows.length < size ? undefined : rows.at(-1)
  const sweep = { ...from, after: last === undefined ? null : placeOf(last) }
  const write = before === undefined ? insert(Sweeps, sweep) : replace(Sweeps, before, sweep)
  if (sweep.after !== from.after) yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
  return { rows, hasMore: last !== undefined }
})
