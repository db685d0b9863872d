// The adapters of PIX providers in the simulator, each over its provider's interface with a simulated bank behind it: no one is paid
// twice, nothing is sent back that was paid, and no payer is left without his money once faults stop. Adapters with the mistakes that
// cost the most break these promises.
import { describe, expect, it } from "vitest"
import { depth } from "../../support/depth.ts"
import { atOnce, child } from "../../simulate/child.ts"
import { adapterBugs } from "./bugs.ts"
import { type RailName, rails } from "./rails.ts"
import type { Ran, Runs } from "./run.ts"

const script = new URL("run.ts", import.meta.url).pathname

/** A bug is found in fewer. */
const mostSeeds = 100
const batch = 20

const ran = async (runs: Runs, bug?: string): Promise<ReadonlyArray<Ran>> => {
  const { out, problem } = await child(script, [JSON.stringify(runs)], bug)
  if (out === "") throw new Error(problem)
  return out.trim().split("\n").map((line) => JSON.parse(line) as Ran)
}

const seedsFrom = (first: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => first + index)

describe.each(Object.keys(rails) as ReadonlyArray<RailName>)("on the adapter of %s", (rail) => {
  it("every promise is kept, whatever is lost on the way", async () => {
    const batches = Array.from(
      { length: Math.ceil(depth.railSeeds / batch) },
      (_, index) => seedsFrom(1 + index * batch, Math.min(batch, depth.railSeeds - index * batch))
    )
    const results = (await atOnce(batches, 2, (seeds) => ran({ rail, seeds }))).flat()
    const operations = results.reduce((sum, each) => sum + each.operations, 0)
    const faults = results.reduce((sum, each) => sum + each.faults, 0)
    console.info(`${rail}: ${results.length} seeds, ${operations} operations, ${faults} faults`)
    expect(results).toHaveLength(depth.railSeeds)
    expect(results.filter(({ violations }) => violations.length > 0)).toEqual([])
  }, 3_600_000)
})

const step = Math.max(1, Math.floor(adapterBugs.length / depth.railBugs))
const planted = adapterBugs.filter((_, place) => place % step === 0).slice(0, depth.railBugs)

describe("an adapter with a mistake", () => {
  it.each(planted)("$name breaks a promise", async ({ name, rail }) => {
    const results = await ran({ rail, seeds: seedsFrom(1, mostSeeds), untilBroken: true }, name)
    const [found] = results.at(-1)?.violations ?? []
    console.info(`${name}: ${results.length} seeds, ${found ?? "not found"}`)
    expect(found).toBeDefined()
  }, 3_600_000)
})
