// The store port. Everything a use case decides is one change set, and a change set is applied whole or not at all:
// records with the version they were read at, journal entries, events and jobs. Adapters see names, ids and text; they
// know no resource. `core/engine/store/records.ts` is the typed side of it.
import { Context, Data, type Effect, type Option } from "effect"
import type { Reason } from "../../base/reason/reason.ts"
import type { JournalEntry } from "../ledger/journal-chain.ts"
import type { Entry } from "../ledger/journal.ts"
import type { Move } from "../machine/machine.ts"

/** A stored record as the adapters keep it: JSON text under (kind, id), with the version that a writer must name. */
export interface RawRecord {
  readonly kind: string
  readonly id: string
  readonly owner: string
  readonly version: number
  readonly body: string
}

/** A record in a list, with its place: `seq` grows with every commit and is what cursors hold. */
export interface Listed {
  readonly seq: bigint
  readonly record: RawRecord
}

/** A record by its name. */
export interface RecordName {
  readonly kind: string
  readonly id: string
}

/** What we owe about a record: the jobs that have to be there, and since when (Unix milliseconds) an outcome is unknown. */
export interface Owes {
  readonly jobs: ReadonlyArray<string>
  readonly doubtedAt: number | null
}

/** One record to write. `expected` 0 inserts; any other number replaces exactly that version, which becomes one more. */
export interface Write {
  readonly kind: string
  readonly id: string
  readonly owner: string
  readonly expected: number
  readonly body: string
  /** Unique look-up keys that this write adds; a key never moves to another record. */
  readonly keys: ReadonlyArray<readonly [name: string, value: string]>
  /** Lists that this write adds the record to; a record never leaves a list. */
  readonly lists: ReadonlyArray<readonly [name: string, value: string]>
  /** What is owed about it from now on; absent: as before, and nothing for a new record. */
  readonly owes?: Owes
  /** The jobs that are owed about it from now on and were not before; `changeSet` puts them among the jobs of the commit. */
  readonly newlyOwed?: ReadonlyArray<NewJob>
}

/** Work to be done after the commit. The id is chosen by the use case: the same id twice is one job. */
export interface NewJob {
  readonly id: string
  readonly task: string
  /** The record that the job is about; jobs of one subject never run at the same time. */
  readonly subject: string
  /** Unix milliseconds from which it may run. */
  readonly runAt: number
  /**
   * As how often claimed it counts from the start, 0 by default: above that its effect may have been requested. A job that
   * is there already counts as claimed as often at least.
   */
  readonly attempt?: number
}

/** A claimed job that this commit ends, fenced by its lease: when the lease was lost the commit is refused. */
export interface FinishedJob {
  readonly id: string
  readonly lease: string
}

/**
 * What one use case decided. All of it belongs to one account, or all to the operator, but for what the table of
 * `one-owner.ts` exempts (0170). It names each record, entry and job at most once. When several parts are refused the first
 * answers: writes in their order, then leases, then entries. Times are whole milliseconds; names, ids and keys hold
 * neither U+0000 nor lone surrogates.
 */
export interface ChangeSet {
  readonly writes: ReadonlyArray<Write>
  readonly entries: ReadonlyArray<Entry>
  readonly jobs: ReadonlyArray<NewJob>
  readonly finished: ReadonlyArray<FinishedJob>
  /** The rows of the tables that this follows: told to whoever watches the commits, and not stored. */
  readonly moves: ReadonlyArray<Move>
}

/**
 * Fills the parts that a use case has nothing to say about, and adds the jobs that its records come to owe. A job that it names
 * itself stands as it says, with its own time.
 */
export const changeSet = (
  { entries = [], finished = [], jobs = [], moves = [], writes = [] }: Partial<ChangeSet>
): ChangeSet => ({
  writes,
  entries,
  jobs: withOwed(jobs, writes),
  finished,
  moves
})

const withOwed = (jobs: ReadonlyArray<NewJob>, writes: ReadonlyArray<Write>): ReadonlyArray<NewJob> => {
  const owed = writes.flatMap(({ newlyOwed = [] }) => newlyOwed)
  return owed.length === 0 ? jobs : [...jobs, ...owed.filter(({ id }) => !jobs.some((job) => job.id === id))]
}

/** The change set of several parts, in their order. */
export const joined = (...parts: ReadonlyArray<Partial<ChangeSet>>): ChangeSet =>
  changeSet({
    writes: parts.flatMap(({ writes = [] }) => writes),
    entries: parts.flatMap(({ entries = [] }) => entries),
    jobs: parts.flatMap(({ jobs = [] }) => jobs),
    finished: parts.flatMap(({ finished = [] }) => finished),
    moves: parts.flatMap(({ moves = [] }) => moves)
  })

/** Somebody else changed the record since it was read. Read again and decide again. */
export class VersionConflict extends Data.TaggedError("VersionConflict")<{
  readonly kind: string
  readonly id: string
}> {}

/** The id or a unique key is taken. `name` is "id" for the record's own id. */
export class DuplicateKey extends Data.TaggedError("DuplicateKey")<{
  readonly kind: string
  readonly name: string
  readonly value: string
}> {}

/** A posting would leave an account on the side where it must not stand. */
export class Overdraft extends Data.TaggedError("Overdraft")<{
  readonly account: string
  readonly asset: string
}> {}

/** The job was taken over by another worker: what this one decided must not be stored. */
export class LeaseLost extends Data.TaggedError("LeaseLost")<{ readonly job: string }> {}

/** The store could not be asked. Nothing happened. */
export class StoreUnavailable extends Data.TaggedError("StoreUnavailable")<{ readonly cause: unknown }> {}

/** The connection broke after the commit was sent: it may or may not stand. Asking again with the same ids is safe. */
export class CommitUnknown extends Data.TaggedError("CommitUnknown")<{ readonly cause: unknown }> {}

/** Refusals of a commit that a use case can answer. */
export type CommitRefusal = VersionConflict | DuplicateKey | Overdraft | LeaseLost
export type CommitError = CommitRefusal | StoreUnavailable | CommitUnknown

/** The running balance of an account in one asset: smallest units, debit positive. */
export interface Balance {
  readonly account: string
  readonly asset: string
  readonly amount: bigint
}

/** A posting as it stands in the journal, with the entry it belongs to. */
export interface PostedLine {
  readonly entry: string
  readonly template: string
  readonly source: string
  readonly at: number
  readonly account: string
  readonly asset: string
  /** Smallest units, debit positive. */
  readonly amount: bigint
}

/** An entry as it stands in the journal, with its place: places grow in the order of the journal. */
export interface BookedEntry extends JournalEntry {
  readonly place: bigint
}

/** Which part of the journal: oldest first above `after`, and no entry that a commit still running could precede. */
export interface JournalPage {
  readonly after: bigint
  readonly limit: number
}

/** Which rows of a list: newest first below `before`, at most `limit`. */
export interface ListPage {
  readonly kind: string
  readonly list: string
  readonly value: string
  readonly before?: bigint
  readonly limit: number
}

/** One of several questions that are asked together. */
export type Question =
  | { readonly by: "id"; readonly kind: string; readonly id: string }
  | { readonly by: "key"; readonly kind: string; readonly key: string; readonly value: string }
  | { readonly by: "list"; readonly page: ListPage }

/** Which rows of a feed: oldest first above `after`, and none that a commit still running could precede. */
export interface FeedPage {
  readonly kind: string
  readonly list: string
  readonly value: string
  readonly after?: bigint
  readonly limit: number
}

/** A stretch of the lists of one name, by the texts that records are under: from `from` up to `below`, in byte order. */
export interface Span {
  readonly kind: string
  readonly list: string
  readonly from: string
  /** The first text that is not of the stretch any more. */
  readonly below: string
}

/** The end of a stretch: the last text first, under one text the newest first, at most `limit`. */
export interface SpanPage extends Span {
  readonly limit: number
}

/** A job that is owed about a record, and how it stands: `missing` when there is none, `dead` when it was put aside. */
export interface OwedJob extends RecordName {
  readonly job: string
  readonly status: "waiting" | "dead" | "missing"
  /** Unix milliseconds; null when the job is missing. */
  readonly runAt: number | null
  /** How often the job was claimed, and what its last try said. */
  readonly attempt: number
  readonly problem: Reason | null
  /** Unix milliseconds since which an outcome is unknown; null when none is. */
  readonly doubtedAt: number | null
}

/** Which records with something owed, in the order of kind and id: above `after`. */
export interface OwingPage {
  readonly after?: RecordName
  readonly limit: number
  /** Whether only those with an unknown outcome are meant. */
  readonly isDoubted: boolean
}

/** Jobs that are owed and not alive, among the records up to `next`; it is absent at the end. */
export interface Orphans {
  readonly orphans: ReadonlyArray<OwedJob>
  readonly next?: RecordName
}

/** What is owed about the records of a kind. */
export interface OwingCount {
  readonly kind: string
  readonly records: number
  readonly doubted: number
  /** Unix milliseconds; null when no outcome is unknown. */
  readonly doubtedAt: number | null
}

/** Records, journal and balances of one data plane. */
export class Store extends Context.Service<Store, {
  readonly get: (kind: string, id: string) => Effect.Effect<Option.Option<RawRecord>, StoreUnavailable>
  readonly find: (kind: string, key: string, value: string) => Effect.Effect<Option.Option<RawRecord>, StoreUnavailable>
  readonly list: (page: ListPage) => Effect.Effect<ReadonlyArray<Listed>, StoreUnavailable>
  /** Several questions in one round trip, answered in their order; `seq` means something for rows of lists alone. */
  readonly ask: (
    questions: ReadonlyArray<Question>
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<Listed>>, StoreUnavailable>
  readonly feed: (page: FeedPage) => Effect.Effect<ReadonlyArray<Listed>, StoreUnavailable>
  /** The ends of several stretches in one round trip, in the order of the pages. */
  readonly spans: (
    pages: ReadonlyArray<SpanPage>
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<RawRecord>>, StoreUnavailable>
  /** How many rows several stretches have, at one instant; no record is read for it. */
  readonly counts: (spans: ReadonlyArray<Span>) => Effect.Effect<ReadonlyArray<number>, StoreUnavailable>
  readonly commit: (changes: ChangeSet) => Effect.Effect<void, CommitError>
  /** Balances of the accounts whose name is `prefix` or begins with `prefix` and a slash; all accounts for "". */
  readonly balances: (prefix: string) => Effect.Effect<ReadonlyArray<Balance>, StoreUnavailable>
  /** The postings that a record caused, in the order they were made. */
  readonly postings: (source: string) => Effect.Effect<ReadonlyArray<PostedLine>, StoreUnavailable>
  readonly journal: (page: JournalPage) => Effect.Effect<ReadonlyArray<BookedEntry>, StoreUnavailable>
  /** Records with something owed, with each job that is owed, of one moment; no record that is final is looked at. */
  readonly owing: (page: OwingPage) => Effect.Effect<ReadonlyArray<OwedJob>, StoreUnavailable>
  /** Which of the next `scan` records with something owed above `after` lack a job that is alive, at one moment. */
  readonly orphans: (after: RecordName | undefined, scan: number) => Effect.Effect<Orphans, StoreUnavailable>
  /** How much is owed, by kind. */
  readonly owingCounts: Effect.Effect<ReadonlyArray<OwingCount>, StoreUnavailable>
  /**
   * The store's own time, in Unix milliseconds: the same for every process, however far their clocks are apart. Whatever one
   * process writes down for another to compare with is reported by it.
   */
  readonly now: Effect.Effect<number, StoreUnavailable>
  /**
   * Where the data is: server, timeline and database, or the file. Another answer says that it may be another copy of the data, which
   * has lost the last commits.
   */
  readonly place: Effect.Effect<string, StoreUnavailable>
  /** Asks for nothing: fails when the store cannot be reached. */
  readonly ping: Effect.Effect<void, StoreUnavailable>
}>()("pontepay/core/ports/Store") {}

// Answers a question out of the single reads of a store: for stores that have no round trip to save.

/** The single reads of a store, at once. */
export interface SingleReads {
  readonly get: (kind: string, id: string) => RawRecord | undefined
  readonly find: (kind: string, key: string, value: string) => RawRecord | undefined
  readonly list: (page: ListPage) => ReadonlyArray<Listed>
}

/** The rows that answer a question; a record that was not read from a list has place 0. */
export const answerOne = (reads: SingleReads, question: Question): ReadonlyArray<Listed> => {
  switch (question.by) {
    case "id":
      return unplaced(reads.get(question.kind, question.id))
    case "key":
      return unplaced(reads.find(question.kind, question.key, question.value))
    case "list":
      return reads.list(question.page)
  }
}

const unplaced = (record: RawRecord | undefined): ReadonlyArray<Listed> =>
  record === undefined ? [] : [{ seq: 0n, record }]
