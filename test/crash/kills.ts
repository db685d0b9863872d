// kill -9 of the real host under the whole load, again and again on the same data: nothing that was acknowledged is lost,
// nothing happens twice, every event reaches its receiver, and the audit is clean after every kill. PONTEPAY_KILLS sets
// how often the hosts on each store are killed, PONTEPAY_SEED the choices.
import { expect } from "vitest"
import { short, trials } from "./trials.ts"
import { printed } from "./verdict.ts"

const kills = Number(process.env["PONTEPAY_KILLS"] ?? short.kills)
const seed = Number(process.env["PONTEPAY_SEED"] ?? Date.now() % 1_000_000)

/** Milliseconds that all kills on one store may take. */
export const timeLimitMs = 10 * 60_000 + kills * 5_000

export const expectNothingLost = async (name: "kills on SQLite" | "kills on Postgres"): Promise<void> => {
  const { figures, problems } = await trials[name]({ ...short, kills }, seed)
  console.info(printed(name, figures))
  expect(problems, `seed ${seed}`).toEqual([])
  expect(figures["acknowledged"]).toBeGreaterThan(kills * 3)
}
