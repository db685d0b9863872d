// Strangers who read and search the documentation without a pause: the process lives, takes no more memory, and others hardly
// notice.
import { afterAll, beforeAll, expect, it } from "vitest"
import { Flooded } from "./flood.ts"

let flooded: Flooded
beforeAll(async () => {
  flooded = await Flooded.start()
})
afterAll(() => flooded.stop())

it.each([
  ["search for 7,000 words", `/docs/search?q=${"e+".repeat(7_000)}`],
  ["search for 8 words that every page holds", "/docs/search?q=e+a+o+i+n+s+t+r"],
  ["read all of it in one text", "/llms-full.txt"]
])("leave others in peace who %s §docs-flood", async (what, path) => {
  const { answers, besideP99, quietP99, rssMiB, slowestProbe } = await flooded.by(path)
  console.info(
    `${what}: p99 ${quietP99.toFixed(1)} ms, beside ${besideP99.toFixed(1)} ms, slowest probe ${
      slowestProbe.toFixed(0)
    } ms, ${rssMiB.toFixed(0)} MiB, answers ${JSON.stringify(answers)}`
  )
  expect(Object.values(answers).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
  expect({ slowestProbe }).toSatisfy(() => slowestProbe < 250)
  expect({ rssMiB }).toSatisfy(() => rssMiB < 300)
  expect({ quietP99, besideP99 }).toSatisfy(() => besideP99 <= 3 * quietP99)
})
