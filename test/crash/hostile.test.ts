// Hosts among processes, servers, networks and clocks that fail under load: nothing that was acknowledged is lost, nothing
// happens twice, and the audit is clean all the time. Shorter than in `npm run hostile`, and not all in the quick tier; each
// prints its figures.
import { afterAll, expect, it } from "vitest"
import { describePostgres } from "../support/postgres.ts"
import { endAll } from "./host.ts"
import { depth } from "../support/depth.ts"
import { seed } from "./random.ts"
import { inTests, trials } from "./trials.ts"
import { printed } from "./verdict.ts"

const timeLimitMs = 10 * 60_000

afterAll(endAll)

const proofs: ReadonlyArray<readonly [proof: string, trial: keyof typeof trials]> = [
  ["takes over within ten seconds what a killed process held", "a kill every second"],
  ["goes on by itself when the database server has died", "the database server dies"],
  ["answers 503 within a second while the database is away, and works within five after", "the database is away"],
  ["loses and doubles nothing on a bad line to the database", "faults on the way to the database"],
  ["does nothing twice when clocks disagree and jump", "clocks that disagree and jump"]
]

await describePostgres("hostile processes", () => {
  it.each(proofs.slice(0, depth.hostileTrials))("%s", async (_, trial) => {
    const { figures, problems } = await trials[trial](inTests, seed)
    console.info(printed(trial, figures))
    expect(problems, `seed ${seed}`).toEqual([])
  }, timeLimitMs)
})
