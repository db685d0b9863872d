// The store and its queue on PostgreSQL 14 or newer, in the schema `pontepay` of a database. Several processes may
// share it. Invariants: a change set is applied whole or not at all, and what was answered as committed was flushed to
// disk.
import { Context, Effect, Layer, Redacted } from "effect"
import { JobQueue, Wake } from "../../core/engine/store/job-queue.ts"
import { Store, StoreUnavailable } from "../../core/engine/store/store.ts"
import { Commits } from "./commit.ts"
import { openLink } from "./connection.ts"
import { Jobs } from "./jobs.ts"
import { migrate } from "./migrate.ts"
import { Notices } from "./notices.ts"
import { Owing } from "./owing.ts"
import { Reads } from "./reads.ts"

export interface PostgresConfig {
  /** `postgres://user:password@host:port/database` with the parameters of libpq. */
  readonly url: string | Redacted.Redacted<string>
  /** Connections of the pool, 8 by default; one more listens, and one asks whether the server is there. */
  readonly maxConnections?: number
}

const storeOf = (commits: Commits, reads: Reads, owing: Owing): Store["Service"] => ({
  get: (kind, id) => reads.get(kind, id),
  find: (kind, key, value) => reads.find(kind, key, value),
  list: (page) => reads.list(page),
  ask: (questions) => reads.ask(questions),
  feed: (page) => reads.feed(page),
  spans: (pages) => reads.spans(pages),
  counts: (spans) => reads.counts(spans),
  commit: (changes) => commits.commit(changes),
  balances: (prefix) => reads.balances(prefix),
  postings: (source) => reads.postings(source),
  journal: (page) => reads.journal(page),
  owing: (page) => owing.page(page),
  orphans: (after, scan) => owing.orphans(after, scan),
  owingCounts: owing.counts,
  now: reads.now,
  place: reads.place,
  ping: reads.ping
})

const queueOf = (jobs: Jobs, wake: Wake): JobQueue["Service"] => ({
  claim: (request) =>
    Effect.suspend(() => {
      wake.claiming()
      return jobs.claim(request)
    }),
  renew: (held, now, leaseMs) => jobs.renew(held, now, leaseMs),
  retry: (job, runAt, problem) => jobs.retry(job, runAt, problem),
  bury: (job, problem) => jobs.bury(job, problem),
  nextDueAt: jobs.nextDueAt,
  wake: (before) => wake.wait(before),
  depth: (now) => jobs.depth(now),
  dead: (page) => jobs.dead(page),
  find: (id) => jobs.find(id),
  ofSubject: (subject, limit) => jobs.ofSubject(subject, limit),
  revive: (id, now) => jobs.revive(id, now)
})

/** Migrates the database and opens the data plane in it; fails when it cannot be reached or is of a newer version. */
export const layer = (config: PostgresConfig): Layer.Layer<Store | JobQueue, StoreUnavailable> =>
  Layer.effectContext(Effect.gen(function*() {
    const url = typeof config.url === "string" ? config.url : Redacted.value(config.url)
    yield* Effect.tryPromise({ try: () => migrate(url), catch: (cause) => new StoreUnavailable({ cause }) })
    const wake = new Wake()
    const notices = new Notices(url, wake)
    const noted = (runAt: number) => notices.noted(runAt)
    yield* notices.listening
    const link = yield* Effect.acquireRelease(
      Effect.sync(() => openLink(url, config.maxConnections ?? 8)),
      (link) => Effect.promise(() => link.end())
    )
    return Context.make(Store, storeOf(new Commits(link, noted), new Reads(link), new Owing(link))).pipe(
      Context.add(JobQueue, queueOf(new Jobs(link, noted), wake))
    )
  }))
