// kill -9 of the real host under load, again and again on the same data: nothing that was acknowledged is lost, nothing
// is delivered twice, every event reaches its receiver, and the audit is clean after every kill. PONTEPAY_KILLS sets how
// often the host on SQLite is killed, PONTEPAY_SEED the choices.
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { describePostgres, freshDatabase } from "../support/postgres.ts"
import { endAll } from "./host.ts"
import { type CrashPlan, crash } from "./run.ts"

const kills = Number(process.env["PONTEPAY_KILLS"] ?? 25)
const killsOfPostgres = Math.max(1, Math.floor(kills / 3))
const seed = Number(process.env["PONTEPAY_SEED"] ?? Date.now() % 1_000_000)

/**
 * Readiness that is promised, waiting for a processor left out. A single start may take twice as long: other tests share
 * the caches and the disk of this machine.
 */
const readyWithinMs = 2_000
const minute = 60_000
const timeLimitMs = 3 * minute + kills * 10_000

afterAll(endAll)

const expectNothingLost = async (name: string, plan: CrashPlan): Promise<void> => {
  const { audited, figures, problems, readyMs, stopped } = await crash(plan)
  console.info(`kill -9 on ${name}: ${Object.entries(figures).map(([what, is]) => `${what} ${is}`).join(" | ")}`)
  for (const [what, found] of Object.entries(problems)) expect(found, `${what}, seed ${plan.seed}`).toEqual([])
  expect(audited.report).toContain("Clean: nothing was found.")
  expect(audited.status).toBe(0)
  expect(stopped.code).toBe(0)
  expect(Number(figures["acknowledged"])).toBeGreaterThan(plan.kills * 5)
  expect(readyMs[readyMs.length >> 1]).toBeLessThanOrEqual(readyWithinMs)
  expect(readyMs.at(-1)).toBeLessThanOrEqual(2 * readyWithinMs)
}

it("loses nothing on SQLite §deposit-crash", () =>
  expectNothingLost("SQLite", {
    kills,
    seed,
    databaseUrl: (directory) => `sqlite:${join(directory, "plane.db")}`
  }), timeLimitMs)

await describePostgres("on Postgres", () => {
  it("loses nothing", async () => {
    const url = await freshDatabase()
    await expectNothingLost("Postgres", { kills: killsOfPostgres, seed, databaseUrl: () => url })
  }, timeLimitMs)
})
