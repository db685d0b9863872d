// A database that goes away under way: whoever waits is told within a second, whoever comes after is told soon, and the
// first that comes when it is back is served (0118). A server that works on a long statement is waited for.
import { expect, it } from "@effect/vitest"
import { Effect, Option, Schedule } from "effect"
import { layer } from "../../adapters/postgres/store.ts"
import { Store } from "../../core/engine/store/store.ts"
import { describePostgres, freshDatabase } from "../support/postgres.ts"
import { Proxy } from "../support/proxy.ts"
import { commit, written } from "../../adapters/conformance/plane/change-sets.ts"
import { startWatch } from "../support/stopwatch.ts"

const get = (id: string) => Store.use((store) => store.get("thing", id))

/** A store behind a proxy, with connections that have been used. */
const behindProxy = <A, E>(use: (proxy: Proxy) => Effect.Effect<A, E, Store>) =>
  Effect.gen(function*() {
    const { proxy, url } = yield* Effect.acquireRelease(
      Effect.promise(async () => Proxy.before(await freshDatabase())),
      ({ proxy }) => Effect.promise(() => proxy.close().catch(() => undefined))
    )
    const warmed = commit({ writes: [written("1")] }).pipe(Effect.andThen(() => Effect.all([get("1"), get("1")])))
    return yield* Effect.andThen(warmed, use(proxy)).pipe(Effect.provide(layer({ url }), { local: true }))
  })

const msOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const watch = startWatch()
    const result = yield* effect
    return { result, ms: watch() }
  })

/** Two questions one after another, each within a second. */
const atOnceMs = 2_000

const many = (name: string) =>
  Effect.all(
    Array.from({ length: 50 }, (_, n) =>
      Effect.all([Effect.flip(commit({ writes: [written(`${name}-${n}`)] })), Effect.flip(get("1"))])),
    { concurrency: "unbounded" }
  )

await describePostgres("a database on PostgreSQL that goes away", () => {
  it.live("tells whoever waits when nothing comes back any more", () =>
    behindProxy((proxy) =>
      Effect.gen(function*() {
        proxy.weather = "blackhole"
        const first = yield* msOf(many("first"))
        expect(first.ms).toBeLessThan(atOnceMs)
        // What was sent may stand; what was not, does not.
        const said = new Set(first.result.map(([error]) => error._tag))
        expect([...said].every((tag) => tag === "CommitUnknown" || tag === "StoreUnavailable")).toBe(true)
        const later = yield* msOf(many("later"))
        expect(later.ms).toBeLessThan(atOnceMs)
        for (const error of later.result.flat()) expect(error._tag).toBe("StoreUnavailable")
      })
    ))

  it.live("is soon at work when it is back, though every connection of before is dead", () =>
    behindProxy((proxy) =>
      Effect.gen(function*() {
        proxy.forget()
        expect((yield* Effect.flip(get("1")))._tag).toBe("StoreUnavailable")
        // Making a connection may take some time, and whoever comes meanwhile is told so.
        const soon = { times: 30, schedule: Schedule.spaced("100 millis") }
        expect(Option.isSome(yield* Effect.retry(get("1"), soon))).toBe(true)
        yield* Effect.retry(commit({ writes: [written("2")] }), soon)
      })
    ))

  it.live(
    "is found out with one question: whoever asks next need not wait for another",
    () =>
      behindProxy((proxy) =>
        Effect.gen(function*() {
          proxy.weather = "blackhole"
          yield* Effect.flip(get("1"))
          const { ms } = yield* msOf(Effect.flip(commit({ writes: [written("2")] })))
          expect(ms).toBeLessThan(200)
        })
      )
  )

  it.live("gives up one dead connection alone, while the server is there", () =>
    behindProxy((proxy) =>
      Effect.gen(function*() {
        // One listens, the next was the first to be used.
        proxy.forgetOldest(2)
        const tries = yield* Effect.all(
          Array.from({ length: 8 }, (_, n) => msOf(Effect.exit(commit({ writes: [written(`each-${n}`)] })))),
          { concurrency: 1 }
        )
        for (const { ms } of tries) expect(ms).toBeLessThan(atOnceMs)
        expect(tries.filter(({ result }) => result._tag === "Success").length).toBeGreaterThanOrEqual(6)
      })
    ))
})
