// What a page shows is loaded one load at a time: a slow answer comes however steadily things change, and no change is lost.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { keepLoaded } from "../../../../hosts/dashboard/src/api/keep-loaded.ts"
import type { Listener } from "../../../../hosts/dashboard/src/api/live.ts"

const change = { kind: "deposit", id: "dep_1", accountId: "acc_1" }

/** A client that takes so long to answer, and a stream that tells of changes. */
const slowly = (answersMs: number) => {
  const listeners = new Set<Listener>()
  const answered: Array<number> = []
  let asked = 0
  const load = async (signal: AbortSignal): Promise<void> => {
    asked += 1
    await new Promise((resolve) => setTimeout(resolve, answersMs))
    if (!signal.aborted) answered.push(Date.now())
  }
  const listen = (listener: Listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const kept = keepLoaded(load, { listen }, (told) => told === "everything" || told.kind === "deposit")
  const tell: Listener = (told) => listeners.forEach((listener) => listener(told))
  return { kept, tell, answered, asked: () => asked, listening: () => listeners.size }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe("what is kept loaded", () => {
  it("is answered under steady changes, though each answer takes longer than they are apart §dashboard-refresh", async () => {
    const { answered, asked, tell } = slowly(1_500)
    for (let at = 0; at < 9_000; at += 500) {
      tell(change)
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(answered).toEqual([1_500, 3_000, 4_500, 6_000, 7_500, 9_000])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toBe(answered.length)
  })

  it("is loaded once more after the load that a change came into §dashboard-refresh", async () => {
    const { answered, asked, kept, tell } = slowly(3_000)
    await vi.advanceTimersByTimeAsync(100)
    tell(change)
    tell("everything")
    kept.again()
    await vi.advanceTimersByTimeAsync(2_800)
    expect(asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([answered, asked()]).toEqual([[3_000, 6_000], 2])
  })

  it("is loaded once a second at the most, and not for what does not concern it", async () => {
    const { asked, tell } = slowly(10)
    await vi.advanceTimersByTimeAsync(50)
    for (let at = 0; at < 3_000; at += 50) {
      tell(change)
      await vi.advanceTimersByTimeAsync(50)
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toBe(4)
    tell({ ...change, kind: "payout", id: "pay_1" })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toBe(4)
  })

  it("is left alone when it has been stopped", async () => {
    const { answered, asked, kept, listening, tell } = slowly(1_500)
    tell(change)
    kept.stop()
    kept.again()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([answered, asked(), listening()]).toEqual([[], 1, 0])
  })
})
