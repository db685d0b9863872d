// What the store on PostgreSQL shows when many work on it at once: shared round trips, feeds that pass over no commit
// still running, stripes that add up, workers of other processes woken, and plans that do not grow with the tables.
import { expect, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Option, type Scope } from "effect"
import * as fc from "fast-check"
import { Client } from "pg"
import { vi } from "vitest"
import { layer } from "../../adapters/postgres/store.ts"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { type CommitError, Store, changeSet } from "../../core/engine/store/store.ts"
import { describePostgres, freshDatabase } from "../support/postgres.ts"
import { asked, claim, commit, moved, wholeFeed, written } from "../../adapters/conformance/plane/change-sets.ts"

const all = { kind: "thing", list: "owner", value: "a" }
const listed = (id: string, value = "a") => written(id, { lists: [["owner", value]] })
const numbers = (length: number) => Array.from({ length }, (_, n) => n)
const together = { concurrency: "unbounded" } as const

const database = Effect.promise(freshDatabase)

/** The services of one more process on the database, for the test's scope. */
const opened = (url: string, maxConnections = 8) => Layer.build(Layer.fresh(layer({ url, maxConnections })))

type Program<A, E> = Effect.Effect<A, E, Store | JobQueue | Scope.Scope>

const within = (url: string) => <A, E>(program: Program<A, E>) =>
  program.pipe(Effect.provide(layer({ url }), { local: true }))

const session = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client(url)
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

/** Whether it is a statement of the store, and not a question whether the server is still there. */
const isStatement = (query: unknown): boolean =>
  typeof query === "object" && query !== null && Reflect.get(query, "name") !== "active"

/** How many statements the program sends. */
const statements = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => vi.spyOn(Client.prototype, "query")),
    (spy) => Effect.map(program, () => spy.mock.calls.filter(([query]) => isStatement(query)).length),
    (spy) => Effect.sync(() => spy.mockRestore())
  )

const letters = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]

/** What two processes do to the same rows in another order, how a session holds one of these, and what is asked. */
const crossings = {
  records: {
    made: { writes: letters.map((id) => written(id)) },
    held: "update pontepay.records set body = body where id = 'e'",
    set: (order: ReadonlyArray<string>) => ({ writes: order.map((id) => written(id, { expected: 1 })) }),
    // The loser is judged once more.
    statements: 3
  },
  balances: {
    made: {
      entries: letters.map((id) => moved({ id, debit: `treasury/${id}`, credit: `deposit-owed/${id}`, units: 1n }))
    },
    held: "update pontepay.balances set amount = amount where account = 'deposit-owed/e'",
    set: (order: ReadonlyArray<string>) => ({
      entries: order.map((id) =>
        moved({ id: `${order[0]}${id}`, debit: `treasury/${id}`, credit: `deposit-owed/${id}`, units: 1n })
      )
    }),
    statements: 2
  },
  jobs: {
    made: {},
    held: "insert into pontepay.jobs (id, task, subject, run_at) values ('e', '', '', 0)",
    set: (order: ReadonlyArray<string>) => ({ jobs: order.map((id) => asked(id)) }),
    statements: 2
  }
}

/** Waits until every other session of the database has ended: a session tells what it counted when it ends, and its end is
 * not waited for by whoever closes it. */
const alone = async (client: Client): Promise<void> => {
  const others = "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
  while ((await client.query(others)).rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Rows that index scans and table scans read so far, of ended sessions. */
const reading = (client: Client) =>
  Effect.promise(async () => {
    await alone(client)
    const { rows: [row] } = await client.query<{ scans: number; rows: number }>(`
      select sum(seq_scan)::int as scans, sum(idx_tup_fetch)::int as rows
      from pg_stat_user_tables where schemaname = 'pontepay' and relname in ('records', 'keys', 'lists', 'entries')`)
    return row ?? { scans: 0, rows: 0 }
  })

/** Change sets that meet on few records, keys, accounts and jobs, in any order. */
const meeting = fc.array(
  fc.record({
    writes: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom("a", "b", "c", "d", "e"),
        expected: fc.integer({ min: 0, max: 3 }),
        key: fc.constantFrom("k1", "k2", "k3")
      }),
      { selector: ({ id }) => id, maxLength: 3 }
    ),
    moves: fc.array(
      fc.record({
        debit: fc.constantFrom("deposit-owed/x", "deposit-owed/y", "fee-income", "treasury"),
        credit: fc.constantFrom("deposit-owed/x", "deposit-owed/y", "fee-income", "treasury"),
        units: fc.bigInt({ min: 1n, max: 9n })
      }),
      { maxLength: 2 }
    ),
    jobs: fc.uniqueArray(fc.constantFrom("j1", "j2", "j3"), { maxLength: 3 })
  }),
  { minLength: 20, maxLength: 60 }
).map((sets) => (run: string) =>
  sets.map(({ jobs, moves, writes }, n) =>
    changeSet({
      writes: writes.map(({ expected, id, key }) =>
        written(`${run} ${id}`, { expected, keys: [["key", `${run} ${id} ${key}`]], lists: [["owner", run]] })
      ),
      entries: moves.map(({ credit, debit, units }, place) =>
        moved({ id: `${run} ${n} ${place}`, credit, debit, units })
      ),
      jobs: jobs.map((id) => asked(`${run} ${id}`))
    })
  )
)

await describePostgres("many at once on PostgreSQL", () => {
  it.live("asks the reads of one turn in one round trip, and the commits too", () =>
    Effect.gen(function*() {
      const url = yield* database
      yield* within(url)(Effect.gen(function*() {
        const store = yield* Store
        const commits = numbers(64).map((n) => commit({ writes: [written(`${n}`, { keys: [["key", `${n}`]] })] }))
        expect(yield* statements(Effect.all(commits, together))).toBe(1)
        const reads = numbers(64).map((n) =>
          n % 2 === 0 ? store.get("thing", `${n}`) : store.find("thing", "key", `${n}`)
        )
        expect(yield* statements(Effect.all(reads, together))).toBe(1)
        const found = yield* Effect.all(reads, together)
        expect(found.map((record) => Option.getOrThrow(record).id)).toEqual(numbers(64).map(String))
      }))
    }))

  // M21
  it.live("keeps what the last commit of a batch says about a record's open work", () =>
    Effect.gen(function*() {
      const url = yield* database
      yield* within(url)(Effect.gen(function*() {
        const store = yield* Store
        const record = { kind: "thing", id: "a" }
        const owes = { jobs: ["bring-on/a"], doubtedAt: 7 }
        const open = (expected: number, id = "a") =>
          commit({ writes: [written(id, { expected, owes: { ...owes, jobs: [`bring-on/${id}`] } })] })
        const close = (expected: number, id: string) =>
          commit({ writes: [written(id, { expected, owes: { jobs: [], doubtedAt: null } })] })
        // One round trip: all of these commits are in one batch.
        expect(yield* statements(Effect.all([close(0, "a"), open(1), open(0, "b"), close(1, "b")], together))).toBe(1)
        const owing = yield* store.owing({ limit: 10, isDoubted: false })
        expect(owing).toMatchObject([{ ...record, job: "bring-on/a", doubtedAt: 7 }])
      }))
    }))

  it.live("feeds nothing past a commit that still runs, and then everything in order", () =>
    Effect.gen(function*() {
      const url = yield* database
      yield* within(url)(Effect.gen(function*() {
        yield* commit({ writes: [listed("before")] })
        const running = yield* session(url)
        yield* Effect.promise(async () => {
          await running.query("begin")
          const rows = (id: string) =>
            JSON.stringify([{ kind: "thing", name: "owner", value: "a", id, owner: "", body: "" }])
          await running.query({
            text: "select pontepay.commit_all($1, null, null, null, $2, null, null, null, null)",
            values: [rows("running"), rows("running")]
          })
        })
        yield* commit({ writes: [listed("after")] })
        expect((yield* wholeFeed(all, 10)).map((row) => row.record.id)).toEqual(["before"])
        yield* Effect.promise(() => running.query("commit"))
        expect((yield* wholeFeed(all, 1)).map((row) => row.record.id)).toEqual(["before", "running", "after"])
      }))
    }))

  it.live("reads no entry of the journal past a commit that still runs, and then every one in order", () =>
    Effect.gen(function*() {
      const url = yield* database
      yield* within(url)(Effect.gen(function*() {
        const store = yield* Store
        const earned = (id: string) => moved({ id, debit: "treasury", credit: "fee-income", units: 1n })
        const read = Effect.map(store.journal({ after: 0n, limit: 10 }), (entries) => entries.map(({ id }) => id))
        yield* commit({ entries: [earned("before")] })
        const running = yield* session(url)
        yield* Effect.promise(async () => {
          await running.query("begin")
          await running.query({
            text: "select pontepay.commit_all(null, null, null, null, null, $1, null, null, null)",
            values: [JSON.stringify([{
              id: "running",
              template: "moved",
              source: "src_1",
              owner: "acc_1",
              at: 1,
              accounts: [],
              assets: [],
              amounts: []
            }])]
          })
        })
        yield* commit({ entries: [earned("after")] })
        expect(yield* read).toEqual(["before"])
        yield* Effect.promise(() => running.query("commit"))
        expect(yield* read).toEqual(["before", "running", "after"])
      }))
    }))

  it.live("adds up the stripes of a hot account, and bounds their sum", () =>
    Effect.gen(function*() {
      const url = yield* database
      const first = yield* opened(url)
      const processes = [first, ...yield* Effect.all(numbers(3).map(() => opened(url)))]
      const earned = (n: number) => moved({ id: `in-${n}`, debit: "treasury", credit: "fee-income", units: 1n })
      yield* Effect.forEach(numbers(80), (n) =>
        commit({ entries: [earned(n)] }).pipe(
          Effect.provideContext(processes[n % processes.length] ?? first)
        ), together)
      const other = yield* session(url)
      const stripes = yield* Effect.promise(() =>
        other.query("select from pontepay.balances where account = 'fee-income'")
      )
      expect(stripes.rowCount).toBeGreaterThan(1)
      yield* within(url)(Effect.gen(function*() {
        const store = yield* Store
        const spend = (id: string, units: bigint) =>
          commit({ entries: [moved({ id, debit: "fee-income", credit: "treasury", units })] })
        expect(yield* Effect.flip(spend("81", 81n))).toMatchObject({ _tag: "Overdraft", account: "fee-income" })
        const answers = yield* Effect.all(numbers(6).map((n) => Effect.exit(spend(`out-${n}`, 16n))), together)
        expect(answers.filter(Exit.isSuccess)).toHaveLength(5)
        expect(yield* store.balances("fee-income")).toEqual([{ account: "fee-income", asset: "BRL", amount: 0n }])
      }))
    }))

  it.live("does not mistake one stripe for the whole account", () =>
    Effect.gen(function*() {
      const url = yield* database
      const [one, two] = yield* Effect.all([opened(url, 1), opened(url, 1)])
      const move = (id: string, debit: "treasury" | "fee-income", units: bigint) =>
        commit({
          entries: [moved({ id, debit, credit: debit === "treasury" ? "fee-income" : "treasury", units })]
        })
      yield* Effect.provideContext(move("in", "treasury", 100n), one)
      yield* Effect.provideContext(move("out-1", "fee-income", 60n), two)
      expect(yield* Effect.provideContext(Effect.flip(move("out-2", "fee-income", 80n)), one)).toMatchObject({
        _tag: "Overdraft"
      })
      yield* Effect.provideContext(move("out-3", "fee-income", 40n), one)
    }))

  for (const [table, crossing] of Object.entries(crossings)) {
    it.live(`never deadlocks with a process that names the same ${table} in another order`, () =>
      Effect.gen(function*() {
        const url = yield* database
        const [here, there] = yield* Effect.all([opened(url, 1), opened(url, 1)])
        yield* Effect.provideContext(commit(crossing.made), here)
        const other = yield* session(url)
        yield* Effect.promise(() => other.query("begin"))
        yield* Effect.promise(() => other.query(crossing.held))
        const crossed = Effect.gen(function*() {
          const both = yield* Effect.forkChild(Effect.all([
            Effect.exit(Effect.provideContext(commit(crossing.set(letters)), here)),
            Effect.exit(Effect.provideContext(commit(crossing.set(letters.toReversed())), there))
          ], together))
          yield* Effect.sleep(200)
          yield* Effect.promise(async () => other.query("rollback"))
          return yield* Fiber.join(both)
        })
        // A deadlock would be one more.
        expect(yield* statements(crossed)).toBe(crossing.statements)
      }))
  }

  it.live("answers every change set that meets others, from two processes, and keeps the books", () =>
    Effect.gen(function*() {
      const url = yield* database
      const [here, there] = yield* Effect.all([opened(url), opened(url)])
      const { feed } = Context.get(here, Store)
      const possible = ["applied", "VersionConflict", "DuplicateKey", "Overdraft"]
      let runs = 0
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(meeting, (setsOf) =>
            Effect.runPromise(Effect.gen(function*() {
              const run = `run-${++runs}`
              const sets = setsOf(run)
              const answers = yield* Effect.forEach(sets, (set, n) =>
                Store.use((store) => store.commit(set)).pipe(
                  Effect.delay(n % 7),
                  Effect.match({ onFailure: (error: CommitError): string => error._tag, onSuccess: () => "applied" }),
                  Effect.provideContext(n % 2 === 0 ? here : there)
                ), together)
              expect(answers.filter((answer) => !possible.includes(answer))).toEqual([])
              const written = sets.filter((_, n) => answers[n] === "applied").flatMap((set) => set.writes)
              const rows = yield* feed({ kind: "thing", list: "owner", value: run, limit: 1_000 })
              expect(rows).toHaveLength(written.length)
              for (const { record } of rows) {
                expect(record.version).toBe(written.filter(({ id }) => id === record.id).length)
              }
            })))
        )
      )
      const other = yield* session(url)
      const { rows } = yield* Effect.promise(() =>
        other.query<{ account: string; amount: string; journal: string }>(`
          select account, sum(amount) as amount,
            (select sum(p.amount) from pontepay.postings p where p.account = b.account) as journal
          from pontepay.balances b group by account`)
      )
      expect(rows.length).toBeGreaterThan(1)
      for (const { account, amount, journal } of rows) {
        expect(amount).toBe(journal)
        expect(account === "treasury" || BigInt(amount) <= 0n).toBe(true)
      }
    }))

  it.live("wakes the worker of another process", () =>
    Effect.gen(function*() {
      const url = yield* database
      const [worker, web] = yield* Effect.all([opened(url), opened(url)])
      expect(yield* Effect.provideContext(claim(1_000), worker)).toEqual([])
      const waiting = yield* Effect.forkChild(
        Context.get(worker, JobQueue).wake(2_000).pipe(Effect.timeoutOption("3 seconds"))
      )
      yield* Effect.sleep(20)
      yield* Effect.provideContext(commit({ jobs: [asked("1")] }), web)
      expect(Option.isSome(yield* Fiber.join(waiting))).toBe(true)
      expect(yield* Effect.provideContext(claim(1_000), worker)).toHaveLength(1)
    }))

  it.live("never reads more rows than it gives, however many there are", () =>
    Effect.gen(function*() {
      const url = yield* database
      yield* within(url)(Effect.forEach(numbers(40), (batch) =>
        commit({
          writes: numbers(50).map((n) =>
            written(`${batch}-${n}`, { keys: [["key", `${batch}-${n}`]], lists: [["owner", n % 2 === 0 ? "a" : "b"]] })
          ),
          entries: [moved({ id: `${batch}`, source: `${batch}`, debit: "treasury", credit: "conversion", units: 1n })]
        }), together))
      const other = yield* session(url)
      const before = yield* reading(other)
      yield* within(url)(Effect.gen(function*() {
        const store = yield* Store
        const middle = (yield* store.list({ ...all, limit: 1 }))[0]?.seq
        yield* store.list({ ...all, before: middle ?? 0n, limit: 10 })
        yield* store.feed({ ...all, limit: 10 })
        yield* store.get("thing", "7-7")
        yield* store.find("thing", "key", "7-8")
        yield* store.postings("7")
      }))
      const after = yield* reading(other)
      expect(after.scans).toBe(before.scans)
      expect(after.rows - before.rows).toBeGreaterThan(20)
      expect(after.rows - before.rows).toBeLessThan(60)
    }))
})
