// S4. Places that owners share: whoever asks for much waits for itself alone, in any order of arrival.
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { sharedPlaces } from "../../../../adapters/node/turns.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { Turns } from "../../../../core/base/limits/turns.ts"
import { depth } from "../../../support/depth.ts"

const owners = ["a", "b", "c", "d"] as const
type Owner = (typeof owners)[number]

/** Serves until no one waits, after arrivals and services in the given order; in which order owners were served. */
const served = (steps: ReadonlyArray<Owner | "serve">) => {
  const turns = new Turns<Owner>(3)
  const order: Array<{ readonly owner: Owner; readonly goesOn: boolean; readonly waitedThen: ReadonlyArray<Owner> }> =
    []
  const waiting = new Map<Owner, number>(owners.map((owner) => [owner, 0]))
  const count = (owner: Owner) => waiting.get(owner) ?? 0
  const serve = () => {
    const owner = turns.next()
    if (owner === undefined) return false
    waiting.set(owner, count(owner) - 1)
    order.push({
      owner,
      goesOn: count(owner) > 0,
      waitedThen: owners.filter((other) => other !== owner && count(other) > 0)
    })
    return true
  }
  for (const step of steps) {
    if (step === "serve") serve()
    else if (turns.add(step, step)) waiting.set(step, count(step) + 1)
    else expect(count(step)).toBe(3)
  }
  while (serve());
  expect(owners.map(count)).toEqual([0, 0, 0, 0])
  return order
}

describe("turns", () => {
  it("serve every other owner that waits between two services of one, and once where that one goes on waiting §unlocks-in-turn", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...owners, "serve" as const), { maxLength: 80 }), (steps) => {
        const order = served(steps)
        for (const [first, { goesOn, owner, waitedThen }] of order.entries()) {
          const second = order.findIndex((later, place) => place > first && later.owner === owner)
          if (second === -1) continue
          const between = order.slice(first + 1, second).map((each) => each.owner)
          for (const other of waitedThen) {
            const times = between.filter((each) => each === other).length
            expect(times).toBeGreaterThanOrEqual(1)
            if (goesOn) expect(times).toBe(1)
          }
        }
      }),
      { numRuns: depth.cases }
    )
  })

  it("keep the order of one owner, and take back what no longer waits", () => {
    const turns = new Turns<string>(3)
    const added = ["a1", "a2", "a3", "a4"].map((item) => turns.add("a", item))
    expect([...added, turns.add("b", "b1")]).toEqual([true, true, true, false, true])
    expect([turns.remove("a", "a2"), turns.remove("a", "a2"), turns.remove("c", "c1")]).toEqual([true, false, false])
    expect([turns.next(), turns.next(), turns.next(), turns.next()]).toEqual(["a1", "b1", "a3", undefined])
    turns.add("b", "b2")
    turns.remove("b", "b2")
    expect(turns.next()).toBeUndefined()
  })
})

describe("shared places", () => {
  /** Work that ends when it is told to. */
  const bench = (places = 4) => {
    const running: Array<{ readonly owner: string; readonly end: () => void }> = []
    const inTurn = sharedPlaces({ places, waitingPerOwner: 8, waitMs: limits.unlockWaitMs })
    const ask = (owner: string) =>
      inTurn(owner, () => {
        const { promise, resolve } = Promise.withResolvers<string>()
        running.push({ owner, end: () => resolve(owner) })
        return promise
      })
    const begun = (): ReadonlyArray<string> => running.map(({ owner }) => owner)
    return { ask, begun, running }
  }
  const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(Effect.provide(effect, TestClock.layer()))

  it("give the next free place to another account, whatever one has in flight §unlocks-in-turn", () =>
    run(Effect.gen(function*() {
      const { ask, begun, running } = bench()
      const crowd = yield* Effect.forEach(Array.from({ length: 64 }), () => Effect.forkChild(Effect.result(ask("a"))))
      yield* turn
      const other = yield* Effect.forkChild(ask("b"))
      yield* turn
      expect(begun()).toEqual(["a", "a", "a", "a"])
      running[0]?.end()
      running[1]?.end()
      yield* turn
      // The first of the crowd that waited came before it; then it is the other's turn.
      expect(begun().slice(4)).toEqual(["a", "b"])
      running[5]?.end()
      expect(yield* Fiber.join(other)).toBe("b")
      for (let ended = 0; ended < running.length; ended++) {
        running[ended]?.end()
        yield* turn
      }
      const results = yield* Effect.forEach(crowd, Fiber.join)
      expect(results.filter(({ _tag }) => _tag === "Success")).toHaveLength(12)
      expect(results.flatMap((each) => each._tag === "Failure" ? [each.failure._tag] : [])).toEqual(
        Array.from({ length: 52 }, () => "VaultBusy")
      )
    })))

  it("end a wait that is too long, and start nothing for it §limit-unlock-wait-ms", () =>
    run(Effect.gen(function*() {
      const { ask, begun, running } = bench(1)
      const first = yield* Effect.forkChild(ask("a"))
      const second = yield* Effect.forkChild(Effect.flip(ask("b")))
      yield* turn
      yield* TestClock.adjust(limits.unlockWaitMs)
      expect(yield* Fiber.join(second)).toMatchObject({ _tag: "VaultBusy" })
      running[0]?.end()
      // What runs is never ended for its age.
      expect(yield* Fiber.join(first)).toBe("a")
      yield* turn
      expect(begun()).toEqual(["a"])
      yield* Effect.forkChild(ask("c"))
      yield* turn
      expect(begun()).toEqual(["a", "c"])
    })))

  it("lose no place to who leaves: before the turn nothing starts, after it the work goes on to its end", () =>
    run(Effect.gen(function*() {
      const { ask, begun, running } = bench(1)
      const first = yield* Effect.forkChild(ask("a"))
      const second = yield* Effect.forkChild(ask("b"))
      const third = yield* Effect.forkChild(ask("c"))
      yield* turn
      yield* Fiber.interrupt(second)
      yield* Fiber.interrupt(first)
      expect(begun()).toEqual(["a"])
      running[0]?.end()
      yield* turn
      expect(begun()).toEqual(["a", "c"])
      running[1]?.end()
      expect(yield* Fiber.join(third)).toBe("c")
    })))

  it("pass the place on when work fails", () =>
    run(Effect.gen(function*() {
      const inTurn = sharedPlaces({ places: 1, waitingPerOwner: 1, waitMs: 1_000 })
      const failing = inTurn("a", () => Promise.reject(new Error("broken")))
      expect((yield* Effect.exit(failing))._tag).toBe("Failure")
      expect(yield* inTurn("b", () => Promise.resolve("done"))).toBe("done")
    })))
})
