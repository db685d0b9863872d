// A process that dies at any call of the SDK and at any commit, before it has its effect or after: what was requested moves once at
// most, and whoever comes after it hears nothing that is not so.
import { Context, Deferred, Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { Store } from "../../../core/engine/store/store.ts"
import { type SparkBench, openSparkBench, walletAdapterOf } from "./bench.ts"
import { type Move, amount, movesOn } from "./moves.ts"

const words = ["token", "sats", "payment"] as const

const moveOn = (bench: SparkBench, word: Move["word"]): Move =>
  movesOn(bench).find((each) => each.word === word) ?? expect.unreachable()

/** A store whose process dies at a commit by its number from 1. */
const dyingStore = (plane: Context.Context<Store>, at: number, acts: boolean, died: () => void) => {
  const store = Context.get(plane, Store)
  let commits = 0
  return Context.make(Store, {
    ...store,
    commit: (changes) =>
      Effect.suspend(() => {
        if (++commits !== at) return store.commit(changes)
        return Effect.andThen(
          acts ? Effect.ignore(store.commit(changes)) : Effect.void,
          Effect.suspend(() => {
            died()
            return Effect.never
          })
        )
      })
  })
}

/** Asks until the process dies; false where it came to its end without. */
const diedWhile = (run: (died: () => void) => Promise<Effect.Effect<unknown>>): Promise<boolean> =>
  Effect.runPromise(Effect.gen(function*() {
    const death = yield* Deferred.make<true>()
    const asked = yield* Effect.promise(() => run(() => void Effect.runSync(Deferred.succeed(death, true))))
    const fiber = yield* Effect.forkChild(asked)
    const isDead = yield* Effect.race(Deferred.await(death), Effect.as(Fiber.join(fiber), false))
    yield* Fiber.interrupt(fiber)
    return isDead
  }))

// What the service does after a crash, and what has to be so then.
const afterwards = async (bench: SparkBench, move: Move, id: string): Promise<void> => {
  bench.spark.death = undefined
  const wallet = await walletAdapterOf(bench.open(), bench.plane)
  const before = await move.moved(id)
  const found = await Effect.runPromise(move.lookUp(wallet, id))
  if (before.length > 0) {
    // Payments are seen with the seed alone.
    expect(move.word === "payment" ? ["Done", "Unknown"] : ["Done"]).toContain(found._tag)
  } else expect(["Absent", "Unknown"]).toContain(found._tag)
  if (found._tag === "Absent" || move.word === "payment") {
    expect((await Effect.runPromise(move.ask(wallet, id)))._tag).toBe("Done")
    expect((await Effect.runPromise(move.lookUp(wallet, id)))._tag).toBe("Done")
    expect(await move.moved(id)).toEqual([amount])
  } else {
    // A transfer of tokens that may have been sent is never sent again.
    expect(["Done", "Unknown"]).toContain((await Effect.runPromise(move.ask(wallet, id)))._tag)
    expect(await move.moved(id)).toEqual(before)
  }
}

describe.each(words)("a process that dies while it moves %s", (word) => {
  it.each([false, true])("at any call of the SDK, acted on: %s", async (acts) => {
    for (let at = 1;; at++) {
      const bench = await openSparkBench()
      const move = moveOn(bench, word)
      const isDead = await diedWhile((died) => {
        bench.spark.death = { at, acts, died }
        return Promise.resolve(move.ask(bench.wallet, "op"))
      })
      if (!isDead) {
        expect(at).toBeGreaterThan(4)
        return
      }
      await afterwards(bench, move, "op")
    }
  })

  it.each([false, true])("at any commit, which stands: %s", async (acts) => {
    for (let at = 1;; at++) {
      const bench = await openSparkBench()
      const move = moveOn(bench, word)
      const isDead = await diedWhile(async (died) => {
        const wallet = await walletAdapterOf(bench.open(), dyingStore(bench.plane, at, acts, died))
        return move.ask(wallet, "op")
      })
      if (!isDead) {
        expect(at).toBeGreaterThan(3)
        return
      }
      await afterwards(bench, move, "op")
    }
  })
})
