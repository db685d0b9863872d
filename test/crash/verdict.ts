// What a trial comes to: figures to be read, and problems, of which there must be none.
import type { SiteReport } from "./site.ts"

export type Figures = Readonly<Record<string, number | string>>

export interface Verdict {
  readonly figures: Figures
  readonly problems: ReadonlyArray<string>
}

/** Logged while the database is away, or cannot keep up with what is asked: the answer is 503, and the caller waits. */
export const isAboutTheDatabase = (line: string): boolean =>
  /StoreUnavailable|CommitUnknown|cannot reach its queue/.test(line)

/** Logged because the clock is half a day ahead by then: what was in doubt, or held, for minutes is so for hours. */
const isOfOldDoubt = (line: string): boolean => /has been unknown for long|have been held for long/.test(line)

/** What was said to be wrong with the database, and how often. */
export const reasonsOf = (logged: ReadonlyArray<string>): string =>
  ["is away", "is busy", "is dead", "does not answer", "CommitUnknown", "cannot reach its queue"]
    .map((reason) => `${reason} ${logged.filter((line) => line.includes(reason)).length}`).join(", ")

/** What a report of a site comes to; `logs` says which lines of its hosts' logs are no problem. */
export const verdictOf = (
  { audited, figures, logged, problems, stopped }: SiteReport,
  more: Figures,
  isExpected: (line: string) => boolean = () => false,
  found: ReadonlyArray<string> = []
): Verdict => {
  const isClean = audited.status === 0 && /^Clean: \d+ invariants hold\.$/m.test(audited.report)
  return {
    figures: { ...more, ...figures },
    problems: [
      ...found,
      ...Object.entries<ReadonlyArray<string>>({ ...problems }).flatMap(([what, each]) =>
        each.map((text) => `${what}: ${text}`)
      ),
      ...logged.filter((line) => !isExpected(line) && !isOfOldDoubt(line)).map((line) => `logged: ${line}`),
      ...(isClean ? [] : [`audit, exit code ${audited.status}: ${audited.report}`]),
      ...(stopped.code === 0 ? [] : [`stop: exit code ${stopped.code}`])
    ]
  }
}

/** Figures in one line. */
export const printed = (name: string, figures: Figures): string =>
  `${name}: ${Object.entries(figures).map(([what, is]) => `${what} ${is}`).join(" | ")}`
