// What may still happen to a record, judged by itself and by what moves value for it: the rows of its lifecycle that it can
// still take.
import type { Machine } from "../machine/machine.ts"
import { type AnyRow, type Lifecycle, mayHappen } from "../machine/may-happen.ts"
import type { Identified, RecordKind, Stored } from "../store/records.ts"

/** How a kind is explained; `M` is what moves value for its records. */
export interface Explanation<M> {
  /** Undefined for a kind whose records only stand. */
  readonly lifecycle: Lifecycle | undefined
  /** The rows that a record can still take, by its stored body and its movements, newest first. */
  readonly next: (body: string, movements: ReadonlyArray<Stored<M>>) => ReadonlyArray<AnyRow>
}

/**
 * What is known for a trigger of a record, for the guards: one entry for each way in which it can come, none where it cannot
 * come any more. `movements` are those of the record, newest first.
 */
export type Prospects<A, T extends string, F, M = unknown> = (
  record: A,
  movements: ReadonlyArray<Stored<M>>,
  on: T
) => ReadonlyArray<Partial<F>>

/** One way, or none. */
export const when = <F>(can: boolean, known: Partial<F>): ReadonlyArray<Partial<F>> => can ? [known] : []

/** Records without a lifecycle. */
export const still: Explanation<unknown> = { lifecycle: undefined, next: () => [] }

/** Records that live by a table. */
export const living = <A extends Identified, T extends string, F, M, L extends Lifecycle>(
  kind: RecordKind<A, string, string>,
  lifecycle: L & Machine<string, T, string, string, string, string, F>,
  stateOf: (record: A) => string,
  prospects: Prospects<A, T, F, M>
): { readonly lifecycle: L; readonly next: Explanation<NoInfer<M>>["next"] } => ({
  lifecycle,
  next: (body, movements) => {
    const record = kind.decode(body)
    const state = stateOf(record)
    const rows = mayHappen(lifecycle, state, (trigger) => prospects(record, movements, trigger as T))
    return rows.map((row) => ({ ...row, to: row.to === "same" ? state : row.to }))
  }
})
