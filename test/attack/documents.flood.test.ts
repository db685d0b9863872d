// Strangers who read and search the documentation without a pause: the process lives, takes no more memory, and others hardly
// notice.
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Felt, Flooded } from "./flood.ts"

let flooded: Flooded
beforeAll(async () => {
  flooded = await Flooded.start()
})
afterAll(() => flooded.stop())

const shown = ({ answers, besideP99, quietP99, rssMiB, slowestProbe }: Felt): string =>
  `p99 ${quietP99.toFixed(1)} ms, beside ${besideP99.toFixed(1)} ms, slowest probe ${slowestProbe.toFixed(0)} ms, ${
    rssMiB.toFixed(0)
  } MiB, answers ${JSON.stringify(answers)}`

const isInPeace = ({ besideP99, quietP99, rssMiB, slowestProbe }: Felt): boolean =>
  besideP99 <= 3 * quietP99 && slowestProbe < 250 && rssMiB < 300

/** A busy machine can only make it look worse, so the best of a few looks counts. */
const mostLooks = 3

it.each([
  ["search for 7,000 words", `/docs/search?q=${"e+".repeat(7_000)}`],
  ["search for 8 words that every page holds", "/docs/search?q=e+a+o+i+n+s+t+r"],
  ["read all of it in one text", "/llms-full.txt"]
])("leave others in peace who %s §docs-flood", async (what, path) => {
  const looks: Array<Felt> = []
  do {
    const felt = await flooded.by(path)
    console.info(`${what}: ${shown(felt)}`)
    looks.push(felt)
  } while (looks.length < mostLooks && !looks.some(isInPeace))
  expect(looks.map(shown), "in no look").toSatisfy(() => looks.some(isInPeace))
})
