// Mistakes of adapters that a kill between two steps has to show, by the books of the stand-in, and that the same kill shows
// nothing without them.
import { expect, it } from "vitest"
import { atOnce, child } from "../simulate/child.ts"
import { depth } from "../support/depth.ts"
import { type KillBug, killBugs } from "./adapters/bugs.ts"
import type { Judged } from "./steps/trial.ts"

const script = new URL("adapters/one-kill.ts", import.meta.url).pathname

const killed = async ({ adapter, diesAt, fate, isSoon, kind }: KillBug, bug?: string): Promise<Judged> => {
  const trial = { adapter, kind, fate, isSoon, kills: [], diesAt }
  const { out, problem } = await child(script, [JSON.stringify(trial)], bug)
  if (out === "") throw new Error(problem)
  return JSON.parse(out) as Judged
}

const planted = killBugs.slice(0, depth.adapterKillBugs)

it("breaks nothing without a bug", async () => {
  expect(await atOnce(planted, 2, (bug) => killed(bug))).toEqual(planted.map(() => ({})))
})

it("finds bugs of adapters", async () => {
  const found = await atOnce(planted, 2, async (bug) => {
    const { doubled, lost } = await killed(bug, bug.name)
    return [bug.name, doubled ?? lost]
  })
  for (const [name, problem] of found) console.info(`${name}: ${problem ?? "NOT FOUND"}`)
  expect(found).toEqual(planted.map(({ name, shows }) => [name, shows]))
})
