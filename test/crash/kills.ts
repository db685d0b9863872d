// kill -9 of the real host under the whole load, again and again on the same data: nothing that was acknowledged is lost,
// nothing happens twice, every event reaches its receiver, and the audit is clean after every kill. PONTEPAY_SEED sets
// the choices.
import { expect } from "vitest"
import { seed } from "./random.ts"
import { inTests, trials } from "./trials.ts"
import { printed } from "./verdict.ts"
import { depth } from "../support/depth.ts"

const { kills } = depth

/** Milliseconds that all kills on one store may take. */
export const timeLimitMs = 10 * 60_000 + kills * 5_000

export const expectNothingLost = async (name: "kills on SQLite" | "kills on Postgres"): Promise<void> => {
  const { figures, problems } = await trials[name](inTests, seed)
  console.info(printed(name, figures))
  expect(problems, `seed ${seed}`).toEqual([])
  expect(figures["acknowledged"]).toBeGreaterThan(kills * 3)
}
