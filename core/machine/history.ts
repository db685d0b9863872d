// What a record went through: every row of its lifecycle that it took, when, and what said so. It is part of the record, so
// that it stands or falls with the state that it explains.
import { Schema } from "effect"
import type { Move } from "./machine.ts"

export const Passage = Schema.Struct({
  on: Schema.String,
  from: Schema.String,
  to: Schema.String,
  at: Schema.Int,
  /** The id, hash or reason that the fact came with; null where it has none. */
  evidence: Schema.NullOr(Schema.String)
})
export type Passage = typeof Passage.Type

/** The field of a record with a lifecycle; absent in a new one, and in one that is older than the field. */
export const history = Schema.optionalKey(Schema.Array(Passage))

interface Remembering {
  readonly history?: ReadonlyArray<Passage>
}

const isTold = (last: Passage | undefined, { from, on, to }: Move, evidence: string | null): boolean =>
  from === to && last?.on === on && last.from === from && last.to === to && last.evidence === evidence

/**
 * The record with one more row. What only repeats the last one is not told again: a lookup that finds nothing new would
 * fill the record.
 */
export const passed = <A extends Remembering>(record: A, move: Move, at: number, evidence: string | null): A => {
  const before = record.history ?? []
  if (isTold(before.at(-1), move, evidence)) return record
  const { from, on, to } = move
  return { ...record, history: [...before, { on, from, to, at, evidence }] }
}
