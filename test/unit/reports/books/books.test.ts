// The kept sums of the journal: each entry once, whatever its instant, however many add up at the same time and however often
// they are interrupted.
import { Clock, Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readBooks } from "../../../../core/reports/books/read-books.ts"
import { addUp } from "../../../../core/reports/books/kept-sums.ts"
import { advanceBooks } from "../../../../core/reports/books/advance-books.ts"
import { JobQueue } from "../../../../core/engine/store/job-queue.ts"
import type { Store } from "../../../../core/engine/store/store.ts"
import { bookAt } from "../../../support/books.ts"
import { planes } from "../../../support/planes.ts"
import { ManualClock } from "../../../support/ports.ts"
import { startOfTests } from "../../../support/world.ts"

const hour = 3_600_000

const onPlane = <A>(program: Effect.Effect<A, unknown, Store | JobQueue>): Promise<A> =>
  Effect.runPromise(
    Effect.provideService(Effect.provide(program, planes.memory), Clock.Clock, new ManualClock(startOfTests))
  )

const held = (
  books: { readonly assets: ReadonlyArray<{ readonly kinds: ReadonlyArray<{ kind: string; balance: string }> }> }
) => books.assets.flatMap(({ kinds }) => kinds).find(({ kind }) => kind === "pix-settlement")?.balance ?? "0"

const anyBooked = fc.array(
  fc.record({ hoursAgo: fc.integer({ min: 0, max: 24 * 70 }), units: fc.bigInt({ min: 1n, max: 1_000n }) }),
  { minLength: 1, maxLength: 20 }
)

describe("the kept sums", () => {
  it("hold each entry once at its own hour, late ones and twins at the same time included §dashboard-books-once", async () => {
    await fc.assert(fc.asyncProperty(anyBooked, fc.integer({ min: 0, max: 24 * 71 }), async (drawn, askedAgo) => {
      const booked = drawn.map(({ hoursAgo, units }) => ({ at: startOfTests - hoursAgo * hour - 1, units }))
      const until = startOfTests - askedAgo * hour
      const answer = await onPlane(Effect.gen(function*() {
        for (const [n, { at, units }] of booked.entries()) {
          yield* bookAt(n, at, units)
          // Some are added up as they come, by two at once; others wait for the reader.
          if (n % 3 === 0) yield* Effect.all([addUp(2), addUp(2)], { concurrency: 2 })
        }
        return yield* readBooks(until)
      }))
      const floor = until - until % hour
      const expected = booked.filter(({ at }) => at < floor).reduce((sum, { units }) => sum + units, 0n)
      expect(held(answer)).toBe(expected.toString())
      expect(answer).toMatchObject({ isBalanced: true, isComplete: true })
    }))
  })

  it("are added up by a job where a request finds too much §dashboard-books-once", async () => {
    const { after, before, jobs } = await onPlane(Effect.gen(function*() {
      const queue = yield* JobQueue
      const entries = 5_001
      for (let n = 0; n < entries; n++) yield* bookAt(n, startOfTests - 2 * hour, 1n)
      const before = yield* readBooks(startOfTests)
      const claim = { now: startOfTests, leaseMs: 60_000, limit: 5 }
      const jobs = yield* queue.claim(claim)
      for (const job of jobs) yield* advanceBooks(job)
      return { before, jobs, after: yield* readBooks(startOfTests) }
    }))
    expect(before.isComplete).toBe(false)
    expect(held(before)).toBe("5000")
    expect(jobs.map(({ task }) => task)).toEqual(["advance-books"])
    expect(after.isComplete).toBe(true)
    expect(held(after)).toBe("5001")
  })
})
