// Prints the table of faults of all chains: for each case what the port answered, and how often the amount arrived.
import { type ChainName, type Shown, chains, everyChain } from "./fault-table.ts"
import { ownCases } from "./fault-table-own.ts"
import type { Row } from "./stage.ts"

export type Rows = { readonly [C in ChainName]: ReadonlyArray<Row> }

const names: { readonly [C in ChainName]: string } = {
  evm: "EVM",
  solana: "Solana",
  tron: "TRON",
  bitcoin: "Bitcoin",
  liquid: "Liquid"
}

const timesOf = (moved: Row["moved"]): string => {
  const count = typeof moved === "number" ? moved : moved.length
  return ["nothing", "once", "twice"][count] ?? `${count} times`
}

// The same answer again and again is said once.
const answersOf = ({ answers }: Row): string =>
  answers.length > 4 ? `${answers.slice(0, 2).join(", ")}, …, ${answers.at(-1)}` : answers.join(", ")

const shownOf = (rows: ReadonlyArray<Row>, shown: Shown): string => {
  if (typeof shown !== "string") return "because" in shown ? `not shown: ${shown.because}` : `\`${shown.file}\``
  const row = rows.find((each) => each.case === shown)
  return row === undefined ? "" : `${answersOf(row)} → ${timesOf(row.moved)}`
}

const cellOf = (rows: ReadonlyArray<Row>, all: ReadonlyArray<Shown>): string =>
  Array.from(new Set(all.map((shown) => shownOf(rows, shown)))).join("<br>").replaceAll("|", "\\|")

/** The page. */
export const renderFaults = (rows: Rows): string =>
  [
    "# What goes wrong on chains",
    "",
    "<!-- Printed from test/chain/fault-table.ts by `npx vitest run test/chain/faults.test.ts -u`: change the table there instead. -->",
    "",
    "Each case with what the port answered, one answer after the other, and how often the receiver had the amount in the end, counted on the",
    "chain. `Held` is an answer where nothing was sent; `Unknown` is looked up until it is known. A file is a test of its own. EVM is a real",
    "development node, Solana a node with the real token programs, Bitcoin a real node; TRON and Liquid are models.",
    "",
    "## Every chain",
    "",
    `| case | ${chains.map((chain) => names[chain]).join(" | ")} |`,
    `| --- | ${chains.map(() => "---").join(" | ")} |`,
    ...everyChain.map((each) =>
      `| ${each.case} | ${chains.map((chain) => cellOf(rows[chain], each.on[chain])).join(" | ")} |`
    ),
    ...chains.flatMap((chain) => [
      "",
      `## ${names[chain]} alone`,
      "",
      "| case | what was answered → what arrived |",
      "| --- | --- |",
      ...ownCases[chain].map((each) => `| ${each.case} | ${cellOf(rows[chain], each.by)} |`)
    ]),
    ""
  ].join("\n")
