// Each case of the table: what the port answered, and what moved on the model of Liquid, as the receiver's own blinding key shows it.
import { describe, expect, it } from "vitest"
import { wordOf } from "../stage.ts"
import { openBench } from "./fault-bench.ts"
import { faults, notShown } from "./faults.ts"

describe("what goes wrong on Liquid", () => {
  for (const { answers, case: name, moved, run } of faults) {
    it(`shows ${name}`, async () => {
      const bench = await openBench()
      try {
        const found = await run(bench)
        expect({ answers: found.answers.map(wordOf), moved: found.moved }).toEqual({ answers, moved })
      } finally {
        await bench.close()
      }
    })
  }

  it("has a reason for each case that is not shown, and runs none of them", () => {
    const shown = new Set(faults.map((fault) => fault.case))
    expect(notShown.filter(({ because, case: name }) => because === "" || shown.has(name))).toEqual([])
  })
})
