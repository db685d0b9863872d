// One fact about a record with a lifecycle, decided: the table says which row holds, and this turns the row into a change
// set. Pure, and the same for every resource: what differs is said as data. Entries, events and jobs have ids made of the
// fact, so that the store itself refuses to book or announce the same fact twice.
import { type Machine, type Move, type Passage, passed, step } from "../machine/machine.ts"
import { type Identified, type RecordKind, type Stored, insert, replace } from "../ports/records.ts"
import { type ChangeSet, type Write, changeSet } from "../ports/store.ts"
import { Reviews, review } from "../review/review.ts"

/** A record with a lifecycle. */
interface Living<S> extends Identified {
  readonly state: S
  /** Unix milliseconds. */
  readonly updatedAt: number
  readonly history?: ReadonlyArray<Passage>
}

/** What follows from a fact: the record with the changes to commit, or nothing for one that is known, stale or refused. */
export type Decided<A> =
  | { readonly _tag: "Changed"; readonly record: A; readonly changes: ChangeSet }
  | { readonly _tag: "Ignored" | "Rejected" }
  | { readonly _tag: "Alarmed"; readonly changes: ChangeSet }

/** The row that was taken, with the record before and after it. */
export interface Taken<A, F, P, E, J> {
  readonly before: A
  readonly after: A
  readonly fact: F
  readonly post: ReadonlyArray<P>
  readonly emit: ReadonlyArray<E>
  readonly ask: ReadonlyArray<J>
  /** Unix milliseconds. */
  readonly now: number
}

/** What a resource says of its facts. */
interface Deciding<
  S extends string,
  T extends string,
  G extends string,
  P extends string,
  E extends string,
  J extends string,
  GF,
  A,
  F
> {
  readonly machine: Machine<S, T, G, P, E, J, GF>
  readonly kind: RecordKind<A & Identified, string, string>
  readonly guardFacts: (record: A, fact: F) => GF
  /** What the fact changes of the record, beside its state. */
  readonly evolve: (record: A, fact: F, row: { readonly to: S; readonly ask: ReadonlyArray<J> }, now: number) => A
  /** What tells facts apart that a record can have several times; empty for those that it has once. */
  readonly keyOf?: (fact: F, record: A) => string
  /** The record that a person looks at; the record itself unless told. */
  readonly subjectOf?: (record: A) => string
  /** The id, hash or reason that proves the fact. */
  readonly evidenceOf: (fact: F) => string | null
  /** What is written, booked and begun along with the record. */
  readonly follows?: (taken: Taken<A, F, P, E, J>) => Partial<ChangeSet>
}

/** Decides facts about a resource, each at an instant (Unix milliseconds). */
export const decideBy = <
  S extends string,
  T extends string,
  G extends string,
  P extends string,
  E extends string,
  J extends string,
  GF,
  A extends Living<S>,
  F extends { readonly on: T }
>(deciding: Deciding<S, T, G, P, E, J, GF, A, F>) =>
(before: Stored<A>, fact: F, now: number): Decided<A> => {
  const { evidenceOf, evolve, follows, guardFacts, keyOf, kind, machine, subjectOf } = deciding
  const given = before.value
  const taken = step(machine, given.state, fact.on, guardFacts(given, fact))
  switch (taken._tag) {
    case "Ignored":
    case "Rejected":
      return { _tag: taken._tag }
    case "Alarmed": {
      // An impossible fact changes nothing but the operator's list.
      const reason = `impossible ${fact.on} in ${given.state}${keyOf?.(fact, given) ?? ""}`
      const proof = evidenceOf(fact)
      const evidence = `${fact.on} in ${given.state}${proof === null ? "" : `: ${proof}`}`
      const about = { id: subjectOf?.(given) ?? given.id, owner: given.owner }
      return { _tag: "Alarmed", changes: changeSet({ writes: [reviewOf(about, reason, evidence, now)] }) }
    }
    case "Taken": {
      const evolved = { ...evolve(given, fact, taken, now), state: taken.to, updatedAt: now }
      const record = passed(evolved, taken, now, evidenceOf(fact))
      const { emit, ask, post } = taken
      const more = follows?.({ before: given, after: record, fact, post, emit, ask, now }) ?? {}
      const moves: ReadonlyArray<Move> = [taken, ...more.moves ?? []]
      return {
        _tag: "Changed",
        record,
        changes: changeSet({ ...more, moves, writes: [replace(kind, before, record), ...more.writes ?? []] })
      }
    }
  }
}

/** Puts something about a record before the operator. */
export const reviewOf = (
  { id, owner }: Identified,
  reason: string,
  evidence: string,
  createdAt: number
): Write => insert(Reviews, review({ owner, subject: id, reason, evidence, createdAt }))
