// A disk that fails under a group of commits on SQLite: every member is answered with what is true of it, nothing of a
// failed group stands, and the connection serves the next one, also when even the rollback failed.
import { describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Option } from "effect"
import { DatabaseSync, type StatementSync } from "node:sqlite"
import { expect } from "vitest"
import { migrate } from "../../adapters/sqlite/migrate.ts"
import { migrations } from "../../adapters/sqlite/schema.ts"
import { planeOn } from "../../adapters/sqlite/store.ts"
import { changeSet } from "../../core/engine/store/store.ts"
import { asked, written } from "../../adapters/conformance/plane/change-sets.ts"
import { databaseFile } from "./sqlite-files.ts"

const failure = (code: number) =>
  Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: code })

// https://www.sqlite.org/rescode.html
const codes = { full: 13, ioRead: 266, ioWrite: 778, ioSync: 1_034, ioShared: 4_618, readOnly: 8, corrupt: 11 }

/** A database whose next statements fail, by their text. */
class Database extends DatabaseSync {
  private readonly failing = new Map<string, Array<Error>>()

  fail(sql: string, error: Error, times = 1): void {
    this.failing.set(sql, Array.from({ length: times }, () => error))
  }

  private next(sql: string): void {
    const error = this.failing.get(sql)?.shift()
    if (error !== undefined) throw error
  }

  override exec(sql: string): void {
    this.next(sql)
    super.exec(sql)
  }

  override prepare(sql: string): StatementSync {
    const real = super.prepare(sql)
    if (sql !== "commit" && sql !== "begin immediate") return real
    const run: StatementSync["run"] = () => {
      this.next(sql)
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
  return { db, ...planeOn(db) }
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

const one = (id: string) => changeSet({ writes: [written(id)], jobs: [asked(id)] })

describe("a group on a disk that fails", () => {
  it.live.each(
    [
      ["begin immediate", "full", "StoreUnavailable"],
      ["begin immediate", "ioRead", "StoreUnavailable"],
      ["begin immediate", "ioShared", "StoreUnavailable"],
      ["begin immediate", "readOnly", "StoreUnavailable"],
      ["begin immediate", "corrupt", "StoreUnavailable"],
      ["commit", "full", "StoreUnavailable"],
      ["commit", "ioWrite", "CommitUnknown"],
      ["commit", "ioSync", "CommitUnknown"],
      ["commit", "readOnly", "CommitUnknown"],
      ["commit", "corrupt", "CommitUnknown"]
    ] as const
  )(
    "at %s with %s is answered %s, each of it, and the next one is applied",
    ([sql, code, tag]) =>
      Effect.gen(function*() {
        const { db, queue, store } = yield* opened
        db.fail(sql, failure(codes[code]))
        expect(tags(yield* together([store.commit(one("1")), store.commit(one("2")), store.commit(one("3"))])))
          .toEqual([tag, tag, tag])
        expect(db.isTransaction).toBe(false)
        expect(yield* queue.depth(1_000)).toMatchObject({ due: 0 })
        expect(yield* store.get("thing", "1")).toEqual(Option.none())
        expect(tags(yield* together([store.commit(one("1")), store.commit(one("2"))]))).toEqual(["applied", "applied"])
        expect(yield* queue.depth(1_000)).toMatchObject({ due: 2 })
      })
  )

  it.live("whose rollback fails as well is answered, and rolled back before the next", () =>
    Effect.gen(function*() {
      const { db, store } = yield* opened
      db.fail("commit", failure(codes.full))
      db.fail("rollback", failure(codes.ioWrite))
      expect(tags(yield* together([store.commit(one("1")), store.commit(one("2"))])))
        .toEqual(["StoreUnavailable", "StoreUnavailable"])
      expect(tags(yield* together([store.commit(one("2"))]))).toEqual(["applied"])
      expect(db.isTransaction).toBe(false)
      expect(yield* store.get("thing", "1")).toEqual(Option.none())
    }))

  it.live("whose rollback keeps failing is unavailable, not broken, until it does not", () =>
    Effect.gen(function*() {
      const { db, queue, store } = yield* opened
      db.fail("commit", failure(codes.full))
      db.fail("rollback", failure(codes.ioWrite), 3)
      expect(tags(yield* together([store.commit(one("1"))]))).toEqual(["StoreUnavailable"])
      expect(tags([yield* Effect.exit(store.get("thing", "1"))])).toEqual(["StoreUnavailable"])
      expect(tags(yield* together([store.commit(one("2"))]))).toEqual(["StoreUnavailable"])
      expect(tags([yield* Effect.exit(store.get("thing", "1"))])).toEqual(["applied"])
      expect(tags(yield* together([queue.claim({ now: 1_000, leaseMs: 1, limit: 1 })]))).toEqual(["applied"])
      expect(yield* queue.depth(1_000)).toMatchObject({ due: 0, leased: 0 })
    }))
})
