// What each step of performing a movement is there for: taken away, the explorer finds what breaks. The quick tier takes
// the first of the list.
import { expect, it } from "vitest"
import { atOnce, child } from "../simulate/child.ts"
import { kernelBugs } from "./bugs.ts"
import { depth } from "../support/depth.ts"
import { type Found, script } from "./explore.ts"

it("finds every bug of the kernel", async () => {
  const planted = kernelBugs.slice(0, depth.kernelBugs)
  const found = await atOnce(planted, 2, async ({ kind = "pixReturn", name }) => {
    const { out, problem } = await child(script, ["Infinity", kind, "keeps no ids"], name)
    const seen = out.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Found)
    return { name, problem, violation: seen.find(({ violation }) => violation !== undefined)?.violation }
  })
  for (const { name, problem, violation } of found) {
    process.stdout.write(`${name.padEnd(26)} ${violation?.problem ?? `NOT FOUND ${problem.slice(0, 300)}`}\n`)
  }
  expect(found.filter(({ violation }) => violation === undefined).map(({ name }) => name)).toEqual([])
})
