// What is particular to the store on SQLite: a group of commits in one transaction answers as its members would one by
// one, and what goes wrong in a group (a defect, a full disk, a locked file, a broken COMMIT) leaves nothing.
import { describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Option } from "effect"
import * as fc from "fast-check"
import { DatabaseSync, type StatementSync } from "node:sqlite"
import { expect } from "vitest"
import { layer as memory } from "../../adapters/memory/store.ts"
import { migrate } from "../../adapters/sqlite/migrate.ts"
import { migrations } from "../../adapters/sqlite/schema.ts"
import { layer, planeOn } from "../../adapters/sqlite/store.ts"
import type { LedgerAccount } from "../../core/engine/ledger/journal.ts"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { asked, commit, moved, visible, written } from "../../adapters/conformance/plane/change-sets.ts"
import { databaseFile } from "./sqlite-files.ts"
import { type Command, commands, described, planned, touched } from "./store-commands.ts"

/** A database whose COMMIT can be made to fail as if the disk did, and which keeps the text of its statements. */
class Database extends DatabaseSync {
  readonly prepared: Array<string> = []
  failure: Error | undefined
  commits = 0

  override prepare(sql: string): StatementSync {
    this.prepared.push(sql)
    const real = super.prepare(sql)
    if (sql !== "commit") return real
    const run: StatementSync["run"] = () => {
      if (this.failure !== undefined) throw this.failure
      this.commits += 1
      return real.run()
    }
    return { run } as unknown as StatementSync
  }
}

const opened = Effect.gen(function*() {
  const filename = yield* databaseFile
  const db = yield* Effect.acquireRelease(
    Effect.sync(() => new Database(filename, { readBigInts: true, timeout: 50 })),
    (db) => Effect.sync(() => db.close())
  )
  db.exec("pragma journal_mode = wal")
  migrate(db, migrations)
  return { filename, db, ...planeOn(db) }
})

const together = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects.map(Effect.exit), { concurrency: "unbounded" })

const tags = <A, E extends { readonly _tag: string }>(exits: ReadonlyArray<Exit.Exit<A, E>>) =>
  exits.map((exit) =>
    Exit.match(exit, {
      onSuccess: () => "applied",
      onFailure: (cause) =>
        Option.match(Cause.findErrorOption(cause), { onSome: (error) => error._tag, onNone: () => "defect" })
    })
  )

const one = (id: string, body = "{}") => changeSet({ writes: [written(id, { body })], jobs: [asked(id)] })
const big = JSON.stringify("x".repeat(400_000))

describe("the store on SQLite", () => {
  it.live("answers a group as its members would be answered one by one", () => {
    const sets = (work: ReadonlyArray<Command>) =>
      work.flatMap((command) => command.tag === "commit" ? [planned(command, () => 1, [])] : [])
    const committed = (work: ReadonlyArray<Command>, concurrency: 1 | "unbounded") =>
      Effect.gen(function*() {
        const store = yield* Store
        // The first half makes the records that the second half meets.
        const half = sets(work).map((set) => ({
          ...set,
          writes: set.writes.map((write) => ({ ...write, expected: 0 }))
        }))
        const answers = yield* Effect.forEach([...half, ...sets(work)], (set) =>
          store.commit(set).pipe(
            Effect.match({ onFailure: described, onSuccess: () => "applied" })
          ), { concurrency })
        return { answers, state: yield* visible(touched) }
      })
    return Effect.promise(() =>
      fc.assert(fc.asyncProperty(commands, async (work) => {
        const filename = ":memory:"
        const grouped = await Effect.runPromise(committed(work, "unbounded").pipe(Effect.provide(layer({ filename }))))
        expect(grouped).toEqual(await Effect.runPromise(committed(work, 1).pipe(Effect.provide(memory))))
      }))
    )
  })

  it.live("shares one transaction among the commits of one turn, at most 256", () =>
    Effect.gen(function*() {
      const { db, store } = yield* opened
      const exits = yield* together(Array.from({ length: 600 }, (_, n) => store.commit(one(`${n}`))))
      expect(exits.every(Exit.isSuccess)).toBe(true)
      expect(db.commits).toBeGreaterThanOrEqual(3)
      expect(db.commits).toBeLessThan(10)
      expect(Option.isSome(yield* store.get("thing", "599"))).toBe(true)
    }))

  it.live("lets a change set that is a defect die alone", () =>
    Effect.gen(function*() {
      const { store } = yield* opened
      const wrong = moved({ id: "e", debit: "nowhere" as LedgerAccount, credit: "treasury", units: 1n })
      const exits = yield* together([
        store.commit(one("1")),
        store.commit(changeSet({ writes: [written("2")], entries: [wrong] })),
        store.commit(changeSet({ writes: [written("2")], jobs: [asked("2", { runAt: 1.5 })] })),
        store.commit(one("3")),
        store.commit(one("1"))
      ])
      expect(tags(exits)).toEqual(["applied", "defect", "defect", "applied", "DuplicateKey"])
      expect(yield* store.get("thing", "2")).toEqual(Option.none())
      expect(yield* store.balances("")).toEqual([])
    }))

  it.live("leaves nothing of a commit that does not fit the disk, and goes on", () =>
    Effect.gen(function*() {
      const { db, queue, store } = yield* opened
      const pages = Number(db.prepare("pragma page_count").get()?.["page_count"])
      db.exec(`pragma max_page_count = ${pages + 20}`)
      const exits = yield* together([store.commit(one("1")), store.commit(one("2", big)), store.commit(one("3"))])
      expect(tags(exits)).toEqual(["applied", "StoreUnavailable", "applied"])
      expect(yield* store.get("thing", "2")).toEqual(Option.none())
      expect(yield* queue.depth(1_000)).toMatchObject({ due: 2 })
      db.exec("pragma max_page_count = 100000")
      expect(tags(yield* together([store.commit(one("2", big))]))).toEqual(["applied"])
    }))

  it.live("is unavailable while another process holds the file, and applies nothing", () =>
    Effect.gen(function*() {
      const { db, filename, queue, store } = yield* opened
      const other = new DatabaseSync(filename)
      other.exec("begin immediate")
      const exits = yield* together([store.commit(one("1")), store.commit(one("2"))])
      expect(tags(exits)).toEqual(["StoreUnavailable", "StoreUnavailable"])
      const claims = yield* together([queue.claim({ now: 1_000, leaseMs: 1, limit: 1 })])
      expect(tags(claims)).toEqual(["StoreUnavailable"])
      expect(db.isTransaction).toBe(false)
      expect(yield* store.get("thing", "1")).toEqual(Option.none())
      other.exec("rollback")
      other.close()
      expect(tags(yield* together([store.commit(one("1"))]))).toEqual(["applied"])
    }))

  it.live("says when it cannot know whether a commit stands, and answers no one before COMMIT", () =>
    Effect.gen(function*() {
      const { db, queue, store } = yield* opened
      db.failure = Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 1034 })
      expect(tags(yield* together([store.commit(one("1")), store.commit(one("2"))]))).toEqual([
        "CommitUnknown",
        "CommitUnknown"
      ])
      expect(tags(yield* together([queue.claim({ now: 1_000, leaseMs: 1, limit: 1 })]))).toEqual(["StoreUnavailable"])
      db.failure = Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 })
      expect(tags(yield* together([store.commit(one("1"))]))).toEqual(["StoreUnavailable"])
      db.failure = undefined
      expect(tags(yield* together([store.commit(one("1"))]))).toEqual(["applied"])
      expect(yield* store.get("thing", "2")).toEqual(Option.none())
    }))

  it.live("does not write a commit that was interrupted before its turn", () =>
    Effect.gen(function*() {
      const { store } = yield* opened
      const gone = yield* Effect.forkChild(store.commit(one("1")), { startImmediately: true })
      yield* Fiber.interrupt(gone)
      yield* store.commit(one("2"))
      expect(yield* store.get("thing", "1")).toEqual(Option.none())
    }))

  it.live("writes what waits when it is closed, and is unavailable afterwards", () =>
    Effect.gen(function*() {
      const filename = yield* databaseFile
      const { left, waiting } = yield* Effect.gen(function*() {
        const store = yield* Store
        const queue = yield* JobQueue
        const waiting = yield* Effect.forkDetach(store.commit(one("1")), { startImmediately: true })
        return { waiting, left: { store, queue } }
      }).pipe(Effect.provide(layer({ filename })))
      expect(tags([yield* Fiber.await(waiting)])).toEqual(["applied"])
      const refused = [left.store.commit(one("2")), left.store.ping, Effect.asVoid(left.queue.depth(1))]
      expect(tags(yield* together(refused))).toEqual(["StoreUnavailable", "StoreUnavailable", "StoreUnavailable"])
      const found = yield* Store.use((store) => store.get("thing", "1")).pipe(Effect.provide(layer({ filename })))
      expect(Option.isSome(found)).toBe(true)
    }))

  it.live("dies rather than read the middle of a transaction", () =>
    Effect.gen(function*() {
      const { db, store } = yield* opened
      db.exec("begin")
      expect(tags([yield* Effect.exit(store.get("thing", "1"))])).toEqual(["defect"])
      db.exec("rollback")
    }))
})

describe("opening an SQLite file", () => {
  const reason = (filename: string) =>
    Store.use((store) => store.ping).pipe(
      Effect.provide(layer({ filename }), { local: true }),
      Effect.flip,
      Effect.map(({ cause }) => cause instanceof Error ? cause.message : "no error")
    )

  it.live("keeps it durable: a log that is synchronised at every commit, folded in at the end", () =>
    Effect.gen(function*() {
      const filename = yield* databaseFile
      yield* commit(one("1")).pipe(Effect.provide(layer({ filename })))
      const db = new DatabaseSync(filename)
      expect(db.prepare("pragma journal_mode").get()).toEqual({ journal_mode: "wal" })
      expect(db.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" })
      expect(db.prepare("pragma foreign_key_check").all()).toEqual([])
      expect(db.prepare("select name, version from migration").all()).toEqual(
        migrations.map(({ name }, index) => ({ name, version: index + 1 }))
      )
      db.close()
    }))

  it.live("waits for another process that is making it", () =>
    Effect.gen(function*() {
      const filename = yield* databaseFile
      const other = new DatabaseSync(filename)
      other.exec("begin immediate; create table made (a)")
      const opening = yield* Effect.forkChild(commit(one("1")).pipe(Effect.provide(layer({ filename }))), {
        startImmediately: true
      })
      yield* Effect.sleep(100)
      expect(opening.pollUnsafe()).toBeUndefined()
      other.exec("commit")
      other.close()
      yield* Fiber.join(opening)
    }))

  it.live("refuses one that was written by a newer version", () =>
    Effect.gen(function*() {
      const filename = yield* databaseFile
      const db = new DatabaseSync(filename, { readBigInts: true })
      migrate(db, [...migrations, { name: "what comes later", sql: "create table later (a)" }])
      db.close()
      expect(yield* reason(filename)).toContain(`schema version ${migrations.length + 1}`)
    }))

  it.live("refuses one whose migrations are not ours", () =>
    Effect.gen(function*() {
      const filename = yield* databaseFile
      const db = new DatabaseSync(filename, { readBigInts: true })
      migrate(db, migrations.map(({ name, sql }) => ({ name, sql: `${sql} -- changed` })))
      db.close()
      expect(yield* reason(filename)).toContain("is not the one of this code")
    }))

  it.live("applies what is missing, all or nothing", () =>
    Effect.gen(function*() {
      const filename = yield* databaseFile
      const db = new DatabaseSync(filename, { readBigInts: true })
      migrate(db, migrations)
      const later = { name: "later", sql: "create table later (a)" }
      const broken = { name: "broken", sql: "create table twice (a); create table twice (a)" }
      expect(() => migrate(db, [...migrations, later, broken])).toThrow("twice")
      expect(() => db.prepare("select * from later")).toThrow("no such table")
      migrate(db, [...migrations, later])
      migrate(db, [...migrations, later])
      expect(db.prepare("select a from later").all()).toEqual([])
      db.close()
    }))

  it.live("fails where there is no place for a file, or no database in it", () =>
    Effect.gen(function*() {
      const filename = yield* databaseFile
      expect(yield* reason(`${filename}/nowhere/plane.db`)).toContain("unable to open")
      expect(yield* reason(import.meta.filename)).toContain("not a database")
    }))
})
