// What each step of performing a movement is there for: taken away, the explorer finds what breaks.
import { expect, it } from "vitest"
import { atOnce, child } from "../simulate/child.ts"
import { kernelBugs } from "./bugs.ts"
import type { Explored } from "./explore.ts"

const script = new URL("explore.ts", import.meta.url).pathname

it("finds every bug of the kernel", async () => {
  const found = await atOnce(kernelBugs.map(({ name }) => name), 2, async (name) => {
    const { out, problem } = await child(script, ["10000000", "pixReturn"], name)
    const seen = out.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Explored)
    return { name, problem, violation: seen.find(({ violation }) => violation !== undefined)?.violation }
  })
  for (const { name, problem, violation } of found) {
    process.stdout.write(`${name.padEnd(26)} ${violation?.problem ?? `NOT FOUND ${problem.slice(0, 300)}`}\n`)
  }
  expect(found.filter(({ violation }) => violation === undefined).map(({ name }) => name)).toEqual([])
})
