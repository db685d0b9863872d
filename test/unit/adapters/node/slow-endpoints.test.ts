// Slow endpoints share a few places, fast ones never wait for them, and who answers in time again is slow no more (0120).
import { it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { describe, expect } from "vitest"
import { SlowEndpoints } from "../../../../adapters/node/notifier.ts"
import type { NotifierAnswer } from "../../../../core/ports/notifier.ts"

const ok: NotifierAnswer = { _tag: "Answered", status: 204 }
const putOff: NotifierAnswer = { _tag: "PutOff" }

/** A clock that a test moves. */
class Hand {
  ms = 0
  readonly clock: Clock.Clock = {
    sleep: () => Effect.never,
    currentTimeMillis: Effect.sync(() => this.ms),
    currentTimeMillisUnsafe: () => this.ms,
    currentTimeNanos: Effect.sync(() => BigInt(this.ms) * 1_000_000n),
    currentTimeNanosUnsafe: () => BigInt(this.ms) * 1_000_000n,
    monotonicTimeNanos: Effect.sync(() => BigInt(this.ms) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => BigInt(this.ms) * 1_000_000n
  }
}

const scene = (atOnce = 2) => {
  const hand = new Hand()
  const slow = new SlowEndpoints({ slowMs: 2_000, atOnce })
  const run = <A>(effect: Effect.Effect<A>) => Effect.provideService(effect, Clock.Clock, hand.clock)
  const post = (endpoint: string, ms: number, answer: NotifierAnswer = ok) =>
    run(slow.watch(
      endpoint,
      Effect.sync(() => {
        hand.ms += ms
        return answer
      })
    ))
  /** A post that is not answered until the test ends it. */
  const hanging = (endpoint: string) => {
    const end = Promise.withResolvers<NotifierAnswer>()
    return Effect.map(
      Effect.forkChild(run(slow.watch(endpoint, Effect.promise(() => end.promise))), { startImmediately: true }),
      (fiber) => ({
        end: Effect.suspend(() => {
          end.resolve(ok)
          return Fiber.join(fiber)
        }),
        interrupt: Fiber.interrupt(fiber)
      })
    )
  }
  return { hand, post, hanging }
}

describe("endpoints", () => {
  it.effect("that are fast are never put off, however many are in flight", () =>
    Effect.gen(function*() {
      const { hanging, post } = scene()
      for (let n = 0; n < 50; n++) yield* hanging(`fast-${n}`)
      expect(yield* post("fast-0", 0)).toEqual(ok)
      expect(yield* post("another", 2_000)).toEqual(ok)
      expect(yield* post("another", 0)).toEqual(ok)
    }))

  it.effect("that were slow share the places, and are put off when all are taken", () =>
    Effect.gen(function*() {
      const { hanging, post } = scene()
      for (const endpoint of ["a", "b", "c"]) yield* post(endpoint, 2_001)
      const first = yield* hanging("a")
      const second = yield* hanging("b")
      expect(yield* post("c", 0)).toEqual(putOff)
      expect(yield* post("a", 0)).toEqual(putOff)
      expect(yield* post("fast", 0)).toEqual(ok)
      expect(yield* first.end).toEqual(ok)
      expect(yield* post("c", 0)).toEqual(ok)
      yield* second.interrupt
      for (const endpoint of ["b", "c"]) expect(yield* post(endpoint, 0)).toEqual(ok)
    }))

  it.effect("are slow by how long they took, whatever they answered, and fast again by one answer in time", () =>
    Effect.gen(function*() {
      const { hanging, post } = scene(1)
      yield* post("silent", 15_000, { _tag: "Unreached", problem: { code: "noAnswer" } })
      yield* post("busy", 3_000, { _tag: "Answered", status: 503 })
      yield* post("recovered", 3_000)
      yield* post("recovered", 2_000)
      yield* post("holder", 3_000)
      yield* hanging("holder")
      expect(yield* post("silent", 0)).toEqual(putOff)
      expect(yield* post("busy", 0)).toEqual(putOff)
      expect(yield* post("recovered", 0)).toEqual(ok)
    }))

  it.effect("that were found slow the longest ago are forgotten when there are ten thousand", () =>
    Effect.gen(function*() {
      const { hanging, post } = scene(1)
      for (let n = 0; n < 10_001; n++) yield* post(`slow-${n}`, 2_001)
      yield* hanging("slow-5000")
      expect(yield* post("slow-0", 0)).toEqual(ok)
      expect(yield* post("slow-1", 0)).toEqual(putOff)
      expect(yield* post("slow-10000", 0)).toEqual(putOff)
    }))
})
