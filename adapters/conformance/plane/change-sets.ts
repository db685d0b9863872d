// Short hand for the change sets of the contract suites, and the whole visible state of a data plane for comparison.
import { Effect } from "effect"
import { type Entry, type LedgerAccount, entry } from "../../../core/engine/ledger/journal.ts"
import type { AssetCode } from "../../../core/base/money/assets.ts"
import { JobQueue } from "../../../core/engine/store/job-queue.ts"
import {
  type ChangeSet,
  type ListPage,
  type NewJob,
  type OwedJob,
  type RecordName,
  Store,
  type Write,
  changeSet
} from "../../../core/engine/store/store.ts"

/** A new record of the kind "thing" by default. */
export const written = (id: string, parts: Partial<Write> = {}): Write => ({
  kind: "thing",
  id,
  owner: "acc_1",
  expected: 0,
  body: `{"id":"${id}"}`,
  keys: [],
  lists: [],
  ...parts
})

interface Move {
  readonly id: string
  readonly debit: LedgerAccount
  readonly credit: LedgerAccount
  readonly units: bigint
  readonly asset?: AssetCode
  readonly source?: string
  readonly owner?: string
}

/** An entry of two postings, caused by "src_1" in BRL by default. */
export const moved = ({ asset = "BRL", credit, debit, id, owner = "acc_1", source = "src_1", units }: Move): Entry =>
  entry({
    id,
    template: "moved",
    source,
    owner,
    at: 1_000,
    postings: [{ account: debit, asset, side: "debit", units }, { account: credit, asset, side: "credit", units }]
  })

/** A job that is due at 1000 on a subject of its own, by default. */
export const asked = (id: string, parts: Partial<NewJob> = {}): NewJob => ({
  id,
  task: "deliver",
  subject: `of-${id}`,
  runAt: 1_000,
  ...parts
})

export const commit = (parts: Partial<ChangeSet>) => Store.use((store) => store.commit(changeSet(parts)))

/** The refusal of a commit; fails when the commit was accepted. */
export const refusal = (parts: Partial<ChangeSet>) => commit(parts).pipe(Effect.flip)

export const claim = (now: number, limit = 100, leaseMs = 100) =>
  JobQueue.use((queue) => queue.claim({ now, leaseMs, limit }))

/** Every row of a list, newest first, read in pages of `limit`. */
export const wholeList = Effect.fnUntraced(function*(of: Omit<ListPage, "before" | "limit">, limit: number) {
  const store = yield* Store
  const rows = [...yield* store.list({ ...of, limit })]
  for (let last = rows.at(-1); last !== undefined;) {
    const page = yield* store.list({ ...of, limit, before: last.seq })
    rows.push(...page)
    last = page.at(-1)
  }
  return rows
})

/** Every row of a feed, oldest first, read in pages of `limit`. */
export const wholeFeed = Effect.fnUntraced(function*(of: Omit<ListPage, "before" | "limit">, limit: number) {
  const store = yield* Store
  const rows = [...yield* store.feed({ ...of, limit })]
  for (let last = rows.at(-1); last !== undefined;) {
    const page = yield* store.feed({ ...of, limit, after: last.seq })
    rows.push(...page)
    last = page.at(-1)
  }
  return rows
})

/** Every job that is owed and not alive, found by looking at `scan` records at a time. */
export const everyOrphan = Effect.fnUntraced(function*(scan: number) {
  const store = yield* Store
  const found: Array<OwedJob> = []
  for (let after: RecordName | undefined, isOver = false; !isOver;) {
    const { next, orphans } = yield* store.orphans(after, scan)
    found.push(...orphans)
    after = next
    isOver = next === undefined
  }
  return found
})

/** Names of what may stand in a data plane, for `visible`. */
export interface Names {
  readonly kinds: ReadonlyArray<string>
  readonly ids: ReadonlyArray<string>
  /** Names and values of keys and lists alike. */
  readonly names: ReadonlyArray<string>
  readonly values: ReadonlyArray<string>
  readonly sources: ReadonlyArray<string>
  readonly prefixes: ReadonlyArray<string>
  /** Unix milliseconds at which the queue is looked at. */
  readonly instants: ReadonlyArray<number>
}

/** Beyond every text that a name or value has. */
const lastText = "\u{10ffff}"

/** All that can be read of these names, without the places of rows, which each adapter numbers in its own way. */
export const visible = Effect.fnUntraced(function*(names: Names) {
  const store = yield* Store
  const queue = yield* JobQueue
  const named = names.kinds.flatMap((kind) =>
    names.names.flatMap((list) => names.values.map((value) => ({ kind, list, value })))
  )
  const spans = names.kinds.flatMap((kind) => names.names.map((list) => ({ kind, list, from: "", below: lastText })))
  return {
    records: yield* Effect.forEach(names.kinds, (kind) => Effect.forEach(names.ids, (id) => store.get(kind, id))),
    keys: yield* Effect.forEach(named, ({ kind, list, value }) => store.find(kind, list, value)),
    lists: yield* Effect.forEach(
      named,
      (of) => wholeList(of, 2).pipe(Effect.map((rows) => rows.map((row) => row.record)))
    ),
    feeds: yield* Effect.forEach(
      named,
      (of) => wholeFeed(of, 3).pipe(Effect.map((rows) => rows.map((row) => row.record)))
    ),
    spans: yield* store.spans(spans.map((span) => ({ ...span, limit: 1_000 }))),
    counts: yield* store.counts(spans),
    owing: yield* store.owing({ isDoubted: false, limit: 100 }),
    orphans: yield* everyOrphan(3),
    owingCounts: yield* store.owingCounts,
    balances: yield* Effect.forEach(names.prefixes, (prefix) =>
      store.balances(prefix).pipe(
        Effect.map((rows) => rows.map((row) => `${row.account} ${row.asset} ${row.amount}`).sort())
      )),
    postings: yield* Effect.forEach(names.sources, (source) => store.postings(source)),
    depth: yield* Effect.forEach(names.instants, (now) => queue.depth(now)),
    nextDueAt: yield* queue.nextDueAt
  }
})
