// What a record needs so that it comes to an end: in each state the jobs that bring it on, or the words that say whom it
// waits for. The store keeps the names of the jobs beside the record, and whoever reconciles compares them with the queue.
import type { NewJob, Owes } from "./store.ts"

/** A job that is owed about a record: from when it may run, and since when the outcome that it asks for is unknown. */
export interface OwedTask {
  readonly job: NewJob
  readonly doubtedAt: number | null
}

/** How the job of a state is made of the record. The record's id is the subject unless told. */
interface OwedBy<A> {
  readonly task: string
  readonly id: (value: A) => string
  readonly subject?: (value: A) => string
  /** The deadline that it waits for; absent when it may run at once. */
  readonly dueAt?: (value: A) => number
  /** Since when the outcome that it asks for is unknown; null when none is. */
  readonly doubtedAt?: (value: A) => number | null
  /** Which records of the state; all unless told. */
  readonly when?: (value: A) => boolean
}

/** What is owed in one state; `waits` says why nothing is, or whom it is left to besides. */
export interface Owing<A> {
  readonly owes?: OwedBy<A>
  readonly waits?: string
}

/** What is owed in each state of a lifecycle: none can be left out. */
export type OwedTable<S extends string, A> = Readonly<Record<S, Owing<A>>>

/** A table whose types have been forgotten: what printers and laws read. */
export type AnyOwedTable = Readonly<Record<string, Owing<never>>>

/** What a table says of a record in a state. */
export const owedIn = <S extends string, A extends { readonly id: string }>(
  table: OwedTable<S, A>,
  stateOf: (value: A) => S
) =>
(value: A): ReadonlyArray<OwedTask> => {
  const { owes } = table[stateOf(value)]
  return owes === undefined ? [] : owed(owes)(value)
}

/** What is owed about each record of a kind without states. */
export const owed =
  <A extends { readonly id: string }>({ doubtedAt, dueAt, id, subject, task, when }: OwedBy<A>) =>
  (value: A): ReadonlyArray<OwedTask> => {
    if (when !== undefined && !when(value)) return []
    const job = { id: id(value), task, subject: subject?.(value) ?? value.id, runAt: dueAt?.(value) ?? 0 }
    return [{ job, doubtedAt: doubtedAt?.(value) ?? null }]
  }

/** The part that the store keeps. */
export const owesOf = (tasks: ReadonlyArray<OwedTask>): Owes => ({
  jobs: tasks.map(({ job }) => job.id),
  doubtedAt: tasks.reduce<number | null>(
    (oldest, { doubtedAt }) => oldest === null ? doubtedAt : doubtedAt === null ? oldest : Math.min(oldest, doubtedAt),
    null
  )
})
