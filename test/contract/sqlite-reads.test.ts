// Reads of the store on SQLite beside another process that writes: what runs without a pause sees one instant, and what comes after a
// pause sees what was committed meanwhile.
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

it.live("see one instant where nothing pauses between them, and the newest after a pause", () =>
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

it.live("see what the process itself committed, without a pause", () =>
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
