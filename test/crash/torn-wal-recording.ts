// A recorded life of a data plane on SQLite: deposits, payouts and their events under the real use cases, and after every
// acknowledged commit what stands then and how long the log is. What stands is followed by a model of the change sets that
// shares no code with the store.
import { createHash } from "node:crypto"
import { closeSync, openSync, readFileSync, readSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import * as sandboxChain from "../../adapters/sandbox/chain.ts"
import * as sandboxPixRail from "../../adapters/sandbox/pix-rail.ts"
import { layer as sqlite } from "../../adapters/sqlite/store.ts"
import { signed } from "../../core/engine/ledger/journal.ts"
import { type ClaimedJob, JobQueue } from "../../core/engine/store/job-queue.ts"
import { type ChangeSet, Store } from "../../core/engine/store/store.ts"
import { endToEndIdAt, returnIdAt } from "../support/ids.ts"
import { World, account } from "../support/world.ts"
import { type Payer, allFlags, keysOf, order, pixOut } from "../unit/payments/payout/payouts.ts"
import type { Random } from "./random.ts"

/** A commit that was acknowledged: what stands after it, and the end of the log, in bytes, when its caller heard of it. */
export interface Mark {
  readonly digest: string
  readonly logBytes: number
}

/** The files of a plane at the end of a stretch in which nothing of the log was folded into the database. */
export interface Recording {
  readonly database: Buffer
  readonly log: Buffer
  /** What the places of the log held before this stretch; what was never written to is not there. */
  readonly logBefore: Buffer
  /** The first mark is of the state before the log. */
  readonly marks: ReadonlyArray<Mark>
}

const parts = (...texts: ReadonlyArray<string>): string => texts.join("\u0000")

/** A set of rows by key; its digest does not depend on their order. */
class Rows {
  private readonly rows = new Map<string, string>()
  private sum = 0n

  get(key: string): string | undefined {
    return this.rows.get(key)
  }

  set(key: string, row: string | undefined): void {
    const before = this.rows.get(key)
    if (before !== undefined) this.sum ^= hashOf(key, before)
    if (row === undefined) this.rows.delete(key)
    else {
      this.sum ^= hashOf(key, row)
      this.rows.set(key, row)
    }
  }

  get digest(): string {
    return `${this.rows.size} ${this.sum.toString(16)}`
  }
}

// The same rows come again in every state.
const hashes = new Map<string, bigint>()

const hashOf = (key: string, row: string): bigint => {
  const text = parts(key, row)
  const known = hashes.get(text)
  if (known !== undefined) return known
  const made = BigInt(`0x${createHash("sha256").update(text).digest("hex").slice(0, 32)}`)
  hashes.set(text, made)
  return made
}

interface Job {
  readonly task: string
  readonly subject: string
  readonly runAt: number
  readonly attempt: number
  readonly lease: string | null
}

const recordKey = (kind: string, id: string): string => parts("record", kind, id)
const jobKey = (id: string): string => parts("job", id)
const balanceKey = (account: string, asset: string): string => parts("balance", account, asset)

/** What the store must hold after the change sets it acknowledged. */
class Model {
  readonly rows = new Rows()

  commit({ entries, finished, jobs, writes }: ChangeSet): void {
    for (const { body, expected, id, keys, kind, lists, owner } of writes) {
      this.rows.set(recordKey(kind, id), parts(owner, String(expected + 1), body))
      for (const [name, value] of keys) this.rows.set(parts("key", kind, name, value), id)
      for (const [name, value] of lists) this.rows.set(parts("list", kind, name, value, id), "")
    }
    for (const { at, id, owner, postings, source, template } of entries) {
      const lines = postings.map((posting) => `${posting.account} ${posting.asset} ${signed(posting)}`)
      this.rows.set(parts("entry", id), parts(template, source, owner, String(at), ...lines))
      for (const posting of postings) {
        const key = balanceKey(posting.account, posting.asset)
        this.rows.set(key, String(BigInt(this.rows.get(key) ?? 0) + signed(posting)))
      }
    }
    for (const { id } of finished) this.rows.set(jobKey(id), undefined)
    for (const { id, runAt, subject, task } of jobs) {
      if (this.rows.get(jobKey(id)) === undefined) this.job(id, { task, subject, runAt, attempt: 0, lease: null })
    }
  }

  claim({ attempt, id, lease }: ClaimedJob): void {
    this.change(id, (job) => ({ ...job, attempt, lease }))
  }

  giveBack({ id, lease }: ClaimedJob, runAt: number): void {
    this.change(id, (job) => job.lease === lease ? { ...job, runAt, lease: null } : job)
  }

  private change(id: string, to: (job: Job) => Job): void {
    const row = this.rows.get(jobKey(id))
    if (row !== undefined) this.job(id, to(JSON.parse(row) as Job))
  }

  private job(id: string, job: Job): void {
    this.rows.set(jobKey(id), jobRow(job))
  }
}

const jobRow = ({ attempt, lease, runAt, subject, task }: Job): string =>
  JSON.stringify({ task, subject, runAt, attempt, lease })

/** The digest of what is in a database, to be compared with those of marks. */
export const digestOf = (db: DatabaseSync): string => {
  const rows = new Rows()
  const text = (value: unknown): string => String(value)
  const all = (sql: string) => db.prepare(sql).all()
  for (const { body, id, kind, owner, version } of all("select kind, id, owner, version, body from record")) {
    rows.set(recordKey(text(kind), text(id)), parts(text(owner), text(version), text(body)))
  }
  const ofRecord = (table: string) => all(`select t.*, r.id from ${table} t join record r on r.n = t.record`)
  for (const { id, kind, name, value } of ofRecord("record_key")) {
    rows.set(parts("key", text(kind), text(name), text(value)), text(id))
  }
  for (const { id, kind, name, value } of ofRecord("record_list")) {
    rows.set(parts("list", text(kind), text(name), text(value), text(id)), "")
  }
  const lines = Map.groupBy(
    all(`select p.entry, b.account, b.asset, p.amount from posting p join balance b on b.n = p.balance
      order by p.entry, p.line`),
    ({ entry }) => entry
  )
  for (
    const { at, id, owner, seq, source, template } of all("select seq, id, template, source, owner, at from entry")
  ) {
    const postings = (lines.get(seq ?? null) ?? []).map((line) =>
      [line["account"], line["asset"], line["amount"]].join(" ")
    )
    rows.set(parts("entry", text(id)), parts(text(template), text(source), text(owner), text(at), ...postings))
  }
  for (const { account, amount, asset } of all("select account, asset, amount from balance")) {
    rows.set(balanceKey(text(account), text(asset)), text(amount))
  }
  for (const row of all("select id, task, subject, run_at, attempt, lease from job")) {
    const { attempt, id, lease, run_at: runAt, subject, task } = row
    rows.set(
      jobKey(text(id)),
      jobRow({
        task: text(task),
        subject: text(subject),
        runAt: Number(runAt),
        attempt: Number(attempt),
        lease: lease === null || lease === undefined ? null : text(lease)
      })
    )
  }
  return rows.digest
}

const headerBytes = 32
export const frameBytes = 24 + 4_096

// The index of the log is shared memory in a file: frames in the log are counted at byte 16 of its header
// (https://www.sqlite.org/walformat.html).
const logBytesOf = (filename: string): number => {
  const index = openSync(`${filename}-shm`, "r")
  try {
    const count = new Uint32Array(1)
    readSync(index, new Uint8Array(count.buffer), 0, 4, 16)
    const frames = count[0] ?? 0
    return frames === 0 ? 0 : headerBytes + frames * frameBytes
  } finally {
    closeSync(index)
  }
}

class Recorder {
  readonly model = new Model()
  marks: Array<Mark> = []
  private readonly filename: string

  constructor(filename: string) {
    this.filename = filename
  }

  /** Forgets what was, but for the state that stands now. */
  restart(): void {
    this.marks = [{ digest: this.model.rows.digest, logBytes: 0 }]
  }

  private heard<A, E>(answer: Effect.Effect<A, E>, apply: (answer: A) => void): Effect.Effect<A, E> {
    return Effect.tap(answer, (value) =>
      Effect.sync(() => {
        apply(value)
        this.marks.push({ digest: this.model.rows.digest, logBytes: logBytesOf(this.filename) })
      }))
  }

  readonly plane = Layer.unwrap(Effect.sync(() => sqlite({ filename: this.filename }))).pipe(
    Layer.flatMap((built) => {
      const store = Context.get(built, Store)
      const queue = Context.get(built, JobQueue)
      return Layer.succeedContext(
        Context.make(Store, {
          ...store,
          commit: (changes) => this.heard(store.commit(changes), () => this.model.commit(changes))
        }).pipe(Context.add(JobQueue, {
          ...queue,
          claim: (request) => this.heard(queue.claim(request), (jobs) => jobs.forEach((job) => this.model.claim(job))),
          retry: (job, runAt, problem) =>
            this.heard(queue.retry(job, runAt, problem), () => this.model.giveBack(job, runAt))
        }))
      )
    })
  )
}

// The sandbox's own chain and rail, which keep what they do in the plane.
const sandbox = Layer.mergeAll(sandboxChain.layer, sandboxPixRail.layer)

/** Claims what is due and runs it side by side, until nothing is due. */
const work = async (world: World): Promise<void> => {
  for (;;) {
    const jobs = await world.claim(16)
    if (jobs.length === 0) return
    await Promise.all(jobs.map((job) => world.runJob(job)))
  }
}

/** Some deposits and payouts at once, from the order to the last event. */
const live = async (world: World, payer: Payer, random: Random, from: number, count: number): Promise<void> => {
  const ordered = await Promise.all(Array.from({ length: count }, async (_, index) => {
    const n = from + index
    const address = random.chance(0.2) ? "0x000000000000000000000000000000000000dEaD" : undefined
    const deposit = await world.deposit(payer.caller, {
      value: random.whole(100, 5_000),
      externalId: `order-${n}`,
      ...(address === undefined ? {} : { address })
    })
    // One in every round, so that no choice of the seed leaves a life without any.
    const payout = index === 0 || random.chance(0.4) ? await order(payer, { value: random.whole(100, 900) }) : undefined
    return { n, deposit, payout, isPaid: random.chance(0.9) }
  }))
  const paid = ordered.filter(({ isPaid }) => isPaid)
  await Promise.all(
    paid.map(({ deposit, n }) => world.settle(deposit.trackId, endToEndIdAt(n), "DEPOSIT-SUCCESS", `paid ${n}`))
  )
  await work(world)
  await Promise.all(ordered.map(async ({ isPaid, n, payout }) => {
    if (isPaid && random.chance(0.3)) await world.confirmReturn(endToEndIdAt(n), returnIdAt(n), 50, `returned ${n}`)
    if (payout !== undefined && random.chance(0.3)) await pixOut({ world }, "SUCCESS", payout, {}, `out ${n}`)
  }))
  await work(world)
  world.advance(60_000)
  await work(world)
}

/** A reader that keeps the log from being folded in and begun again. */
const holding = (filename: string): DatabaseSync => {
  const db = new DatabaseSync(filename)
  db.exec("begin")
  db.prepare("select count(*) from record").get()
  return db
}

/**
 * Records two stretches of one life in this file: one on a new log, and a shorter one that writes over what the first has
 * left in the log.
 */
export const record = async (filename: string, random: Random): Promise<ReadonlyArray<Recording>> => {
  const recorder = new Recorder(filename)
  const scope = Scope.makeUnsafe()
  const world = await World.open(recorder.plane, (services) =>
    Context.merge(
      services,
      Effect.runSync(Effect.provide(Layer.buildWithScope(sandbox, scope), services))
    ))
  try {
    let tries = 0
    // Every third delivery fails, so that some are tried again.
    world.notifier.answers = () => ({ _tag: "Answered", status: ++tries % 3 === 0 ? 503 : 204 })
    const caller = await world.caller(
      account("first", {
        flags: [...allFlags],
        webhooks: ["one", "two"].map((path) => ({
          url: `https://hooks.example/${path}`,
          secret: "5e".repeat(32),
          retry: path === "two"
        }))
      })
    )
    const { protectedSymmetricKey } = await keysOf(world, caller)
    const payer = { world, caller, key: protectedSymmetricKey }
    const stretch = async (from: number, rounds: number): Promise<Recording> => {
      const folding = new DatabaseSync(filename)
      folding.exec("pragma wal_checkpoint(passive)")
      folding.close()
      recorder.restart()
      const database = readFileSync(filename)
      const logBefore = readFileSync(`${filename}-wal`)
      const holder = holding(filename)
      for (let round = 0; round < rounds; round++) await live(world, payer, random, from + round * 10, 3)
      const recording = { database, logBefore, log: readFileSync(`${filename}-wal`), marks: recorder.marks }
      holder.close()
      return recording
    }
    const first = await stretch(1_000, 4)
    return [{ ...first, logBefore: Buffer.alloc(0) }, await stretch(2_000, 2)]
  } finally {
    await world.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
