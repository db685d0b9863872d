// The store in memory: the model that the contract suite was written against, and the store of simulations. A commit is
// checked whole before any of it is applied, in one synchronous turn, so nothing is ever half done. It also refuses what other
// stores only need once they are spread over shards: a change set of two owners.
import { Clock, Context, Effect, Layer, Option } from "effect"
import { type Entry, type LedgerAccount, mayStand, signed } from "../../core/engine/ledger/journal.ts"
import { JobQueue, Wake } from "../../core/engine/store/job-queue.ts"
import { mixedParts } from "../../core/engine/store/one-owner.ts"
import {
  type Balance,
  type BookedEntry,
  type ChangeSet,
  type CommitRefusal,
  DuplicateKey,
  type JournalPage,
  LeaseLost,
  type ListPage,
  type Listed,
  type Orphans,
  Overdraft,
  type OwedJob,
  type Owes,
  type OwingCount,
  type OwingPage,
  type PostedLine,
  type RawRecord,
  type RecordName,
  type Span,
  type SpanPage,
  Store,
  VersionConflict,
  answerOne
} from "../../core/engine/store/store.ts"
import { Jobs } from "./jobs.ts"

// Parts are joined with a character that no id, name or value of ours holds.
const path = (kind: string, name: string, value?: string): string =>
  value === undefined ? `${kind}\u0000${name}` : `${kind}\u0000${name}\u0000${value}`

// Texts are ordered by their bytes, as databases order them.
const inByteOrder = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Where the first text that is not before another stands in texts that are in order. */
const placeOf = (texts: ReadonlyArray<string>, text: string): number => {
  let from = 0
  let below = texts.length
  while (from < below) {
    const middle = (from + below) >>> 1
    if (inByteOrder(texts[middle] ?? "", text) < 0) from = middle + 1
    else below = middle
  }
  return from
}

const earliest = (times: ReadonlyArray<number>): number | null => times.length === 0 ? null : Math.min(...times)

class Plane {
  readonly wake = new Wake()
  private readonly records = new Map<string, RawRecord>()
  /** What is owed about records, by the path of each about which something is. */
  private readonly debts = new Map<string, RecordName & Owes>()
  private readonly keys = new Map<string, string>()
  private readonly lists = new Map<string, Array<{ readonly seq: bigint; readonly id: string }>>()
  /** The texts that there are lists under, in order, by the path of the list's name. */
  private readonly texts = new Map<string, Array<string>>()
  private readonly accounts = new Map<string, Balance>()
  private readonly linesOf = new Map<string, Array<PostedLine>>()
  private readonly entries = new Set<string>()
  /** The entry of place n stands at n - 1. */
  private readonly booked: Array<BookedEntry> = []
  readonly queue = new Jobs((runAt) => this.wake.noted(runAt))
  private seq = 0n

  get(kind: string, id: string): RawRecord | undefined {
    return this.records.get(path(kind, id))
  }

  find(kind: string, key: string, value: string): RawRecord | undefined {
    const id = this.keys.get(path(kind, key, value))
    return id === undefined ? undefined : this.get(kind, id)
  }

  rows(kind: string, list: string, value: string): ReadonlyArray<Listed> {
    return (this.lists.get(path(kind, list, value)) ?? []).flatMap(({ id, seq }) => {
      const record = this.get(kind, id)
      return record === undefined ? [] : [{ seq, record }]
    })
  }

  list({ before, kind, limit, list, value }: ListPage): ReadonlyArray<Listed> {
    const rows = this.lists.get(path(kind, list, value)) ?? []
    const found: Array<Listed> = []
    for (let at = rows.length - 1; at >= 0 && found.length < limit; at--) {
      const row = rows[at]
      const record = row === undefined || (before !== undefined && row.seq >= before)
        ? undefined
        : this.get(kind, row.id)
      if (row !== undefined && record !== undefined) found.push({ seq: row.seq, record })
    }
    return found
  }

  /** The texts of a stretch, the first one first. */
  private stretch({ below, from, kind, list }: Span): ReadonlyArray<string> {
    const texts = this.texts.get(path(kind, list)) ?? []
    return texts.slice(placeOf(texts, from), placeOf(texts, below))
  }

  span(page: SpanPage): ReadonlyArray<RawRecord> {
    const rows = this.stretch(page).flatMap((value) => this.rows(page.kind, page.list, value))
    return rows.map(({ record }) => record).reverse().slice(0, page.limit)
  }

  count(span: Span): number {
    return this.stretch(span).reduce((sum, value) => sum + this.rows(span.kind, span.list, value).length, 0)
  }

  balances(prefix: string): ReadonlyArray<Balance> {
    return [...this.accounts.values()].filter(({ account }) =>
      prefix === "" || account === prefix || account.startsWith(`${prefix}/`)
    )
  }

  postings(source: string): ReadonlyArray<PostedLine> {
    return [...this.linesOf.get(source) ?? []]
  }

  journal({ after, limit }: JournalPage): ReadonlyArray<BookedEntry> {
    const first = Math.max(0, Number(after))
    return this.booked.slice(first, first + limit)
  }

  commit(changes: ChangeSet): CommitRefusal | undefined {
    const balances = new Map<string, Balance>()
    const refusal = this.refusedWrite(changes) ?? this.refusedLease(changes) ?? this.refusedEntry(changes, balances)
    if (refusal !== undefined) return refusal
    this.applyWrites(changes)
    this.applyEntries(changes.entries, balances)
    const subjects = changes.finished.flatMap(({ id }) => this.queue.end(id) ?? [])
    for (const job of changes.jobs) this.queue.add(job)
    for (const subject of subjects) this.queue.release(subject)
    return undefined
  }

  private refusedWrite(changes: ChangeSet): CommitRefusal | undefined {
    const written = new Set<string>()
    const taken = new Set<string>()
    for (const { expected, id, keys, kind } of changes.writes) {
      const version = this.get(kind, id)?.version ?? 0
      const twice = written.has(path(kind, id))
      if (expected === 0 && (version !== 0 || twice)) return new DuplicateKey({ kind, name: "id", value: id })
      if (expected !== version || twice) return new VersionConflict({ kind, id })
      written.add(path(kind, id))
      for (const [name, value] of keys) {
        const key = path(kind, name, value)
        if (taken.has(key) || (this.keys.get(key) ?? id) !== id) return new DuplicateKey({ kind, name, value })
        taken.add(key)
      }
    }
    return undefined
  }

  private refusedLease(changes: ChangeSet): CommitRefusal | undefined {
    const ended = new Set<string>()
    for (const { id, lease } of changes.finished) {
      if (ended.has(id) || this.queue.leaseOf(id) !== lease) return new LeaseLost({ job: id })
      ended.add(id)
    }
    return undefined
  }

  private refusedEntry(changes: ChangeSet, balances: Map<string, Balance>): CommitRefusal | undefined {
    const taken = new Set<string>()
    for (const entry of changes.entries) {
      if (this.entries.has(entry.id) || taken.has(entry.id)) {
        return new DuplicateKey({ kind: "entry", name: "id", value: entry.id })
      }
      taken.add(entry.id)
      for (const posting of entry.postings) {
        const key = path(posting.account, posting.asset)
        const before = (balances.get(key) ?? this.accounts.get(key))?.amount ?? 0n
        balances.set(key, { account: posting.account, asset: posting.asset, amount: before + signed(posting) })
      }
    }
    for (const { account, amount, asset } of balances.values()) {
      if (!mayStand(account as LedgerAccount, amount)) return new Overdraft({ account, asset })
    }
    return undefined
  }

  private applyWrites(changes: ChangeSet): void {
    for (const { body, expected, id, keys, kind, lists, owes, owner } of changes.writes) {
      this.records.set(path(kind, id), { kind, id, owner, version: expected + 1, body })
      if (owes !== undefined) this.owe({ kind, id }, owes)
      for (const [name, value] of keys) this.keys.set(path(kind, name, value), id)
      for (const [name, value] of lists) {
        const key = path(kind, name, value)
        const rows = this.lists.get(key) ?? this.begun(kind, name, value)
        rows.push({ seq: ++this.seq, id })
      }
    }
  }

  /** A list of a text that there was none of. */
  private begun(kind: string, name: string, value: string) {
    const rows: Array<{ readonly seq: bigint; readonly id: string }> = []
    this.lists.set(path(kind, name, value), rows)
    const named = path(kind, name)
    const texts = this.texts.get(named) ?? []
    texts.splice(placeOf(texts, value), 0, value)
    this.texts.set(named, texts)
    return rows
  }

  private owe(of: RecordName, owes: Owes): void {
    if (owes.jobs.length === 0) this.debts.delete(path(of.kind, of.id))
    else this.debts.set(path(of.kind, of.id), { ...of, ...owes })
  }

  /** Records with something owed above a place, in the order of kind and id. */
  private owingAfter(after: RecordName | undefined): ReadonlyArray<RecordName & Owes> {
    const order = (a: RecordName, b: RecordName) => inByteOrder(a.kind, b.kind) || inByteOrder(a.id, b.id)
    return [...this.debts.values()].filter((of) => after === undefined || order(of, after) > 0).sort(order)
  }

  private owedJobs({ doubtedAt, id, jobs, kind }: RecordName & Owes): ReadonlyArray<OwedJob> {
    return jobs.map((name) => {
      const job = this.queue.find(name)
      const status = job === undefined ? "missing" : job.isDead ? "dead" : "waiting"
      const { attempt = 0, problem = null, runAt = null } = job ?? {}
      return { kind, id, job: name, status, runAt, attempt, problem, doubtedAt }
    })
  }

  owing({ after, isDoubted, limit }: OwingPage): ReadonlyArray<OwedJob> {
    const meant = this.owingAfter(after).filter(({ doubtedAt }) => !isDoubted || doubtedAt !== null)
    return meant.slice(0, limit).flatMap((of) => this.owedJobs(of))
  }

  orphans(after: RecordName | undefined, scan: number): Orphans {
    const looked = this.owingAfter(after).slice(0, scan)
    const last = looked.at(-1)
    return {
      orphans: looked.flatMap((of) => this.owedJobs(of)).filter(({ status }) => status !== "waiting"),
      ...(last === undefined || looked.length < scan ? {} : { next: { kind: last.kind, id: last.id } })
    }
  }

  owingCounts(): ReadonlyArray<OwingCount> {
    return [...Map.groupBy(this.debts.values(), ({ kind }) => kind)].map(([kind, of]) => {
      const doubts = of.flatMap(({ doubtedAt }) => doubtedAt ?? [])
      return { kind, records: of.length, doubted: doubts.length, doubtedAt: earliest(doubts) }
    }).sort((a, b) => inByteOrder(a.kind, b.kind))
  }

  private applyEntries(entries: ReadonlyArray<Entry>, balances: ReadonlyMap<string, Balance>): void {
    for (const [key, balance] of balances) this.accounts.set(key, balance)
    for (const { at, id, owner, postings, source, template } of entries) {
      const booked = postings.map((posting) => ({
        account: posting.account,
        asset: posting.asset,
        amount: signed(posting)
      }))
      const lines = this.linesOf.get(source) ?? []
      this.linesOf.set(source, lines)
      this.entries.add(id)
      this.booked.push({ id, template, source, owner, at, postings: booked, place: BigInt(this.entries.size) })
      for (const line of booked) lines.push({ entry: id, template, source, at, ...line })
    }
  }
}

const storeOf = (plane: Plane): Store["Service"] => ({
  get: (kind, id) => Effect.sync(() => Option.fromUndefinedOr(plane.get(kind, id))),
  find: (kind, key, value) => Effect.sync(() => Option.fromUndefinedOr(plane.find(kind, key, value))),
  list: (page) => Effect.sync(() => plane.list(page)),
  ask: (questions) => Effect.sync(() => questions.map((question) => answerOne(plane, question))),
  feed: ({ after, kind, limit, list, value }) =>
    Effect.sync(() =>
      plane.rows(kind, list, value).filter((row) => after === undefined || row.seq > after).slice(0, limit)
    ),
  spans: (pages) => Effect.sync(() => pages.map((page) => plane.span(page))),
  counts: (spans) => Effect.sync(() => spans.map((span) => plane.count(span))),
  commit: (changes) =>
    Effect.suspend(() => {
      const mixed = mixedParts(changes)
      if (mixed !== undefined) {
        return Effect.die(new Error(`A change set has two owners: ${mixed.join(" and ")} (decision 0170)`))
      }
      const refusal = plane.commit(changes)
      return refusal === undefined ? Effect.void : Effect.fail(refusal)
    }),
  balances: (prefix) => Effect.sync(() => plane.balances(prefix)),
  postings: (source) => Effect.sync(() => plane.postings(source)),
  owing: (page) => Effect.sync(() => plane.owing(page)),
  orphans: (after, scan) => Effect.sync(() => plane.orphans(after, scan)),
  owingCounts: Effect.sync(() => plane.owingCounts()),
  journal: (page) => Effect.sync(() => plane.journal(page)),
  now: Clock.currentTimeMillis,
  place: Effect.succeed("memory"),
  ping: Effect.void
})

const queueOf = ({ queue, wake }: Plane): JobQueue["Service"] => ({
  claim: (request) =>
    Effect.sync(() => {
      wake.claiming()
      return queue.claim(request)
    }),
  renew: (jobs, now, leaseMs) => Effect.sync(() => queue.renew(jobs, now, leaseMs)),
  retry: (job, runAt, problem) => Effect.sync(() => queue.retry(job, runAt, problem)),
  bury: (job, problem) => Effect.sync(() => queue.bury(job, problem)),
  nextDueAt: Effect.sync(() => queue.nextDueAt()),
  wake: (before) => wake.wait(before),
  depth: (now) => Effect.sync(() => queue.depth(now)),
  dead: (page) => Effect.sync(() => queue.dead(page)),
  find: (id) => Effect.sync(() => Option.fromUndefinedOr(queue.find(id))),
  ofSubject: (subject, limit) => Effect.sync(() => queue.ofSubject(subject, limit)),
  revive: (id, now) => Effect.sync(() => queue.revive(id, now))
})

/** A fresh data plane in memory: gone when the layer is. */
export const layer: Layer.Layer<Store | JobQueue> = Layer.effectContext(
  Effect.sync(() => {
    const plane = new Plane()
    return Context.make(Store, storeOf(plane)).pipe(Context.add(JobQueue, queueOf(plane)))
  })
)
