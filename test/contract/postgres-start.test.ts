// How a PostgreSQL database is brought to our schema: by many processes at once, forward only, never a newer one, and
// taken over when it was copied from another server.
import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Client } from "pg"
import { layer } from "../../adapters/postgres/store.ts"
import type { JobQueue } from "../../core/engine/store/job-queue.ts"
import { Store } from "../../core/engine/store/store.ts"
import { describePostgres, freshDatabase } from "../support/postgres.ts"
import { commit, wholeFeed, wholeList, written } from "../../adapters/conformance/plane/change-sets.ts"

const sql = (url: string, text: string) =>
  Effect.promise(async () => {
    const client = new Client(url)
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  })

const within = (url: string) => <A, E>(program: Effect.Effect<A, E, Store | JobQueue>) =>
  program.pipe(Effect.provide(layer({ url }), { local: true }))

const migrations = join(import.meta.dirname, "../../adapters/postgres/migrations")

const database = Effect.promise(freshDatabase)

const reason = (url: string) =>
  Store.use((store) => store.ping).pipe(
    within(url),
    Effect.flip,
    Effect.map((error) => error.cause instanceof Error ? error.cause.message : String(error.cause))
  )

const all = { kind: "thing", list: "owner", value: "a" }
const listed = (id: string) => commit({ writes: [written(id, { lists: [["owner", "a"]] })] })

await describePostgres("start of the store on PostgreSQL", () => {
  it.live("migrates once when many processes start at the same time", () =>
    Effect.gen(function*() {
      const url = yield* database
      yield* Effect.all(Array.from({ length: 6 }, (_, n) => within(url)(commit({ writes: [written(`${n}`)] }))), {
        concurrency: "unbounded"
      })
      expect(yield* sql(url, "select name from pontepay.migrations order by name")).toEqual(
        readdirSync(migrations).toSorted().map((file) => ({ name: basename(file, ".ts") }))
      )
      expect(yield* sql(url, "select count(*)::int as n from pontepay.records")).toEqual([{ n: 6 }])
      expect(yield* sql(url, "select count(*)::int as n from pontepay.servers")).toEqual([{ n: 1 }])
    }))

  it.live("refuses a database of a newer version and changes nothing in it", () =>
    Effect.gen(function*() {
      const url = yield* database
      yield* within(url)(commit({}))
      yield* sql(url, "insert into pontepay.migrations (name, checksum) values ('9999-later', 'x')")
      expect(yield* reason(url)).toBe("the database was migrated by a newer version of Pontepay (9999-later)")
      yield* sql(url, "delete from pontepay.migrations where name > '0001-tables'")
      yield* sql(url, "insert into pontepay.migrations (name, checksum) values ('9999-later', 'x')")
      yield* reason(url)
      expect(yield* sql(url, "select name from pontepay.migrations order by name")).toEqual([
        { name: "0001-tables" },
        { name: "9999-later" }
      ])
    }))

  it.live("refuses a database whose migrations were others", () =>
    Effect.gen(function*() {
      const url = yield* database
      yield* within(url)(commit({}))
      yield* sql(url, "update pontepay.migrations set checksum = 'x' where name = '0001-tables'")
      expect(yield* reason(url)).toBe(
        "migration 0001-tables of the database is not the one of this version of Pontepay"
      )
    }))

  it.live("takes over data that was copied from another server, and goes on above its places", () =>
    Effect.gen(function*() {
      const url = yield* database
      yield* within(url)(Effect.forEach(["1", "2"], listed))
      // The other server was at a transaction far ahead of ours.
      yield* sql(
        url,
        "update pontepay.servers set identifier = 1; update pontepay.lists set seq = seq + (1::bigint << 50)"
      )
      yield* within(url)(Effect.gen(function*() {
        expect((yield* wholeFeed(all, 10)).map((row) => row.record.id)).toEqual(["1", "2"])
        yield* Effect.forEach(["3", "4"], listed)
        expect((yield* wholeFeed(all, 1)).map((row) => row.record.id)).toEqual(["1", "2", "3", "4"])
        expect((yield* wholeList(all, 3)).map((row) => row.record.id)).toEqual(["4", "3", "2", "1"])
      }))
    }))

  it.live("commits nothing once the data stands on a server that it was not taken over by", () =>
    Effect.gen(function*() {
      const url = yield* database
      yield* within(url)(Effect.gen(function*() {
        yield* listed("1")
        yield* sql(url, "update pontepay.servers set identifier = 1")
        expect(yield* Effect.flip(listed("2"))).toMatchObject({ _tag: "StoreUnavailable" })
        expect(yield* Store.use((store) => Effect.flip(store.feed({ ...all, limit: 1 })))).toMatchObject({
          _tag: "StoreUnavailable"
        })
      }))
      expect(yield* sql(url, "select id from pontepay.records")).toEqual([{ id: "1" }])
    }))

  it.live("takes a redacted address, and does with a single connection", () =>
    Effect.gen(function*() {
      const url = yield* database
      const single = layer({ url: Redacted.make(url), maxConnections: 1 })
      yield* Effect.forEach(Array.from({ length: 40 }, (_, n) => `${n}`), listed, { concurrency: "unbounded" }).pipe(
        Effect.andThen(wholeFeed(all, 7)),
        Effect.map((rows) => expect(rows).toHaveLength(40)),
        Effect.provide(Layer.fresh(single))
      )
    }))
})
