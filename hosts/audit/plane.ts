// What the audit reads of a data plane: rows as they are stored, all of one moment, through SQL of its own. It shares no
// code with the service, so that a mistake in one is not repeated in the other. Invariant: nothing is ever written.

/** A record; `body` is JSON text. */
export interface RecordRow {
  readonly kind: string
  readonly id: string
  readonly owner: string
  readonly version: number
  readonly body: string
}

/** A unique key or a place in a list, and the record that it leads to: undefined when there is none. */
export interface PointerRow {
  readonly kind: string
  readonly name: string
  readonly value: string
  readonly id: string | undefined
}

/** One posting. Amounts are text as stored, debit positive; `after` is the balance it left, where that is stored. */
export interface PostingRow {
  readonly account: string
  readonly asset: string
  readonly amount: string
  readonly after: string | undefined
}

/** A journal entry with its postings, in the order of the journal. */
export interface EntryRow {
  readonly id: string
  readonly template: string
  readonly source: string
  readonly owner: string
  readonly at: number
  /** Its place in the journal; places grow. */
  readonly place: bigint
  readonly postings: ReadonlyArray<PostingRow>
}

/** A running balance; of an account in stripes, their sum. */
export interface BalanceRow {
  readonly account: string
  readonly asset: string
  readonly amount: string
}

export interface JobRow {
  readonly id: string
  readonly task: string
  readonly subject: string
  /** Put aside: no worker takes it any more. */
  readonly isDead: boolean
}

/** What the database says of itself: how many checks it made and what is wrong. */
export interface Soundness {
  readonly looked: number
  readonly problems: ReadonlyArray<string>
}

/** A data plane at one moment. */
export interface Plane {
  readonly records: () => AsyncIterable<RecordRow>
  readonly keys: () => AsyncIterable<PointerRow>
  readonly places: () => AsyncIterable<PointerRow>
  readonly entries: () => AsyncIterable<EntryRow>
  readonly balances: () => AsyncIterable<BalanceRow>
  readonly jobs: () => AsyncIterable<JobRow>
  readonly soundness: () => Promise<Soundness>
  readonly close: () => Promise<void>
}

/** The database cannot be read, or is not a data plane. */
export class Unreadable extends Error {}
