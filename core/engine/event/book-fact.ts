// Brings one fact about a record into the books: read, decide, commit, and again when somebody else was faster. A fact that
// is known already changes nothing, so every caller may repeat itself.
import { Clock, Effect, Option } from "effect"
import { type Machine, type Move, type Passage, passed, step } from "../machine/machine.ts"
import { type Identified, type RecordKind, type Stored, get, insert, replace } from "../store/records.ts"
import {
  type ChangeSet,
  DuplicateKey,
  type FinishedJob,
  Store,
  type StoreUnavailable,
  VersionConflict,
  type Write,
  changeSet
} from "../store/store.ts"
import type { Proof } from "../../base/reason/reason.ts"
import type { ReviewReason } from "../../base/reason/review-reason.ts"
import { Reviews, review } from "../review/review.ts"
import { reopening, solvedWith } from "../review/solve-review.ts"
import { FactTraces } from "./fact-trace.ts"

// One fact about a record with a lifecycle, decided: the table says which row holds, and this turns the row into a change
// set. Pure, and the same for every resource: what differs is said as data. Entries, events and jobs have ids made of the
// fact, so that the store itself refuses to book or announce the same fact twice.

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
  /** The version that the record gets. */
  readonly version: number
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
  /** The record that a person looks at; the record itself by default. */
  readonly subjectOf?: (record: A) => string
  /** The id, hash or reason that proves the fact. */
  readonly proofOf: (fact: F) => Proof
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
  const { evolve, follows, guardFacts, keyOf, kind, machine, proofOf, subjectOf } = deciding
  const given = before.value
  const taken = step(machine, given.state, fact.on, guardFacts(given, fact))
  switch (taken._tag) {
    case "Ignored":
    case "Rejected":
      return { _tag: taken._tag }
    case "Alarmed": {
      // An impossible fact changes nothing but the operator's list.
      const key = keyOf?.(fact, given) ?? ""
      const reason = { code: "impossible", on: fact.on, state: given.state, key, ...proofOf(fact) } as const
      const about = { id: subjectOf?.(given) ?? given.id, owner: given.owner }
      return { _tag: "Alarmed", changes: changeSet({ writes: [reviewOf(about, reason, now)] }) }
    }
    case "Taken": {
      const evolved = { ...evolve(given, fact, taken, now), state: taken.to, updatedAt: now }
      const record = passed(evolved, taken, now, proofOf(fact))
      const { emit, ask, post } = taken
      const more =
        follows?.({ before: given, version: before.version + 1, after: record, fact, post, emit, ask, now }) ?? {}
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
export const reviewOf = ({ id, owner }: Identified, reason: ReviewReason, createdAt: number): Write =>
  insert(Reviews, review({ owner, subject: id, reason, createdAt }))

/**
 * What became of a fact. `Known`: it had been booked before, or came too late to matter. `Rejected`: the record is not
 * where this can be asked of it. `EventReused`: nothing was booked, because the event that reported it has a trace already.
 * `ProofUsed`: nothing was booked, and no job is finished, because what proves the fact is the proof of another record.
 */
export type BookingOutcome = "Booked" | "Known" | "Rejected" | "Alarmed" | "EventReused" | "ProofUsed"

/** What goes into the same commit: the job that ends with the fact and other records of it. */
export interface Alongside {
  readonly finished?: ReadonlyArray<FinishedJob>
  readonly writes?: ReadonlyArray<Write>
}

/** What a table says of a fact, as far as booking it goes. */
type Decision =
  | { readonly _tag: "Changed" | "Alarmed"; readonly changes: ChangeSet }
  | { readonly _tag: "Ignored" | "Rejected" }

/** There is nothing to book. */
const nothing = { _tag: "Ignored" } as const

/**
 * Books what `decide` makes, at an instant (Unix milliseconds), of the record `about` as it reads it. The job that is
 * finished with the fact ends also when the fact was known. `isProof` says of a key of the record that it is what proves it.
 */
export const bookFact = <E, R>(
  about: string,
  decide: (now: number) => Effect.Effect<Decision, E, R>,
  { finished = [], writes = [] }: Alongside = {},
  isProof: (key: DuplicateKey) => boolean = () => false
) => {
  const attempt = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const decision = yield* decide(now)
    switch (decision._tag) {
      case "Ignored":
        yield* commit(changeSet({ finished }))
        return "Known" as const
      case "Rejected":
        return "Rejected" as const
      case "Alarmed":
        yield* Effect.logError("A fact contradicts the books", { about })
        return yield* commitAlarm({ ...decision.changes, finished })
      case "Changed": {
        const all = { ...decision.changes, writes: [...decision.changes.writes, ...writes], finished }
        yield* commitAll({ ...all, writes: [...all.writes, ...yield* solvedWith(all, now)] })
        return "Booked" as const
      }
    }
  })
  // What comes along is not read again, so a commit that it is too old for fails again.
  const isAlongside = (conflict: VersionConflict) =>
    writes.some(({ id, kind }) => kind === conflict.kind && id === conflict.id)
  const known = (key: DuplicateKey) => {
    if (isProof(key)) return Effect.succeed<BookingOutcome>("ProofUsed")
    const outcome: BookingOutcome = key.kind === FactTraces.kind ? "EventReused" : "Known"
    return Effect.as(commit(changeSet({ finished })), outcome)
  }
  return attempt.pipe(
    Effect.retry({ while: (error) => error instanceof VersionConflict && !isAlongside(error) }),
    Effect.catchIf((error): error is DuplicateKey => error instanceof DuplicateKey, known)
  )
}

/** A fact, or what makes one of a record as it stands; undefined where there is nothing to book. */
type FactFor<A, F, E, R> = F | undefined | ((record: A) => Effect.Effect<F | undefined, E, R>)

/** Books facts about a kind of record, which `decide` decides of a record as it stands, at an instant (Unix milliseconds). */
export const factsAbout = <A extends Identified, F extends { readonly on: string }, D>(
  kind: RecordKind<A, string, string>,
  decide: (before: Stored<A>, fact: F, now: number) => Effect.Effect<Decision, StoreUnavailable, D>
) => {
  const decided = Effect.fnUntraced(function*<E, R>(
    id: string,
    factFor: FactFor<A, F, E, R>,
    now: number,
    known?: Stored<A>
  ) {
    const before = known ?? Option.getOrThrow(yield* get(kind, id))
    const fact = typeof factFor === "function" ? yield* factFor(before.value) : factFor
    return fact === undefined ? nothing : yield* decide(before, fact, now)
  })
  return {
    /**
     * One commit for the fact. `known` is the record where it was read just now: a commit that it is too old for is refused,
     * and then it is read again.
     */
    book: <E = never, R = never>(
      id: string,
      factFor: FactFor<A, F, E, R>,
      alongside?: Alongside,
      known?: Stored<A>
    ) => {
      let first = known
      return bookFact(id, (now) => {
        const before = first
        first = undefined
        return decided(id, factFor, now, before)
      }, alongside)
    },
    /** What follows from the fact, for whoever commits it with something else; undefined where nothing does. */
    changes: <E = never, R = never>(id: string, factFor: FactFor<A, F, E, R>, now: number) =>
      Effect.map(decided(id, factFor, now), (decision) => "changes" in decision ? decision.changes : undefined)
  }
}

const commit = (changes: ChangeSet) =>
  changes.writes.length + changes.entries.length + changes.jobs.length + changes.finished.length === 0
    ? Effect.void
    : Store.use((store) => store.commit(changes))

const isRaisedBefore = (error: unknown): error is DuplicateKey =>
  error instanceof DuplicateKey && error.kind === Reviews.kind

// What was raised for review before is open, or is opened again, and the rest has to stand all the same.
const commitAll = (changes: ChangeSet) =>
  Effect.catchIf(commit(changes), isRaisedBefore, () => Effect.flatMap(reopening(changes), commit))

// A contradiction that is open already is known.
const commitAlarm = (changes: ChangeSet) =>
  Effect.catchIf(
    Effect.as(commit(changes), "Alarmed" as const),
    isRaisedBefore,
    Effect.fnUntraced(function*() {
      const again = yield* reopening(changes)
      yield* commit(again)
      return again.writes.length > 0 ? "Alarmed" as const : "Known" as const
    })
  )
