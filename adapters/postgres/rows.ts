// A change set as rows of the database, one list of rows per table. Moves of one account are added up first: where they
// end is what may be judged.
import { type Entry, type LedgerAccount, kindOf, signed } from "../../core/engine/ledger/journal.ts"
import type { ChangeSet, Owes, RecordName, Write } from "../../core/engine/store/store.ts"

/** What is added to an account; `worst` is the part of it that moves towards the side where it must not stand. */
interface Delta {
  readonly account: LedgerAccount
  readonly asset: string
  readonly amount: bigint
  readonly worst: bigint
}

/** In the order of the parameters of `commit_all`; `n` says which write of its change set a row belongs to. */
export interface Rows {
  readonly inserts: ReadonlyArray<object>
  readonly replaces: ReadonlyArray<object>
  /** Keys of new records, and of records that were there. */
  readonly keys: ReadonlyArray<object>
  readonly rekeys: ReadonlyArray<object>
  readonly lists: ReadonlyArray<object>
  readonly entries: ReadonlyArray<object>
  readonly deltas: ReadonlyArray<Delta>
  readonly finished: ReadonlyArray<object>
  readonly jobs: ReadonlyArray<object>
  /** Jobs that count as claimed before, records with what is owed about them, and those about which nothing is any more. */
  readonly claimed: ReadonlyArray<object>
  readonly owing: ReadonlyArray<RecordName & Owes>
  readonly settled: ReadonlyArray<RecordName>
}

/** The sign that a balance must not have, 0 where any may stand. */
const sides = { none: 0n, credit: 1n, debit: -1n } as const

const added = (deltas: Iterable<Delta>): ReadonlyArray<Delta> => {
  const sums = new Map<string, Delta>()
  for (const delta of deltas) {
    const key = `${delta.asset} ${delta.account}`
    const sum = sums.get(key)
    const { amount, worst } = sum ?? { amount: 0n, worst: 0n }
    sums.set(key, { ...delta, amount: amount + delta.amount, worst: worst + delta.worst })
  }
  return [...sums.values()]
}

const deltasOf = (entries: ReadonlyArray<Entry>): ReadonlyArray<Delta> =>
  added(
    entries.flatMap(({ postings }) =>
      postings.map((posting) => ({
        account: posting.account,
        asset: posting.asset,
        amount: signed(posting),
        worst: 0n
      }))
    )
  ).map((delta) => ({
    ...delta,
    worst: sides[kindOf(delta.account).bound] * delta.amount > 0n ? delta.amount : 0n
  }))

const deltaRow = ({ account, amount, asset, worst }: Delta): object => {
  const { bound, hot } = kindOf(account)
  return { account, asset, amount: String(amount), worst: String(worst), hot, side: Number(sides[bound]) }
}

const entryRow = ({ at, id, owner, postings, source, template }: Entry): object => ({
  id,
  template,
  source,
  owner,
  at,
  accounts: postings.map((posting) => posting.account),
  assets: postings.map((posting) => posting.asset),
  amounts: postings.map((posting) => String(signed(posting)))
})

export const rowsOf = ({ entries, finished, jobs, writes }: ChangeSet): Rows => {
  const record = ({ body, expected, id, kind, owner }: Write, n: number) => ({ n, kind, id, owner, expected, body })
  const keys = ({ id, keys, kind }: Write, n: number) =>
    keys.map(([name, value], place) => ({ n, place, kind, name, value, id }))
  const of = <A>(isNew: boolean, row: (write: Write, n: number) => ReadonlyArray<A>): ReadonlyArray<A> =>
    writes.flatMap((write, n) => isNew === (write.expected === 0) ? row(write, n) : [])
  return {
    inserts: of(true, (write, n) => [record(write, n)]),
    replaces: of(false, (write, n) => [record(write, n)]),
    keys: of(true, keys),
    rekeys: of(false, keys),
    lists: writes.flatMap(({ id, kind, lists }) => lists.map(([name, value]) => ({ kind, name, value, id }))),
    entries: entries.map(entryRow),
    deltas: deltasOf(entries),
    finished: finished.map(({ id, lease }) => ({ id, lease })),
    jobs: jobs.map(({ id, runAt, subject, task }) => ({ id, task, subject, runAt })),
    claimed: jobs.flatMap(({ attempt, id }) => attempt === undefined ? [] : [{ id, attempt }]),
    owing: writes.flatMap(({ id, kind, owes }) =>
      owes === undefined || owes.jobs.length === 0 ? [] : [{ kind, id, ...owes }]
    ),
    settled: writes.filter(({ owes }) => owes?.jobs.length === 0).map(({ id, kind }) => ({ kind, id }))
  }
}

/** What a batch leaves open and closed: the last of its change sets that speaks of a record decides. */
const atTheEnd = (sets: ReadonlyArray<Rows>): Pick<Rows, "owing" | "settled"> => {
  const last = new Map<string, (RecordName & Owes) | RecordName>()
  for (const { owing, settled } of sets) {
    for (const row of [...owing, ...settled]) last.set(`${row.kind} ${row.id}`, row)
  }
  const rows = [...last.values()]
  return {
    owing: rows.filter((row): row is RecordName & Owes => "jobs" in row),
    settled: rows.filter((row) => !("jobs" in row))
  }
}

/** The parameters of `commit_all`: each table's rows of all change sets as JSON, null where there are none. */
export const together = (sets: ReadonlyArray<Rows>): ReadonlyArray<string | null> => {
  const json = (rows: ReadonlyArray<object>): string | null => rows.length === 0 ? null : JSON.stringify(rows)
  const { owing, settled } = atTheEnd(sets)
  return [
    json(sets.flatMap((set) => set.inserts)),
    json(sets.flatMap((set) => set.replaces)),
    json(sets.flatMap((set) => set.keys)),
    json(sets.flatMap((set) => set.rekeys)),
    json(sets.flatMap((set) => set.lists)),
    json(sets.flatMap((set) => set.entries)),
    json(added(sets.flatMap((set) => set.deltas)).map(deltaRow)),
    json(sets.flatMap((set) => set.finished)),
    json(sets.flatMap((set) => set.jobs)),
    json(sets.flatMap((set) => set.claimed)),
    json(owing),
    json(settled)
  ]
}

/** The parameter of `commit_each`: the change sets one by one, without the tables that they leave alone. */
export const oneByOne = (sets: ReadonlyArray<Rows>): string =>
  JSON.stringify(
    sets.map((set) =>
      Object.fromEntries(
        Object.entries({ ...set, deltas: set.deltas.map(deltaRow) }).filter(([, rows]) => rows.length > 0)
      )
    )
  )
