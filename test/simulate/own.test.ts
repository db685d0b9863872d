// Apps of one's own: what breaks is shrunk to a file that breaks it alone, what an app asks for wrongly is refused, and
// what the machine does for it takes no virtual time.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import {
  type AppApi,
  type OwnApp,
  type Scenario,
  profiles,
  scenarioFile,
  scenarioOf,
  scripted,
  shrunkWith,
  simulateWith
} from "../../hosts/simulate/index.ts"
import { printOutcome } from "../../hosts/simulate/print.ts"
import { child } from "./child.ts"
import { own as careless } from "./careless-kiosk.ts"
import { account, buy, ownWith } from "./shop-parts.ts"
import { startWatch } from "../support/stopwatch.ts"

const quiet: Scenario = { seed: 1, startsAt: 1_772_323_200_000, steps: [], faults: {} }
const urlOf = (path: string): string => new URL(path, import.meta.url).href

/** What an app does at its beginning, in a world without faults. */
const begun = (start: OwnApp["start"]) => simulateWith(quiet, ownWith({ start }))

it("what an app breaks becomes a file that breaks it alone", async () => {
  const faults = { receiverResets: 0.5, commitLostAfter: 0.02, eventTwice: 0.2 }
  const scenario = scenarioOf({ seed: 2, days: 1, storiesPerDay: 4, faults })
  const broken = await simulateWith(scenario, careless())
  const [violation] = broken.violations
  expect(violation?.invariant).toBe("app-books")
  expect(printOutcome(broken, 1)).toMatch(/handed out twice\n {4}\w+ at \S+.*before\n/)
  const small = await shrunkWith(scenario, careless)
  expect(small.steps).toEqual([])
  const folder = mkdtempSync(join(tmpdir(), "pontepay-simulate-"))
  try {
    const file = join(folder, "scenario.ts")
    const entry = urlOf("../../hosts/simulate/index.ts")
    if (violation !== undefined) {
      writeFileSync(
        file,
        scenarioFile(small, violation, { entry, own: { from: urlOf("./careless-kiosk.ts"), days: 1 } })
      )
    }
    const { code, out } = await child(file)
    expect(out).toMatch(/ 1 faults, .*\n(?:.*\n)*app-books, 1 times\n {2}order-\d was handed out twice/)
    expect(code).toBe(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 300_000)

it("rates are not written down as if they were told", async () => {
  const outcome = await begun(async () => {})
  const violation = { invariant: "app-books", message: "none" }
  expect(() => scenarioFile(outcome.scenario, violation)).toThrow("faults are rates")
  expect(scenarioFile({ ...scripted(outcome), store: "sqlite" }, violation)).toContain(`  store: "sqlite",\n`)
})

it("a hash of Web Crypto takes no virtual time, however long the machine takes", async () => {
  const run = () => {
    const instants: Array<number> = []
    let told: AppApi | undefined
    return simulateWith(
      scenarioOf({ seed: 3, days: 1, storiesPerDay: 8, faults: profiles.rough }),
      ownWith({
        start: async (api) => {
          told = api
          for (let number = 1; number <= 5; number++) await buy(api, `order-${number}`).catch(() => 0)
        },
        webhook: async ({ body }) => {
          const before = told?.now()
          await crypto.subtle.digest("SHA-256", Buffer.from(body))
          await new Promise((resolve) => setTimeout(resolve, 2))
          instants.push((told?.now() ?? 0) - (before ?? 0))
          return 200
        }
      })
    ).then(({ hash, violations }) => ({ hash, violations, instants }))
  }
  const first = await run()
  expect(first.violations).toEqual([])
  expect(first.instants.length).toBeGreaterThan(2)
  expect(first.instants.every((passed) => passed === 0)).toBe(true)
  expect((await run()).hash).toBe(first.hash)
  expect((await run()).hash).toBe(first.hash)
}, 120_000)

it("what takes seconds of the machine is told", async () => {
  const { violations } = await begun(() => new Promise((resolve) => void setTimeout(resolve, 20_000)))
  expect(violations.map(({ invariant, message }) => `${invariant}: ${message}`)).toEqual([
    expect.stringMatching(/^app-waits: .* a timer of real time after 5 s\. Use api\.sleep/)
  ])
}, 60_000)

it("a timer that limits a request, and is taken back, is none that is waited for", async () => {
  const watch = startWatch()
  const { violations } = await begun(async (api) => {
    const timer = setTimeout(() => undefined, 30_000)
    expect(await buy(api, "order-1")).toBe(200)
    clearTimeout(timer)
  })
  expect(violations).toEqual([])
  expect(watch()).toBeLessThan(5_000)
}, 60_000)

it("a request ends with the reason of its signal", async () => {
  const ends: Array<unknown> = []
  await begun(async (api) => {
    const before = AbortSignal.abort("before")
    await api.fetch("/api/ready", { signal: before }).catch((reason: unknown) => ends.push(reason))
    const while_ = new AbortController()
    const asked = api.fetch("/api/ready", { signal: while_.signal }).catch((reason: unknown) => ends.push(reason))
    while_.abort("while")
    await asked
  })
  expect(ends).toEqual(["before", "while"])
})

it.each([Number.NaN, -1])("api.sleep(%s) is refused", async (ms) => {
  const { violations } = await begun((api) => api.sleep(ms))
  expect(violations.map(({ message }) => message)).toEqual([expect.stringContaining("api.sleep(ms) must be a number")])
})

it.each([
  [
    "a key that is none",
    { ...account, apiKey: "kiosk" },
    0,
    "accounts.0.apiKey is refused: needs the prefix of sandbox"
  ],
  [
    "an address that is none",
    { ...account, webhooks: [{ url: "kiosk", secret: "5".repeat(64) }] },
    0,
    "webhooks.0.url"
  ],
  [
    "an account of the simulation",
    { ...account, apiKey: `pontepay_test_${"ana".padEnd(32, "-")}` },
    0,
    "another account"
  ],
  ["a number without an account", account, 1, "apps.0.account must be the number of one of the 1 accounts"]
])("%s is refused", async (_name, declared, number, problem) => {
  const app: OwnApp = { account: number, start: async () => {} }
  await expect(simulateWith(quiet, { accounts: [declared], apps: [app] })).rejects.toThrow(problem)
})

it("a world that lasts no time is refused", async () => {
  await expect(simulateWith(quiet, {}, Number.NaN)).rejects.toThrow("days must be a number above 0, not NaN")
})
