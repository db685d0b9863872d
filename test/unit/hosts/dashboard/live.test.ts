// The live stream of the dashboard: events however the bytes are cut, and a break that is gone on from.
import { describe, expect, it, vi } from "vitest"
import { openLive, pauseBefore } from "../../../../hosts/dashboard/src/api/live.ts"
import { serverEvents } from "../../../../hosts/dashboard/src/api/server-events.ts"

const bodyOf = (pieces: ReadonlyArray<string>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    }
  })

const text = "retry: 2000\nevent: hello\ndata: {}\n\n: still here\n\nevent: change\ndata: {\"id\":\"ção\"}\n\n"

describe("server-sent events", () => {
  it("are the same however the text is cut", async () => {
    for (let size = 1; size <= text.length; size++) {
      const pieces = Array.from(
        { length: Math.ceil(text.length / size) },
        (_, n) => text.slice(n * size, n * size + size)
      )
      const events = []
      for await (const event of serverEvents(bodyOf(pieces))) events.push(event)
      expect(events).toEqual([{ name: "hello", data: "{}" }, { name: "change", data: "{\"id\":\"ção\"}" }])
    }
  })
})

describe("the live stream", () => {
  it("pauses longer after each break, never over 37.5 s §dashboard-live", () => {
    expect([0, 1, 2, 3, 10].map((attempt) => pauseBefore(attempt, 0.5))).toEqual([1_000, 2_000, 4_000, 4_000, 4_000])
    expect(pauseBefore(50, 1)).toBe(5_000)
    expect(pauseBefore(0, 0)).toBe(750)
  })

  it("connects again after a break, and has everything loaded again §dashboard-live", async () => {
    vi.useFakeTimers()
    try {
      const streams = [["event: hello\ndata: {}\n\n"], [
        "event: hello\ndata: {}\n\n",
        "event: change\ndata: {\"id\":\"x\"}\n\n"
      ]]
      let tries = 0
      const listen = () => {
        tries += 1
        const pieces = streams.shift()
        return pieces === undefined ? Promise.reject(new Error("gone")) : Promise.resolve(new Response(bodyOf(pieces)))
      }
      const unused = () => Promise.reject(new Error("not asked"))
      let remind = (): void => undefined
      const live = openLive({ ask: unused, save: unused, listen }, (tell) => {
        remind = tell
        return () => {
          remind = () => undefined
        }
      })
      const states: Array<string> = []
      const heard: Array<unknown> = []
      live.watch((state) => states.push(state))
      live.listen((change) => heard.push(change))
      await vi.advanceTimersByTimeAsync(0)
      expect(states).toEqual(["connecting", "live", "retrying"])
      await vi.advanceTimersByTimeAsync(1_500)
      expect(states.slice(3)).toEqual(["live", "retrying"])
      expect(heard).toEqual(["everything", { id: "x" }])
      remind()
      expect(heard.slice(2)).toEqual(["everything"])
      live.close()
      remind()
      expect(heard).toHaveLength(3)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(tries).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })
})
