// Lifecycles as data. A machine is a table of rows plus a map that decides every remaining (state, trigger) cell;
// `step` reads it and nothing else, so what is printed, tested and executed is one thing. What a record went through is kept
// in it.
import { Schema } from "effect"
import { type Proof, Reason, sameProof } from "../../base/reason/reason.ts"

/** What happens in a cell that no row takes: a duplicate or stale fact, a refusal to the caller, a broken invariant. */
export type Otherwise = "ignore" | "reject" | "alarm"

/** The states in which a trigger is ignored or rejected where no row takes it; in all others it raises an alarm. */
export type Elsewhere<S extends string> = Readonly<Partial<Record<"ignore" | "reject", ReadonlyArray<S>>>>

/** One legal move. `to: "same"` keeps the state; `post`, `emit`, `ask` name ledger entries, events and jobs. */
export interface TransitionRow<
  S extends string,
  T extends string,
  G extends string,
  P extends string,
  E extends string,
  J extends string
> {
  readonly from: ReadonlyArray<S>
  readonly on: T
  readonly when?: G
  readonly to: S | "same"
  readonly post?: ReadonlyArray<P>
  readonly emit?: ReadonlyArray<E>
  readonly ask?: ReadonlyArray<J>
  /** The sentence of the specification or the decision that this row follows. */
  readonly spec: string
}

/** A lifecycle. Whatever it does not name raises an alarm, so nothing that was forgotten is swallowed. */
export interface Machine<
  S extends string,
  T extends string,
  G extends string,
  P extends string,
  E extends string,
  J extends string,
  F,
  N extends string = string
> {
  readonly name: string
  readonly initial: S
  readonly terminal: ReadonlyArray<S>
  /** Each state with the name the interface shows for it. */
  readonly states: Readonly<Record<S, N>>
  /** Each trigger with what it means. */
  readonly triggers: Readonly<Record<T, string>>
  readonly guards: Readonly<Record<G, (facts: F) => boolean>>
  readonly rows: ReadonlyArray<TransitionRow<S, T, G, P, E, J>>
  readonly otherwise: Readonly<Record<T, Elsewhere<S>>>
}

/** A machine whose types have been forgotten: what printers and laws read. */
export type AnyMachine = Machine<string, string, string, string, string, string, never>

/** A row that was taken: of which table, at which trigger, between which states. For traces and coverage. */
export interface Move {
  readonly machine: string
  readonly on: string
  readonly from: string
  readonly to: string
  /** Index of the row in the table. */
  readonly row: number
}

/** The answer of a table: the row taken with the state it leads to, or what the cell says instead. */
export type StepResult<S extends string, P extends string, E extends string, J extends string> =
  | Move & {
    readonly _tag: "Taken"
    readonly from: S
    readonly to: S
    readonly post: ReadonlyArray<P>
    readonly emit: ReadonlyArray<E>
    readonly ask: ReadonlyArray<J>
  }
  | { readonly _tag: "Ignored" }
  | { readonly _tag: "Rejected" }
  | { readonly _tag: "Alarmed" }

/**
 * Declares a machine: `defineMachine<Facts, Template, Event, Ask>()({...})`, where the last three name what its rows may
 * post, emit and ask. A misspelt state, trigger, guard or name does not compile, and no trigger can be left out.
 */
export const defineMachine =
  <F, P extends string = never, E extends string = never, J extends string = never>() =>
  <const S extends string, const T extends string, const G extends string, const N extends string>(
    machine: Machine<S, T, G, P, E, J, F, N> & {
      readonly initial: NoInfer<S>
      readonly terminal: ReadonlyArray<NoInfer<S>>
      readonly rows: ReadonlyArray<TransitionRow<NoInfer<S>, NoInfer<T>, NoInfer<G>, P, E, J>>
      readonly otherwise: Readonly<Record<NoInfer<T>, Elsewhere<NoInfer<S>>>>
    }
  ): Machine<S, T, G, P, E, J, F, N> => machine

const otherwiseStep = {
  ignore: { _tag: "Ignored" },
  reject: { _tag: "Rejected" },
  alarm: { _tag: "Alarmed" }
} as const

/** What a table says of a trigger in a state where no row takes it. */
export const otherwiseIn = <S extends string>({ ignore = [], reject = [] }: Elsewhere<S>, state: S): Otherwise =>
  ignore.includes(state) ? "ignore" : reject.includes(state) ? "reject" : "alarm"

/** Takes the first row of the table that holds, else what the cell says. Pure and total. */
export const step = <
  S extends string,
  T extends string,
  G extends string,
  P extends string,
  E extends string,
  J extends string,
  F
>(
  machine: Machine<S, T, G, P, E, J, F>,
  state: S,
  trigger: T,
  facts: F
): StepResult<S, P, E, J> => {
  const index = machine.rows.findIndex((row) =>
    row.on === trigger && row.from.includes(state) && (row.when === undefined || machine.guards[row.when](facts))
  )
  const row = machine.rows[index]
  if (row === undefined) return otherwiseStep[otherwiseIn(machine.otherwise[trigger], state)]
  return {
    _tag: "Taken",
    machine: machine.name,
    on: trigger,
    from: state,
    to: row.to === "same" ? state : row.to,
    post: row.post ?? [],
    emit: row.emit ?? [],
    ask: row.ask ?? [],
    row: index
  }
}

// What a record went through: every row of its lifecycle that it took, when, and what said so. It is part of the record, so
// that it stands or falls with the state that it explains.

export const Passage = Schema.Struct({
  on: Schema.String,
  from: Schema.String,
  to: Schema.String,
  at: Schema.Int,
  /** The id or hash that the fact came with; null where it has none. */
  evidence: Schema.NullOr(Schema.String),
  /** The reason that it came with. */
  reason: Schema.optionalKey(Reason),
  /** Of a swap: which leg it is about. */
  leg: Schema.optionalKey(Schema.Int)
})
export type Passage = typeof Passage.Type

/** The field of a record with a lifecycle; absent in a new one, and in one that is older than the field. */
export const history = Schema.optionalKey(Schema.Array(Passage))

interface Remembering {
  readonly history?: ReadonlyArray<Passage>
}

const isTold = (last: Passage | undefined, { from, on, to }: Move, proof: Proof): boolean =>
  from === to && last?.on === on && last.from === from && last.to === to && sameProof(last, proof)

/**
 * The record with one more row. What only repeats the last one is not told again: a lookup that finds nothing new would
 * fill the record.
 */
export const passed = <A extends Remembering>(record: A, move: Move, at: number, proof: Proof): A => {
  const before = record.history ?? []
  if (isTold(before.at(-1), move, proof)) return record
  const { from, on, to } = move
  return { ...record, history: [...before, { on, from, to, at, ...proof }] }
}
