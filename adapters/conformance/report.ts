// Runs a suite: with a test runner that is handed in, or plainly, with a report for a person. What a subject cannot show
// is listed by name in both.
import { NotShown, type Suite } from "./suite.ts"

/** What a runner hands to a test: vitest, node:test and others have a `skip` there. */
interface TestContext {
  readonly skip?: (note?: string) => void
}

/** `describe` and `it` of a test runner. */
export interface TestRunner {
  readonly describe: (name: string, tests: () => void) => unknown
  readonly it: (name: string, run: (context: TestContext) => Promise<void>) => unknown
}

/** Registers each check as a test. One that the subject cannot show is skipped with its reason, or fails where nothing can be skipped. */
export const register = <S>(name: string, suite: Suite<S>, subject: S, { describe, it }: TestRunner): void => {
  describe(`${name}: ${suite.port}`, () => {
    for (const { name: title, run } of suite.checks) {
      it(title, async (context) => {
        try {
          await run(subject)
        } catch (cause) {
          if (!(cause instanceof NotShown) || context.skip === undefined) throw cause
          context.skip(`not shown: ${cause.message}`)
        }
      })
    }
  })
}

/** What became of one check; `detail` says why it was not shown, or how it failed. */
export interface Finding {
  readonly name: string
  readonly result: "kept" | "broken" | "not shown"
  readonly detail: string
}

/** What became of a suite. */
export interface Report {
  readonly subject: string
  readonly port: string
  readonly findings: ReadonlyArray<Finding>
}

const found = async <S>({ name, run }: Suite<S>["checks"][number], subject: S): Promise<Finding> => {
  try {
    await run(subject)
    return { name, result: "kept", detail: "" }
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    return { name, result: cause instanceof NotShown ? "not shown" : "broken", detail }
  }
}

/** Runs every check, one after the other. */
export const runSuite = async <S>(name: string, suite: Suite<S>, subject: S): Promise<Report> => {
  const findings: Array<Finding> = []
  for (const check of suite.checks) findings.push(await found(check, subject))
  return { subject: name, port: suite.port, findings }
}

/** Whether no promise was found broken. What was not shown is not known. */
export const isKept = ({ findings }: Report): boolean => findings.every(({ result }) => result !== "broken")

const marks = { kept: "ok    ", broken: "BROKEN" } as const

const missingText = (reason: string, findings: ReadonlyArray<Finding>): string =>
  [`\nNot shown, because ${reason}:`, ...findings.map(({ name }) => `  ${name}`)].join("\n")

/** A report for a person. */
export const printReport = ({ findings, port, subject }: Report): string => {
  const count = (of: Finding["result"]): number => findings.filter(({ result }) => result === of).length
  const rows = findings.flatMap(({ name, result }) => result === "not shown" ? [] : [`  ${marks[result]}  ${name}`])
  const missing = [...Map.groupBy(findings.filter(({ result }) => result === "not shown"), ({ detail }) => detail)]
  const failures = findings.filter(({ result }) => result === "broken").map(({ detail }) => `\n${detail}`)
  const end = `${count("kept")} kept, ${count("broken")} broken, ${count("not shown")} not shown`
  const gaps = missing.map(([reason, each]) => missingText(reason, each))
  return [`${subject}: ${port}`, ...rows, ...gaps, ...failures, `\n${subject}: ${end}`].join("\n")
}
