// What steps of performing a movement are there for: taken away, a single kill shows what breaks.
import { expect, it } from "vitest"
import { atOnce, child } from "../simulate/child.ts"
import { depth } from "../support/depth.ts"
import type { Judged } from "./steps/trial.ts"

const script = new URL("steps/one-kill.ts", import.meta.url).pathname

const shown = {
  "kernel-looks-nothing-up": "value moved 2 times",
  "kernel-claims-nothing": "value moved 7 times",
  "kernel-tells-none": "it is DONE, and its record heard nothing"
}

const killed = async (bug?: string): Promise<Judged> => {
  const { out, problem } = await child(script, [], bug)
  if (out === "") throw new Error(problem)
  return JSON.parse(out) as Judged
}

it("breaks nothing without a bug", async () => {
  expect(await killed()).toEqual({})
})

it("finds bugs of the kernel", async () => {
  const bugs = Object.entries(shown).slice(0, depth.stepBugs)
  const found = await atOnce(bugs, 2, async ([name]) => {
    const { doubled, lost } = await killed(name)
    return [name, doubled ?? lost]
  })
  for (const [name, problem] of found) console.info(`${name}: ${problem ?? "NOT FOUND"}`)
  expect(found).toEqual(bugs)
})
