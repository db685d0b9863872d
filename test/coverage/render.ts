// Prints the coverage of the interface: every rule with its source and the tests that prove it.
import { decisions } from "./decisions.ts"
import { type Proof, proofs } from "./proofs.ts"
import { type RuleGroup, ruleGroups } from "./rules.ts"

const cell = (text: string): string =>
  text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll(/\s+/g, " ").trim()

const proven = (rule: string, all: ReadonlyArray<Proof>): string =>
  all.filter((proof) => proof.rule === rule)
    .map(({ file, title }) => `\`${file.replace(/^test\//, "")}\` ${cell(title)}`)
    .join("<br>")

/** The source with each decision leading to its record. */
const linked = (source: string, known: ReadonlyMap<string, string>): string =>
  cell(source).replace(/\bC\d+\b|\b\d{4}\b/g, (name) => {
    const file = known.get(name)
    return file === undefined ? name : `[${name}](../../core/decisions/${file})`
  })

const table = (
  { heading, rules }: RuleGroup,
  all: ReadonlyArray<Proof>,
  known: ReadonlyMap<string, string>
): ReadonlyArray<string> => [
  `## ${heading}`,
  "",
  "| rule | from | proven by |",
  "| --- | --- | --- |",
  ...rules.map(({ id, source, text }) =>
    `| <a id="${id}"></a>${cell(text)} | ${linked(source, known)} | ${proven(id, all)} |`
  ),
  ""
]

/** The page. */
export const renderCoverage = (): string => {
  const all = proofs()
  const known = decisions()
  const groups = ruleGroups()
  const count = groups.reduce((sum, { rules }) => sum + rules.length, 0)
  return [
    "# Coverage of the interface",
    "",
    `${count} rules, each with the tests that prove it. Printed from \`test/coverage\`; a rule without a test fails the`,
    "suite. Where the specification is silent a rule follows a decision of ours, and leads to it.",
    "",
    ...groups.flatMap((group) => table(group, all, known))
  ].join("\n")
}
