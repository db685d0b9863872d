// What the page of a charge does in the browser while time passes: how often it asks, and when it stops.
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { followCharge } from "../../../hosts/http/pages/hosted/charge-script.ts"
import { chargeWords } from "../../../hosts/http/pages/hosted/charge-words.ts"

const words = chargeWords.en
const everyMs = 2_000
const slowlyMs = 30_000

interface Shown {
  textContent: string
  readonly dataset: Record<string, string>
}

let elements: Readonly<Record<"main" | "#status" | "#about" | "#connection", Shown>>
let asked: number
let answer: () => Response

const shown = (): Shown => ({ textContent: "", dataset: {} })
const status = (name: string, remainingMs = 60_000): Response =>
  Response.json({ success: true, data: { status: name, remainingMs } })
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const askedIn = async (ms: number): Promise<number> => {
  const before = asked
  await pass(ms)
  return asked - before
}
const follow = (from: "WAITING" | "EXPIRED" | "FAILED" = "WAITING") =>
  followCharge({ words, status: from, remainingMs: 600_000, everyMs, slowlyMs })

beforeEach(() => {
  vi.useFakeTimers()
  elements = { main: shown(), "#status": shown(), "#about": shown(), "#connection": shown() }
  asked = 0
  answer = () => status("WAITING")
  vi.stubGlobal("location", { pathname: "/hosted/charge/x" })
  vi.stubGlobal("document", {
    visibilityState: "visible",
    querySelector: (name: string) => (elements as Readonly<Record<string, Shown>>)[name] ?? null,
    addEventListener: () => undefined
  })
  vi.stubGlobal("fetch", () => {
    asked += 1
    return Promise.resolve().then(() => answer())
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it("asks every two seconds until the charge has ended §charge-live", async () => {
  follow()
  expect(await askedIn(10 * everyMs)).toBe(10)
  answer = () => status("DELIVERED")
  await pass(everyMs)
  expect(elements["#status"].textContent).toBe(words.statuses.DELIVERED)
  expect(await askedIn(slowlyMs * 10)).toBe(0)
})

it.each(["EXPIRED", "FAILED"] as const)(
  "asks seldom once it has %s, and sees what comes yet §charge-live",
  async (at) => {
    answer = () => status(at, 0)
    follow(at)
    expect(await askedIn(10 * slowlyMs)).toBe(10)
    answer = () => status("REFUNDED", 0)
    await pass(slowlyMs)
    expect(elements["#status"].textContent).toBe(words.statuses.REFUNDED)
    expect(await askedIn(10 * slowlyMs)).toBe(0)
  }
)

it("says that it is over when its link opens nothing any more, and asks no more §charge-live", async () => {
  follow()
  answer = () => new Response("{}", { status: 404 })
  await pass(everyMs)
  expect(elements["#status"].textContent).toBe(words.over.headline)
  expect(elements["#about"].textContent).toBe(words.over.about)
  expect(elements.main.dataset["status"]).toBe("GONE")
  expect(await askedIn(700_000)).toBe(0)
  expect(elements["#status"].textContent).toBe(words.over.headline)
})

it.each<readonly [string, () => Response]>([
  ["no answer", () => {
    throw new TypeError("Failed to fetch")
  }],
  ["an answer that is no JSON", () => new Response("<html>sign in to this network")],
  ["an answer of another form", () => Response.json({})]
])("goes on after %s §charge-live", async (_, broken) => {
  follow()
  answer = broken
  await pass(everyMs)
  expect(elements["#connection"].textContent).toBe(words.offline)
  answer = () => status("PAID")
  await pass(everyMs)
  expect(elements["#connection"].textContent).toBe("")
  expect(elements["#status"].textContent).toBe(words.statuses.PAID)
})
