// Reads of the store on SQLite while another connection writes: reads in one turn of the event loop see the same state, and reads in a
// later turn see the new commits.
import { it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { DatabaseSync } from "node:sqlite"
import { expect } from "vitest"
import { layer } from "../../adapters/sqlite/store.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { databaseFile } from "./sqlite-files.ts"

const named = (list: string) => ({ kind: "thing", list: "all", value: list, limit: 10 })

const beside = Effect.gen(function*() {
  const filename = yield* databaseFile
  const store = Context.get(yield* Layer.build(layer({ filename })), Store)
  const other = yield* Effect.acquireRelease(
    Effect.sync(() => new DatabaseSync(filename)),
    (db) => Effect.sync(() => db.close())
  )
  const insert = other.prepare("insert into record (kind, id, owner, version, body) values ('thing', ?, 'o', 1, '{}')")
  const addRow = other.prepare(
    "insert into record_list (kind, name, value, seq, record) values ('thing', 'all', ?, ?, ?)"
  )
  let seq = 0
  const writeElsewhere = (list: string) =>
    Effect.sync(() => {
      seq += 1
      addRow.run(list, seq, insert.run(`thing-${seq}`).lastInsertRowid)
    })
  const count = (list: string) => Effect.map(store.list(named(list)), ({ length }) => length)
  return { count, writeElsewhere }
})

const pause = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

it.live("see the same state in one turn of the event loop, and the newest in the next", () =>
  Effect.scoped(Effect.gen(function*() {
    const { count, writeElsewhere } = yield* beside
    yield* pause
    expect(yield* count("a")).toBe(0)
    yield* writeElsewhere("a")
    yield* writeElsewhere("b")
    expect([yield* count("a"), yield* count("b")]).toEqual([0, 0])
    yield* pause
    expect([yield* count("a"), yield* count("b")]).toEqual([1, 1])
  })))

it.live("see commits of their own process at once", () =>
  Effect.scoped(Effect.gen(function*() {
    const filename = yield* databaseFile
    const store = Context.get(yield* Layer.build(layer({ filename })), Store)
    const write = {
      kind: "thing",
      id: "thing-1",
      owner: "o",
      body: "{}",
      expected: 0,
      keys: [],
      lists: [["all", "a"]]
    } as const
    expect(yield* store.list(named("a"))).toHaveLength(0)
    yield* store.commit(changeSet({ writes: [write] }))
    expect(yield* store.list(named("a"))).toHaveLength(1)
  })))
