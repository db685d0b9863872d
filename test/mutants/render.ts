// The page of the mutants that no test notices, and how many are run of each file.
import type { Known } from "./known.ts"

/** The page, from what is known. */
export const renderSurvivors = (known: Known): string => {
  const files = Object.entries(known)
  const counts = files.map(([file, { killed, survived }]) =>
    [file, killed.length, Object.keys(survived).length] as const
  )
  const sum = (column: 1 | 2): number => counts.reduce((total, row) => total + row[column], 0)
  const rows = [...counts, ["all", sum(1), sum(2)] as const]
    .map(([file, killed, survived]) => `| ${file} | ${killed + survived} | ${killed} | ${survived} |`)
  const sections = files.flatMap(([file, { survived }]) => {
    const lines = Object.entries(survived).map(([name, sentence]) => `- \`\`${name}\`\`: ${sentence}`)
    return lines.length === 0 ? [] : [`## ${file}\n\n${lines.join("\n")}`]
  })
  return `${
    [
      "# Mutants",
      "Printed from `known.json` by `npm run print`. A mutant is a small wrong version of a file that decides: a condition turned round, an\n" +
      "operator taken for its neighbour, an early return or a row left out. `npm run mutants` runs those that are new, and the nearest tests have\n" +
      "to fail on each. Those below are noticed by none, and the sentence says why.",
      ["| file | mutants | killed | survived |", "|---|--:|--:|--:|", ...rows].join("\n"),
      ...sections
    ].join("\n\n")
  }\n`
}
