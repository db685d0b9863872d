// `pontepay doctor`: looks at everything that keeps a service from working, and says what to do.
import { Command } from "effect/cli"
import { act } from "../act.ts"
import { examineService } from "../doctor/service.ts"
import { CliFailure } from "../failure.ts"
import { counted, green, red, shown, yellow } from "../print.ts"
import type { Finding, WorldShape } from "../world.ts"

const marks = {
  ok: (canColor: boolean) => green("ok     ", canColor),
  warning: (canColor: boolean) => yellow("warning", canColor),
  problem: (canColor: boolean) => red("problem", canColor)
} as const

const textOf = (findings: ReadonlyArray<Finding>, { canColor }: WorldShape): string => {
  const widest = Math.max(...findings.map(({ check }) => check.length))
  return findings.map(({ check, found, remedy, state }) => {
    const advice = remedy === undefined ? "" : `\n         ${" ".repeat(widest)}  ${shown(remedy)}`
    return `${marks[state](canColor)}  ${shown(check).padEnd(widest)}  ${shown(found)}${advice}\n`
  }).join("")
}

export const doctor = Command.make(
  "doctor",
  {},
  act<object>(async (_, { api, show, world }) => {
    const findings = [...await world.tools.examine(), ...await examineService(api, world)]
    const problems = findings.filter(({ state }) => state === "problem").length
    const warnings = findings.filter(({ state }) => state === "warning").length
    show(
      { healthy: problems === 0, problems, warnings, findings },
      () =>
        `${textOf(findings, world)}\n${
          problems + warnings === 0
            ? "Nothing is wrong."
            : `${counted(problems, "problem")}, ${counted(warnings, "warning")}.`
        }\n`
    )
    if (problems > 0) throw new CliFailure({ message: "", exitCode: 1 })
  })
).pipe(
  Command.withDescription(
    "Look at what keeps a service from working: the version of Node, the configuration, the database and its schema, the "
      + "secrets beside it, clocks, keys, jobs that were put aside and the endpoints of webhooks. Says what to do. Exit "
      + "code 1: a problem."
  ),
  Command.withShortDescription("Find out what keeps it from working"),
  Command.withExamples([
    { command: "pontepay doctor", description: "The service and database of this directory" },
    { command: "pontepay doctor --url https://pay.example --json", description: "Another service, for a program" }
  ])
)
