// The store on SQLite, for one process or a few on one machine: node:sqlite directly, one connection, grouped commits.
// What was acknowledged survives the death of the process and the loss of power. A worker is woken by commits of its own
// process only: one that shares the file with others must look at `nextDueAt` now and then.
import { Clock, Context, Effect, Layer, Option } from "effect"
import { statSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"
import { type Entry, type LedgerAccount, mayStand, signed } from "../../core/engine/ledger/journal.ts"
import { JobQueue, Wake } from "../../core/engine/store/job-queue.ts"
import {
  type Balance,
  type BookedEntry,
  type ChangeSet,
  type CommitRefusal,
  type CommitUnknown,
  DuplicateKey,
  type JournalPage,
  Overdraft,
  type PostedLine,
  Store,
  StoreUnavailable,
  answerOne
} from "../../core/engine/store/store.ts"
import { type Checkpoints, openCheckpoints } from "./checkpoints.ts"
import { type NextTurn, type SqliteConfig, arrays, open, statement } from "./connection.ts"
import { Conflict, GroupCommit, type PendingBalance, Turn } from "./group-commit.ts"
import { Jobs } from "./jobs.ts"
import { migrate } from "./migrate.ts"
import { Owing } from "./owing.ts"
import { Reads } from "./reads.ts"
import { Records } from "./records.ts"
import { migrations } from "./schema.ts"

// The books in SQLite: entries with their postings, each with the balance it left, and one running balance per account
// and asset. Amounts are exact integers of any size, computed here and stored as decimal text.

interface BalanceRow {
  readonly account: string
  readonly asset: string
  readonly amount: string
}

interface PostingRow extends Omit<PostedLine, "at" | "amount"> {
  readonly at: bigint
  readonly amount: string
}

type EntryRow = readonly [seq: bigint, id: string, template: string, source: string, owner: string, at: bigint]
type LineRow = readonly [entry: bigint, account: string, asset: string, amount: string]

const path = (account: string, asset: string): string => `${account}\u0000${asset}`

/** Every statement, by what it does. */
const preparedIn = (db: DatabaseSync) => ({
  entryExists: statement<object>(db, "select 1 from entry where id = ?"),
  balance: statement<{ readonly n: bigint; readonly amount: string }>(
    db,
    "select n, amount from balance where account = ? and asset = ?"
  ),
  open: statement(db, "insert into balance (account, asset, amount) values (?, ?, '0')"),
  save: statement(db, "update balance set amount = ? where n = ?"),
  addEntry: statement(
    db,
    "insert into entry (id, template, source, owner, at) values (?, ?, ?, ?, ?) on conflict do nothing"
  ),
  addPosting: statement(
    db,
    "insert into posting (entry, line, balance, amount, after) values (?, ?, ?, ?, ?)"
  ),
  allBalances: statement<BalanceRow>(db, "select account, asset, amount from balance"),
  // "0" is the character after "/".
  balancesOf: statement<BalanceRow>(
    db,
    `select account, asset, amount from balance where account = ?1
     union all
     select account, asset, amount from balance where account >= ?1 || '/' and account < ?1 || '0'`
  ),
  postingsOf: statement<PostingRow>(
    db,
    `select e.id as entry, e.template, e.source, e.at, b.account, b.asset, p.amount
     from entry e join posting p on p.entry = e.seq join balance b on b.n = p.balance
     where e.source = ? order by e.seq, p.line`
  ),
  entriesAfter: arrays<EntryRow>(
    db,
    "select seq, id, template, source, owner, at from entry where seq > ? order by seq limit ? + 0"
  ),
  linesBetween: arrays<LineRow>(
    db,
    `select p.entry, b.account, b.asset, p.amount from posting p join balance b on b.n = p.balance
     where p.entry > ? and p.entry <= ? order by p.entry, p.line`
  )
})

export class Journal {
  private readonly prepared: ReturnType<typeof preparedIn>

  constructor(db: DatabaseSync) {
    this.prepared = preparedIn(db)
  }

  balances(prefix: string): ReadonlyArray<Balance> {
    const rows = prefix === "" ? this.prepared.allBalances.all() : this.prepared.balancesOf.all(prefix)
    return rows.map(({ account, amount, asset }) => ({ account, asset, amount: BigInt(amount) }))
  }

  postings(source: string): ReadonlyArray<PostedLine> {
    return this.prepared.postingsOf.all(source).map(({ account, amount, asset, at, entry, source, template }) => ({
      entry,
      template,
      source,
      at: Number(at),
      account,
      asset,
      amount: BigInt(amount)
    }))
  }

  /** There is one writer, so numbers grow in the order of the commits and none comes in below another. */
  page({ after, limit }: JournalPage): ReadonlyArray<BookedEntry> {
    const rows = this.prepared.entriesAfter.all(after, limit)
    const lines = this.prepared.linesBetween.all(after, rows.at(-1)?.[0] ?? after)
    let next = 0
    return rows.map(([place, id, template, source, owner, at]) => {
      const postings: Array<BookedEntry["postings"][number]> = []
      for (let line = lines[next]; line?.[0] === place; line = lines[++next]) {
        postings.push({ account: line[1], asset: line[2], amount: BigInt(line[3]) })
      }
      return { place, id, template, source, owner, at: Number(at), postings }
    })
  }

  /** Why the entries may not be made; an account is judged by what all of them leave on it. */
  refused(entries: ReadonlyArray<Entry>, turn: Turn): CommitRefusal | undefined {
    const made = new Set<string>()
    const left = new Map<string, Balance>()
    for (const { id, postings } of entries) {
      if (made.has(id) || this.prepared.entryExists.get(id) !== undefined) {
        return new DuplicateKey({ kind: "entry", name: "id", value: id })
      }
      made.add(id)
      for (const posting of postings) {
        const { account, asset } = posting
        const key = path(account, asset)
        const before = left.get(key)?.amount ?? this.find(account, asset, turn)?.amount ?? 0n
        left.set(key, { account, asset, amount: before + signed(posting) })
      }
    }
    for (const { account, amount, asset } of left.values()) {
      if (!mayStand(account as LedgerAccount, amount)) return new Overdraft({ account, asset })
    }
    return undefined
  }

  /** Makes the entries; throws `Conflict` when they would be refused. */
  apply(entries: ReadonlyArray<Entry>, turn: Turn): void {
    const touched = new Map<LedgerAccount, Array<PendingBalance>>()
    for (const { at, id, owner, postings, source, template } of entries) {
      const { changes, lastInsertRowid } = this.prepared.addEntry.run(id, template, source, owner, at)
      if (changes === 0n) throw new Conflict()
      postings.forEach((posting, line) => {
        const { account, asset } = posting
        const balance = this.find(account, asset, turn) ?? this.opened(account, asset, turn)
        const amount = signed(posting)
        balance.amount += amount
        balance.changed = true
        touched.set(account, [...touched.get(account) ?? [], balance])
        this.prepared.addPosting.run(lastInsertRowid, line, balance.n, amount.toString(), balance.amount.toString())
      })
    }
    for (const [account, balances] of touched) {
      if (!balances.every(({ amount }) => mayStand(account, amount))) throw new Conflict()
    }
  }

  settle(turn: Turn): void {
    for (const { amount, changed, n } of turn.balances.values()) {
      if (changed) this.prepared.save.run(amount.toString(), n)
    }
  }

  private find(account: string, asset: string, turn: Turn): PendingBalance | undefined {
    const key = path(account, asset)
    const known = turn.balances.get(key)
    if (known !== undefined) return known
    const row = this.prepared.balance.get(account, asset)
    if (row === undefined) return undefined
    const balance = { n: row.n, amount: BigInt(row.amount), changed: false }
    turn.balances.set(key, balance)
    return balance
  }

  private opened(account: string, asset: string, turn: Turn): PendingBalance {
    const balance = { n: this.prepared.open.run(account, asset).lastInsertRowid, amount: 0n, changed: true }
    turn.balances.set(path(account, asset), balance)
    return balance
  }
}

// Another file has another number, also where it took the path of the first.
const placeOf = (db: DatabaseSync): string => {
  const path = db.location()
  return path === null ? "memory" : `file:${statSync(path).ino}`
}

/** The ports on an open database of the current schema. `close` writes what waits. */
export const planeOn = (db: DatabaseSync, nextTurn?: NextTurn, checkpoints?: Checkpoints) => {
  const records = new Records(db)
  const journal = new Journal(db)
  const jobs = new Jobs(db)
  const owing = new Owing(db)
  const reachable = statement(db, "select 1 from migration where version = 1")
  const wake = new Wake()
  const reads = new Reads(db)
  const group = new GroupCommit(db, reads, {
    begin: (careful) => new Turn(careful),
    settle: (turn) => {
      records.settle(turn)
      journal.settle(turn)
    },
    committed: (turn, writes) => {
      for (const runAt of turn.due) wake.noted(runAt)
      checkpoints?.committed(writes)
    }
  }, nextTurn)

  // A careful change set looks at everything before it changes anything, so a refused one leaves nothing.
  const commit = (changes: ChangeSet, turn: Turn): Effect.Effect<void, CommitRefusal> => {
    const refusal = turn.careful
      ? records.refused(changes.writes) ?? jobs.refused(changes.finished) ?? journal.refused(changes.entries, turn)
      : undefined
    if (refusal !== undefined) return Effect.fail(refusal)
    records.apply(changes.writes, turn)
    jobs.apply(changes.finished, changes.jobs, turn)
    journal.apply(changes.entries, turn)
    return Effect.void
  }

  const store: Store["Service"] = {
    get: (kind, id) => reads.read(() => Option.fromUndefinedOr(records.get(kind, id))),
    find: (kind, key, value) => reads.read(() => Option.fromUndefinedOr(records.find(kind, key, value))),
    list: (page) => reads.read(() => records.list(page)),
    ask: (questions) => reads.read(() => questions.map((question) => answerOne(records, question))),
    feed: (page) => reads.read(() => records.feed(page)),
    spans: (pages) => reads.read(() => pages.map((page) => records.span(page))),
    counts: (spans) => reads.read(() => spans.map((span) => records.count(span))),
    commit: (changes) => group.submit((turn) => commit(changes, turn)),
    balances: (prefix) => reads.read(() => journal.balances(prefix)),
    postings: (source) => reads.read(() => journal.postings(source)),
    owing: (page) => reads.read(() => owing.page(page)),
    orphans: (after, scan) => reads.read(() => owing.orphans(after, scan)),
    owingCounts: reads.read(() => owing.counts()),
    journal: (page) => reads.read(() => journal.page(page)),
    // Every process that has the file is on its machine.
    now: Clock.currentTimeMillis,
    place: Effect.try({ try: () => placeOf(db), catch: (cause) => new StoreUnavailable({ cause }) }),
    ping: Effect.asVoid(reads.read(() => reachable.get()))
  }

  // A claim, a retry or a burial that may or may not stand is met again when its lease ends.
  const change = <A>(run: (turn: Turn) => A): Effect.Effect<A, StoreUnavailable> =>
    group.submit((turn) => Effect.succeed(run(turn))).pipe(
      Effect.catchTag("CommitUnknown", ({ cause }: CommitUnknown) => Effect.fail(new StoreUnavailable({ cause })))
    )

  const queue: JobQueue["Service"] = {
    claim: (request) =>
      change(() => {
        wake.claiming()
        return jobs.claim(request)
      }),
    renew: (held, now, leaseMs) => change(() => jobs.renew(held, now, leaseMs)),
    retry: (job, runAt, problem) => change((turn) => jobs.retry(job, runAt, problem, turn)),
    bury: (job, problem) => change((turn) => jobs.bury(job, problem, turn)),
    nextDueAt: reads.read(() => jobs.nextDueAt()),
    wake: (before) => wake.wait(before),
    depth: (now) => reads.read(() => jobs.depth(now)),
    dead: (page) => reads.read(() => jobs.dead(page)),
    find: (id) => reads.read(() => Option.fromUndefinedOr(jobs.find(id))),
    ofSubject: (subject, limit) => reads.read(() => jobs.ofSubject(subject, limit)),
    revive: (id, now) => change((turn) => jobs.revive(id, now, turn))
  }

  return { store, queue, close: () => group.close() }
}

/** The data plane in one SQLite file, made or brought to the current schema when it is opened. */
export const layer = (config: SqliteConfig): Layer.Layer<Store | JobQueue, StoreUnavailable> =>
  Layer.effectContext(Effect.gen(function*() {
    const db = yield* open(config, (db) => migrate(db, migrations))
    const plane = planeOn(db, config.nextTurn, yield* openCheckpoints(db, config))
    yield* Effect.addFinalizer(() => Effect.sync(plane.close))
    return Context.make(Store, plane.store).pipe(Context.add(JobQueue, plane.queue))
  }))
