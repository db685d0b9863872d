// Prints the security page: level 2 of OWASP ASVS 5.0, line by line, with the test that proves it.
import { chapters, levelOf } from "./levels.ts"
import type { Row } from "./row.ts"
import { rows as first } from "./rows-1-to-5.ts"
import { rows as second } from "./rows-6-to-10.ts"
import { rows as third } from "./rows-11-to-14.ts"
import { rows as fourth } from "./rows-15-to-17.ts"

/** Every row, in the order of the standard. */
export const rows: ReadonlyArray<Row> = [...first, ...second, ...third, ...fourth]

const shown = (row: Row): string =>
  row.state === "covered" ? `\`test/${row.file}\`: ${row.test.replaceAll("|", "\\|")}` : row.why

const line = (row: Row): string => `| ${row.id} | ${levelOf(row.id)} | ${row.title} | ${row.state} | ${shown(row)} |`

const count = (state: Row["state"]): number => rows.filter((row) => row.state === state).length

/** The page. */
export const renderSecurity = (): string =>
  [
    "# Security, line by line",
    "",
    "<!-- Printed from test/asvs by `npm run print`: change the rows there instead. -->",
    "",
    "How the service stands to level 2 of the [OWASP Application Security Verification Standard](https://owasp.org/www-project-application-security-verification-standard/) 5.0.0:",
    "each requirement of levels 1 and 2 by its number, in our own words, and the test that proves it. What is not covered says so.",
    "No one outside has verified this. What an operator has to do is in [SECURITY.md](../../SECURITY.md).",
    "",
    `Of ${rows.length} requirements ${count("covered")} are covered, ${
      count("not applicable")
    } are not applicable and ${count("not covered")} are not covered.`,
    "",
    ...chapters.flatMap((title, place) => [
      `## V${place + 1} ${title}`,
      "",
      "| number | level | requirement | state | proven by, or why |",
      "| --- | --- | --- | --- | --- |",
      ...rows.filter(({ id }) => id.startsWith(`${place + 1}.`)).map(line),
      ""
    ])
  ].join("\n")
