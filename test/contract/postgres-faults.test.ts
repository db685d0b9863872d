// What the store on PostgreSQL says when the database is away, slow or cut off: nothing happened where that is certain,
// CommitUnknown where it is not, and one change set that cannot be stored never spoils another.
import { expect, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Option, type Scope } from "effect"
import { Client } from "pg"
import { layer } from "../../adapters/postgres/store.ts"
import type { JobQueue } from "../../core/engine/store/job-queue.ts"
import { Store } from "../../core/engine/store/store.ts"
import { describePostgres, freshDatabase } from "../support/postgres.ts"
import { Proxy } from "../support/proxy.ts"
import { commit, moved, written } from "../../adapters/conformance/plane/change-sets.ts"
import { startWatch } from "../support/stopwatch.ts"

const get = (id: string) => Store.use((store) => store.get("thing", id))
const ping = Store.use((store) => store.ping)

/** A store behind a proxy on a fresh database, for the test's scope. */
const proxied = Effect.acquireRelease(
  Effect.promise(async () => Proxy.before(await freshDatabase())),
  ({ proxy }) => Effect.promise(() => proxy.close().catch(() => undefined))
)

type Program<A, E> = Effect.Effect<A, E, Store | JobQueue | Scope.Scope>

const within = (url: string) => <A, E>(program: Program<A, E>) =>
  program.pipe(Effect.provide(layer({ url }), { local: true }))

/** Another session of the database, in which a test holds locks. */
const session = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client(url)
      client.on("error", () => undefined)
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

/** Milliseconds that something took: `ms` are those in which this process had a processor, `wallMs` all of them. */
const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const startedAt = performance.now()
    const watch = startWatch()
    const result = yield* effect
    return { result, ms: watch(), wallMs: performance.now() - startedAt }
  })

// No key of an index may be as long, compressed or not.
const tooLong = String.fromCodePoint(...Array.from({ length: 5_000 }, (_, n) => 0x4e00 + n))

const unavailable = { _tag: "StoreUnavailable" }

await describePostgres("faults of the store on PostgreSQL", () => {
  it.live("does not start without its database, and says so at once", () =>
    Effect.gen(function*() {
      const { proxy, url } = yield* proxied
      yield* Effect.promise(() => proxy.close())
      const { ms, result } = yield* timed(Effect.flip(within(url)(ping)))
      expect(result).toMatchObject(unavailable)
      expect(ms).toBeLessThan(1_000)
    }))

  it.live("fails fast while the database is away, and works again when it is back", () =>
    Effect.gen(function*() {
      const { proxy, url } = yield* proxied
      yield* within(url)(Effect.gen(function*() {
        yield* commit({ writes: [written("1")] })
        yield* Effect.promise(() => proxy.close())
        yield* Effect.sleep(50)
        const many = Array.from({ length: 200 }, (_, n) =>
          Effect.all([Effect.flip(commit({ writes: [written(`away-${n}`)] })), Effect.flip(get("1"))]))
        const { ms, result } = yield* timed(Effect.all(many, { concurrency: "unbounded" }))
        for (const error of result.flat()) {
          expect(error).toMatchObject(unavailable)
        }
        expect(ms).toBeLessThan(1_000)
        yield* Effect.promise(() =>
          proxy.reopen(url)
        )
        expect(Option.isSome(yield* get("1"))).toBe(true)
        expect(Option.isNone(yield* get("away-1"))).toBe(true)
        yield* commit({ writes: [written("2")] })
      }))
    }))

  it.live("gives up within two seconds on a database that takes connections and never speaks", () =>
    Effect.gen(function*() {
      const { proxy, url } = yield* proxied
      yield* within(url)(Effect.gen(function*() {
        yield* commit({ writes: [written("1")] })
        proxy.cut()
        proxy.weather = "blackhole"
        yield* Effect.sleep(50)
        const many = Array.from({ length: 100 }, (_, n) => Effect.flip(commit({ writes: [written(`away-${n}`)] })))
        const { ms, result } = yield* timed(Effect.all(many, { concurrency: "unbounded" }))
        for (const error of result) expect(error).toMatchObject(unavailable)
        expect(ms).toBeLessThan(2_000)
        proxy.weather = "clear"
      }))
    }))

  it.live("does not know of a commit whose answer was lost, and takes it again or refuses it", () =>
    Effect.gen(function*() {
      const { proxy, url } = yield* proxied
      yield* within(url)(Effect.gen(function*() {
        yield* commit({ writes: [written("1")] })
        proxy.weather = "swallow"
        const sent = yield* Effect.forkChild(Effect.flip(commit({ writes: [written("2")] })))
        yield* Effect.sleep(200)
        proxy.cut()
        expect(yield* Fiber.join(sent)).toMatchObject({ _tag: "CommitUnknown" })
        proxy.weather = "clear"
        // Whoever is told that it is away asks again.
        const again = Effect.retry(commit({ writes: [written("2")] }), {
          while: (error) => error._tag === "StoreUnavailable"
        })
        expect(yield* Effect.flip(again)).toMatchObject({
          _tag: "DuplicateKey",
          value: "2"
        })
      }))
    }))

  it.live("does not know of a commit whose session was ended by the server", () =>
    Effect.gen(function*() {
      const url = yield* Effect.promise(freshDatabase)
      yield* within(url)(Effect.gen(function*() {
        yield* commit({ writes: [written("1")] })
        const other = yield* session(url)
        yield* Effect.promise(() => other.query("begin; update pontepay.records set owner = 'held'"))
        const sent = yield* Effect.forkChild(Effect.flip(commit({ writes: [written("1", { expected: 1 })] })))
        yield* Effect.promise(async () => {
          const waiting = "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'"
          while ((await other.query(waiting)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 20))
        })
        expect(yield* Fiber.join(sent)).toMatchObject({ _tag: "CommitUnknown" })
        yield* Effect.promise(() => other.query("rollback"))
        yield* commit({ writes: [written("1", { expected: 1 })] })
      }))
    }))

  it.live("waits two seconds for a lock that somebody else holds, then nothing happened", () =>
    Effect.gen(function*() {
      const url = yield* Effect.promise(freshDatabase)
      yield* within(url)(Effect.gen(function*() {
        yield* commit({ writes: [written("1")] })
        const other = yield* session(url)
        yield* Effect.promise(() => other.query("begin; update pontepay.records set owner = 'held'"))
        const { ms, result, wallMs } = yield* timed(
          Effect.flip(commit({ writes: [written("1", { expected: 1 }), written("2")] }))
        )
        expect(result).toMatchObject(unavailable)
        expect(wallMs).toBeGreaterThan(1_900)
        expect(ms).toBeLessThan(3_000)
        expect(Option.isNone(yield* get("2"))).toBe(true)
      }))
    }))

  it.live("lets a change set that cannot be stored die alone", () =>
    Effect.gen(function*() {
      const url = yield* Effect.promise(freshDatabase)
      yield* within(url)(Effect.gen(function*() {
        const bad = ["nul \u0000", "half \ud800", tooLong]
        const exits = yield* Effect.all(
          [...bad, "good", "better"].flatMap((text, n) => [
            Effect.exit(commit({ writes: [written(`${n}`, { keys: [["externalId", text]] })] })),
            Effect.exit(commit({
              writes: [written(`other ${n}`)],
              entries: [moved({ id: `e${n}`, debit: "treasury", credit: "conversion", units: 1n })]
            }))
          ]),
          { concurrency: "unbounded" }
        )
        expect(exits.map((exit) => Exit.isSuccess(exit) ? "stored" : Exit.hasDies(exit) ? "died" : "failed")).toEqual([
          ...bad.flatMap(() => ["died", "stored"]),
          "stored",
          "stored",
          "stored",
          "stored"
        ])
        expect(yield* get("nul \u0000")).toEqual(Option.none())
        expect(Option.isSome(yield* get("other 4"))).toBe(true)
      }))
    }))
})
