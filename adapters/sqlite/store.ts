// The store on SQLite, for one process or a few on one machine: node:sqlite directly, one connection, grouped commits.
// What was acknowledged survives the death of the process and the loss of power. A worker is woken by commits of its own
// process only: one that shares the file with others must look at `nextDueAt` now and then.
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { DatabaseSync } from "node:sqlite"
import { JobQueue, Wake } from "../../core/ports/job-queue.ts"
import {
  type ChangeSet,
  type CommitRefusal,
  type CommitUnknown,
  Store,
  StoreUnavailable,
  answerOne
} from "../../core/ports/store.ts"
import {
  GroupCommit,
  type NextTurn,
  type SqliteConfig,
  Turn,
  atOneInstant,
  open,
  reading,
  statement
} from "./connection.ts"
import { Jobs } from "./jobs.ts"
import { Journal } from "./journal.ts"
import { migrate } from "./migrate.ts"
import { Records } from "./records.ts"
import { Owing } from "./owing.ts"
import { migrations } from "./schema.ts"

/** The ports on an open database of the current schema. `close` writes what waits. */
export const planeOn = (db: DatabaseSync, nextTurn?: NextTurn) => {
  const records = new Records(db)
  const journal = new Journal(db)
  const jobs = new Jobs(db)
  const owing = new Owing(db)
  const reachable = statement(db, "select 1 from migration where version = 1")
  const wake = new Wake()
  const together = atOneInstant(db)
  const group = new GroupCommit(db, {
    begin: (careful) => new Turn(careful),
    settle: (turn) => {
      records.settle(turn)
      journal.settle(turn)
    },
    committed: (turn) => {
      for (const runAt of turn.due) wake.noted(runAt)
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
    get: (kind, id) => reading(db, () => Option.fromUndefinedOr(records.get(kind, id))),
    find: (kind, key, value) => reading(db, () => Option.fromUndefinedOr(records.find(kind, key, value))),
    list: (page) => reading(db, () => records.list(page)),
    ask: (questions) => reading(db, () => together(() => questions.map((question) => answerOne(records, question)))),
    feed: (page) => reading(db, () => records.feed(page)),
    spans: (pages) => reading(db, () => together(() => pages.map((page) => records.span(page)))),
    counts: (spans) => reading(db, () => together(() => spans.map((span) => records.count(span)))),
    commit: (changes) => group.submit((turn) => commit(changes, turn)),
    balances: (prefix) => reading(db, () => journal.balances(prefix)),
    postings: (source) => reading(db, () => journal.postings(source)),
    owing: (page) => reading(db, () => owing.page(page)),
    orphans: (after, scan) => reading(db, () => owing.orphans(after, scan)),
    owingCounts: reading(db, () => owing.counts()),
    journal: (page) => reading(db, () => journal.page(page)),
    // Every process that has the file is on its machine.
    now: Clock.currentTimeMillis,
    ping: Effect.asVoid(reading(db, () => reachable.get()))
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
    nextDueAt: reading(db, () => jobs.nextDueAt()),
    wake: (before) => wake.wait(before),
    depth: (now) => reading(db, () => jobs.depth(now)),
    dead: (page) => reading(db, () => jobs.dead(page)),
    find: (id) => reading(db, () => Option.fromUndefinedOr(jobs.find(id))),
    ofSubject: (subject, limit) => reading(db, () => jobs.ofSubject(subject, limit)),
    revive: (id, now) => change((turn) => jobs.revive(id, now, turn))
  }

  return { store, queue, close: () => group.close() }
}

/** The data plane in one SQLite file, made or brought to the current schema when it is opened. */
export const layer = (config: SqliteConfig): Layer.Layer<Store | JobQueue, StoreUnavailable> =>
  Layer.effectContext(Effect.gen(function*() {
    const db = yield* open(config, (db) => migrate(db, migrations))
    const plane = planeOn(db, config.nextTurn)
    yield* Effect.addFinalizer(() => Effect.sync(plane.close))
    return Context.make(Store, plane.store).pipe(Context.add(JobQueue, plane.queue))
  }))
