// Each case of the table: what the port answered, and what moved on the model of Liquid, as the receiver's own blinding key shows it.
import { describe, expect, it } from "vitest"
import { openBench, wordOf } from "./fault-bench.ts"
import { faults, notReproduced } from "./faults.ts"

describe("what goes wrong on Liquid", () => {
  it.each(faults)("$case", async ({ answers, moved, run }) => {
    const bench = await openBench()
    try {
      const found = await run(bench)
      expect(found.answers.map(wordOf), JSON.stringify(found.answers, (_, value: unknown) => String(value))).toEqual(
        answers
      )
      expect(found.moved).toEqual(moved)
    } finally {
      await bench.close()
    }
  })

  it.skip.each(notReproduced)("$case is not shown: $because", () => {})
})
