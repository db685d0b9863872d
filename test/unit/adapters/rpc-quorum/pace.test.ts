// How fast a node is asked: no second holds more questions than it takes, and none waits for longer than it may.
import { Clock, Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { makePace } from "../../../../adapters/rpc-quorum/pace.ts"

const gaps = fc.array(fc.nat(400), { minLength: 1, maxLength: 40 })

it("never begins more in a second than the node takes, in the order of asking", () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 8 }), gaps, fc.nat(4_000), (perSecond, waits, mostMs) =>
      Effect.gen(function*() {
        const pace = makePace(perSecond)
        const begun: Array<readonly [number, number]> = []
        const ask = (place: number) =>
          Effect.gen(function*() {
            const at = yield* Clock.currentTimeMillis
            const exit = yield* Effect.exit(pace(mostMs))
            const now = yield* Clock.currentTimeMillis
            if (Exit.isSuccess(exit)) {
              begun.push([now, place])
            }
            // It fails at once, or begins in time.
            expect(now - at).toBeLessThanOrEqual(Exit.isSuccess(exit) ? mostMs : 0)
          })
        for (const [place, wait] of waits.entries()) {
          yield* Effect.forkChild(ask(place))
          yield* TestClock.adjust(wait)
        }
        yield* TestClock.adjust(60_000)
        expect(begun.map(([, place]) =>
          place
        )).toEqual(
          begun.map(([, place]) =>
            place
          ).toSorted((a, b) => a - b)
        )
        for (const [place, [at]] of begun.entries()) {
          const next = begun[place + perSecond]
          if (next !== undefined) expect(next[0] - at).toBeGreaterThanOrEqual(1_000)
        }
        // Who may wait for as long as it takes is never sent away.
        if (mostMs >= waits.length * 1_000) expect(begun).toHaveLength(waits.length)
      }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise))
  ))

it("is not kept by a clock that was set back", () =>
  Effect.gen(function*() {
    const pace = makePace(1)
    yield* TestClock.setTime(1_000_000)
    yield* pace(0)
    yield* TestClock.setTime(0)
    expect(yield* Effect.exit(pace(0))).toEqual(Exit.void)
  }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise))

it.each([0, -1, 0.5, Number.NaN])("throws on %d questions in a second", (perSecond) => {
  expect(() => makePace(perSecond)).toThrow(TypeError)
})
