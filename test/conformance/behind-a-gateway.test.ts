// The example's rail behind a gateway that answers 403, 500 and 502: it keeps its promises there, and one that takes such an
// answer for "never heard of it" is found.
import { Effect } from "effect"
import { expect, it } from "vitest"
import { technical } from "../../core/base/reason/reason.ts"
import { type Opening, type PixRailBench, pixRailSuite, runSuite } from "../../adapters/conformance/index.ts"
import { absent } from "../../core/ports/outcome.ts"
import { subject } from "../../examples/custom-adapter/subject.ts"

const behind = subject(undefined, "gateway")

/** The same rail, which looks at nothing but whether the answer was 2xx. */
const careless: Opening<PixRailBench> = async () => {
  const bench = await behind()
  return {
    ...bench,
    rail: {
      ...bench.rail,
      lookUpPayment: (id) =>
        Effect.map(
          bench.rail.lookUpPayment(id),
          (answer) => answer._tag === "Unknown" && technical(answer.reason).includes("answered 5") ? absent : answer
        )
    }
  }
}

const brokenOf = async (opening: Opening<PixRailBench>) => {
  const { findings } = await runSuite("behind a gateway", pixRailSuite, opening)
  expect(findings.filter(({ result }) => result === "kept").length).toBeGreaterThan(10)
  return findings.filter(({ result }) => result === "broken").map(({ name }) => name).toSorted()
}

it("the example's rail takes a fault of the gateway for Unknown", async () => {
  expect(await brokenOf(behind)).toEqual([])
})

it("a rail that reads every other answer as Absent is found", async () => {
  expect(await brokenOf(careless)).toEqual([
    "a look-up of a payment that a gateway answers with an HTML page is Unknown, and never Absent or Refused",
    "a look-up of a payment that cannot ask, the line being cut, is Unknown"
  ])
})
