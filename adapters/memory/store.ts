// The store in memory: the model that the contract suite was written against, and the store of simulations. A commit is
// checked whole before any of it is applied, in one synchronous turn, so nothing is ever half done.
import { Context, Effect, Layer, Option } from "effect"
import { type Account, mayStand } from "../../core/ledger/chart.ts"
import { type Entry, signed } from "../../core/ledger/journal.ts"
import { type ClaimedJob, JobQueue } from "../../core/ports/job-queue.ts"
import {
  type Balance,
  type ChangeSet,
  type CommitRefusal,
  DuplicateKey,
  LeaseLost,
  type ListPage,
  type Listed,
  type NewJob,
  Overdraft,
  type PostedLine,
  type RawRecord,
  type Span,
  type SpanPage,
  Store,
  VersionConflict
} from "../../core/ports/store.ts"
import { answerOne } from "../../core/ports/questions.ts"
import { Wake } from "../../core/ports/wake.ts"

interface Job extends NewJob {
  readonly attempt: number
  /** Null when nobody holds it, so that no lease matches. */
  readonly lease: string | null
  /** Unix milliseconds; 0 when nobody holds it. */
  readonly leasedUntil: number
  readonly dead: boolean
  readonly problem: string
}

// Parts are joined with a character that no id, name or value of ours holds.
const path = (...parts: ReadonlyArray<string>): string => parts.join("\u0000")

// Texts are ordered by their bytes, as databases order them.
const inByteOrder = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const earliest = (times: ReadonlyArray<number>): number | null => times.length === 0 ? null : Math.min(...times)

class Plane {
  readonly wake = new Wake()
  private readonly records = new Map<string, RawRecord>()
  private readonly keys = new Map<string, string>()
  private readonly lists = new Map<string, Array<{ readonly seq: bigint; readonly id: string }>>()
  private readonly accounts = new Map<string, Balance>()
  private readonly lines: Array<PostedLine> = []
  private readonly entries = new Set<string>()
  private readonly queue = new Map<string, Job>()
  private seq = 0n
  private leases = 0

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
    return this.rows(kind, list, value).filter((row) => before === undefined || row.seq < before).reverse().slice(
      0,
      limit
    )
  }

  /** The texts of a stretch, the first one first. */
  private stretch({ below, from, kind, list }: Span): ReadonlyArray<string> {
    const named = path(kind, list, "")
    return [...this.lists.keys()].filter((key) => key.startsWith(named)).map((key) => key.slice(named.length))
      .filter((value) => inByteOrder(value, from) >= 0 && inByteOrder(value, below) < 0).sort(inByteOrder)
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
    return this.lines.filter((line) => line.source === source)
  }

  commit(changes: ChangeSet): CommitRefusal | undefined {
    const balances = new Map<string, Balance>()
    const refusal = this.refusedWrite(changes) ?? this.refusedLease(changes) ?? this.refusedEntry(changes, balances)
    if (refusal !== undefined) return refusal
    this.applyWrites(changes)
    this.applyEntries(changes.entries, balances)
    const subjects = changes.finished.flatMap(({ id }) => this.queue.get(id)?.subject ?? [])
    for (const { id } of changes.finished) this.queue.delete(id)
    for (const job of changes.jobs) this.enqueue(job)
    for (const subject of subjects) this.released(subject)
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
      if (ended.has(id) || this.queue.get(id)?.lease !== lease) return new LeaseLost({ job: id })
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
      if (!mayStand(account as Account, amount)) return new Overdraft({ account, asset })
    }
    return undefined
  }

  private applyWrites(changes: ChangeSet): void {
    for (const { body, expected, id, keys, kind, lists, owner } of changes.writes) {
      this.records.set(path(kind, id), { kind, id, owner, version: expected + 1, body })
      for (const [name, value] of keys) this.keys.set(path(kind, name, value), id)
      for (const [name, value] of lists) {
        const key = path(kind, name, value)
        const rows = this.lists.get(key) ?? []
        rows.push({ seq: ++this.seq, id })
        this.lists.set(key, rows)
      }
    }
  }

  private applyEntries(entries: ReadonlyArray<Entry>, balances: ReadonlyMap<string, Balance>): void {
    for (const [key, balance] of balances) this.accounts.set(key, balance)
    for (const { at, id, postings, source, template } of entries) {
      this.entries.add(id)
      for (const posting of postings) {
        const { account, asset } = posting
        this.lines.push({ entry: id, template, source, at, account, asset, amount: signed(posting) })
      }
    }
  }

  private enqueue(job: NewJob): void {
    if (this.queue.has(job.id)) return
    this.queue.set(job.id, { ...job, attempt: 0, lease: null, leasedUntil: 0, dead: false, problem: "" })
    this.wake.noted(job.runAt)
  }

  claim(now: number, leaseMs: number, limit: number): ReadonlyArray<ClaimedJob> {
    this.wake.claiming()
    const held = new Set(this.held(now).map((job) => job.subject))
    const claimed: Array<ClaimedJob> = []
    for (const job of this.free(now).filter((job) => job.runAt <= now)) {
      if (claimed.length === limit) break
      if (held.has(job.subject)) continue
      held.add(job.subject)
      const lease = String(++this.leases)
      const taken: Job = { ...job, attempt: job.attempt + 1, lease, leasedUntil: now + leaseMs }
      this.queue.set(job.id, taken)
      claimed.push({
        id: taken.id,
        task: taken.task,
        subject: taken.subject,
        attempt: taken.attempt,
        lease,
        leasedUntil: taken.leasedUntil
      })
    }
    return claimed
  }

  giveBack(job: ClaimedJob, change: Partial<Job>): void {
    const held = this.queue.get(job.id)
    if (held === undefined || held.lease !== job.lease) return
    this.queue.set(job.id, { ...held, lease: null, leasedUntil: 0, ...change })
    this.released(held.subject)
  }

  // Jobs that waited for another one of their subject may run now: they count as work that just came in.
  private released(subject: string): void {
    for (const job of this.living()) if (job.subject === subject && job.lease === null) this.wake.noted(job.runAt)
  }

  living(): ReadonlyArray<Job> {
    return [...this.queue.values()].filter((job) => !job.dead)
  }

  held(now: number): ReadonlyArray<Job> {
    return this.living().filter((job) => job.leasedUntil > now)
  }

  free(now: number): ReadonlyArray<Job> {
    return this.living().filter((job) => job.leasedUntil <= now).sort((a, b) =>
      a.runAt - b.runAt || (a.id < b.id ? -1 : 1)
    )
  }

  nextDueAt(): number | null {
    const ends = new Map<string, number>()
    for (const { lease, leasedUntil, subject } of this.living()) {
      if (lease !== null) ends.set(subject, Math.max(leasedUntil, ends.get(subject) ?? leasedUntil))
    }
    const waiting = this.living().filter((job) => !ends.has(job.subject))
    return earliest([...ends.values(), ...waiting.map((job) => job.runAt)])
  }

  dead(): number {
    return this.queue.size - this.living().length
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
      const refusal = plane.commit(changes)
      return refusal === undefined ? Effect.void : Effect.fail(refusal)
    }),
  balances: (prefix) => Effect.sync(() => plane.balances(prefix)),
  postings: (source) => Effect.sync(() => plane.postings(source)),
  ping: Effect.void
})

const queueOf = (plane: Plane): JobQueue["Service"] => ({
  claim: ({ leaseMs, limit, now }) => Effect.sync(() => plane.claim(now, leaseMs, limit)),
  retry: (job, runAt, problem) => Effect.sync(() => plane.giveBack(job, { runAt, problem })),
  bury: (job, problem) => Effect.sync(() => plane.giveBack(job, { dead: true, problem })),
  nextDueAt: Effect.sync(() => plane.nextDueAt()),
  wake: (before) => plane.wake.wait(before),
  depth: (now) =>
    Effect.sync(() => {
      const due = plane.free(now).filter((job) => job.runAt <= now)
      return {
        due: due.length,
        leased: plane.held(now).length,
        dead: plane.dead(),
        oldestDueAt: earliest(due.map((job) => job.runAt))
      }
    })
})

/** A fresh data plane in memory: gone when the layer is. */
export const layer: Layer.Layer<Store | JobQueue> = Layer.effectContext(
  Effect.sync(() => {
    const plane = new Plane()
    return Context.make(Store, storeOf(plane)).pipe(Context.add(JobQueue, queueOf(plane)))
  })
)
