// What an audit found, for a person and for a program.
import type { Verdict, Violation } from "./invariant.ts"

/** Violations of one invariant that are written out for a person; a program gets all. */
const mostShown = 20

const shown = ({ expected, found, problem, record }: Violation): string =>
  `        ${record}: ${problem}\n          expected  ${expected}\n          found     ${found}`

const verdictText = ({ holds, looked, name, of, violations }: Verdict): string => {
  const head = `  ${violations.length === 0 ? "ok  " : "FAIL"}  ${name.padEnd(24)} ${holds} [${looked} ${of}]`
  const rest = violations.length > mostShown ? [`        ... and ${violations.length - mostShown} more`] : []
  return [head, ...violations.slice(0, mostShown).map(shown), ...rest].join("\n")
}

const violationsIn = (verdicts: ReadonlyArray<Verdict>): number =>
  verdicts.reduce((sum, { violations }) => sum + violations.length, 0)

/** The report for a person. */
export const asText = (database: string, verdicts: ReadonlyArray<Verdict>): string => {
  const count = violationsIn(verdicts)
  const end = count === 0 ? "Clean: nothing was found." : `${count} violation${count === 1 ? "" : "s"} found.`
  return [`Audit of ${database}`, "", ...verdicts.map(verdictText), "", `${verdicts.length} invariants. ${end}`].join(
    "\n"
  )
}

/** The report for a program. */
export const asJson = (database: string, verdicts: ReadonlyArray<Verdict>): string =>
  JSON.stringify({ database, clean: violationsIn(verdicts) === 0, invariants: verdicts }, null, 2)
