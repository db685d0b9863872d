// Judges the table of faults of all chains: every case is played on every chain or says why not, what it names is there, and no row of a
// chain's own table is left out of it. The rows are played by each chain's own test.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { faults as bitcoin } from "./bitcoin/faults.ts"
import { faults as evm } from "./evm/faults.ts"
import { type Rows, renderFaults } from "./fault-page.ts"
import { type ChainName, type Shown, chains, everyChain } from "./fault-table.ts"
import { ownCases } from "./fault-table-own.ts"
import { faults as liquid } from "./liquid/faults.ts"
import { faults as solana } from "./solana/faults.ts"
import { faults as tron } from "./tron/faults.ts"

const rows: Rows = { evm, solana, tron, bitcoin, liquid }

const cellsOf = (chain: ChainName): ReadonlyArray<{ readonly case: string; readonly shown: ReadonlyArray<Shown> }> => [
  ...everyChain.map((each) => ({ case: each.case, shown: each.on[chain] })),
  ...ownCases[chain].map((each) => ({ case: each.case, shown: each.by }))
]

const texts = new Map<string, string>()
const textOf = (file: string): string => {
  const text = texts.get(file) ?? readFileSync(join(import.meta.dirname, "..", file), "utf8")
  texts.set(file, text)
  return text
}

const isThere = (chain: ChainName, shown: Shown): boolean => {
  if (typeof shown === "string") return rows[chain].some((row) => row.case === shown)
  return "because" in shown ? shown.because.length >= 20 : textOf(shown.file).includes(shown.title)
}

describe.each(chains)("on %s", (chain) => {
  const cells = cellsOf(chain)

  it("every case is played, or says why not", () => {
    expect(cells.filter(({ shown }) => shown.length === 0).map((cell) => cell.case)).toEqual([])
  })

  it("what a case names is there", () => {
    const missing = cells.flatMap((cell) =>
      cell.shown.filter((shown) => !isThere(chain, shown)).map((shown) => `${cell.case}: ${JSON.stringify(shown)}`)
    )
    expect(missing).toEqual([])
  })

  it("every row of its table is in a case, and has a name of its own", () => {
    const named = new Set(cells.flatMap(({ shown }) => shown))
    const names = rows[chain].map((row) => row.case)
    expect(names.filter((name) => !named.has(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  it("a case is in the table once", () => {
    const names = cells.map((cell) => cell.case)
    expect(new Set(names).size).toBe(names.length)
  })
})

it("the page is printed from the table", async () => {
  await expect(renderFaults(rows)).toMatchFileSnapshot("faults.md")
})
