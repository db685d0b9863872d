// Which mutants a source has: their names, and that each is another text. Then what is kept of those of the core.
import { describe, expect, it } from "vitest"
import { plantedSources, projectSources } from "../tidy/sources.ts"
import { readKnown } from "./known.ts"
import { mutantsOf } from "./mutant.ts"
import { isDeciding, subjectOf } from "./subjects.ts"

describe("the mutants of a source", () => {
  const [source] = plantedSources("mutants")
  const mutants = source === undefined ? [] : mutantsOf(source)

  it("are one for each condition, operator, early return and row", () => {
    expect(mutants.map(({ name }) => name)).toEqual([
      "negate: isOpen",
      "without row: { from: [\"OPEN\"], on: \"paid\", to: \"PAID\"",
      "to same: { from: [\"OPEN\"], on: \"paid\", to: \"PAID\"",
      "without \"received\": { from: [\"OPEN\"], on: \"paid\", to: \"PAID\", post: [\"received\"]",
      "without row: { from: [\"PAID\"], on: \"paid\", to: \"same\"",
      "skip: if (value < fee) return -value",
      "negate: value < fee",
      "<=: value < fee",
      "sign: -value",
      "negate: value === 0n || fee === 0n",
      "&&: value === 0n || fee === 0n",
      "!==: value === 0n",
      "!==: fee === 0n",
      "not min: min(value, fee)",
      "+: value - fee"
    ])
  })

  it("change what they name and nothing else", () => {
    const changed = mutants.map(({ text }) =>
      text.split("\n").filter((line) => source?.text.split("\n").includes(line) === false).map((line) => line.trim())
    )
    expect(changed).toEqual([
      ["guards: { isOpen: ({ isOpen }) => !(isOpen) },"],
      ["...[],"],
      ["{ from: [\"OPEN\"], on: \"paid\", to: \"same\", post: [\"received\"], emit: [], spec: \"a page\" },"],
      ["{ from: [\"OPEN\"], on: \"paid\", to: \"PAID\", post: [...[]], emit: [], spec: \"a page\" },"],
      ["...[]"],
      ["if (false) return -value"],
      ["if (!(value < fee)) return -value"],
      ["if ((value) <= (fee)) return -value"],
      ["if (value < fee) return value"],
      ["return !(value === 0n || fee === 0n) ? min(value, fee) : value - fee"],
      ["return (value === 0n) && (fee === 0n) ? min(value, fee) : value - fee"],
      ["return (value) !== (0n) || fee === 0n ? min(value, fee) : value - fee"],
      ["return value === 0n || (fee) !== (0n) ? min(value, fee) : value - fee"],
      ["return value === 0n || fee === 0n ? ((a, b) => a < b ? b : a)(value, fee) : value - fee"],
      ["return value === 0n || fee === 0n ? min(value, fee) : (value) + (fee)"]
    ])
  })
})

describe("the mutants that are kept", () => {
  const sources = ["core", "adapters"].flatMap((folder) => projectSources(folder)).filter(({ path }) =>
    isDeciding(path)
  )

  it("are of files that exist, each with tests of its own", () => {
    const paths = sources.map(({ path }) => path)
    expect(Object.keys(readKnown()).filter((path) => !paths.includes(path))).toEqual([])
    for (const path of paths) expect(subjectOf(path).rows.length + subjectOf(path).units.length).toBeGreaterThan(0)
  })

  it("have a reason where no test fails on them", () => {
    const unexplained = Object.values(readKnown()).flatMap(({ survived }) => Object.entries(survived))
      .filter(([, sentence]) => sentence.length < 20).map(([name]) => name)
    expect(unexplained).toEqual([])
  })
})
