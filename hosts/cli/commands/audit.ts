// `pontepay audit`: reads data planes, changes nothing, and judges every invariant.
import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { type Desk, act } from "../act.ts"
import { CliFailure, asFailure, errorOf, misused } from "../failure.ts"
import { counted, printJson } from "../print.ts"
import { progress } from "../progress.ts"
import type { AuditReport } from "../world.ts"

interface Given {
  readonly database: Option.Option<string>
  readonly head: ReadonlyArray<string>
}

interface Audited {
  readonly reports: ReadonlyArray<AuditReport>
  /** Why the others could not be audited. */
  readonly failures: ReadonlyArray<CliFailure>
}

/** Audits each; one that cannot be read keeps no other from being judged. */
const auditEach = async (
  databases: ReadonlyArray<string>,
  heads: ReadonlyArray<string>,
  { world }: Desk
): Promise<Audited> => {
  const reports: Array<AuditReport> = []
  const failures: Array<CliFailure> = []
  for (const database of databases) {
    const bar = progress(world)
    const told = (read: number, all: number) => bar.to(read, all, counted(read, "row"))
    await world.tools.audit({ database, heads, progress: told })
      .then((report) => reports.push(report), (cause: unknown) => failures.push(asFailure(cause)))
      .finally(bar.end)
  }
  return { reports, failures }
}

const isClean = ({ failures, reports }: Audited): boolean =>
  failures.length === 0 && reports.every((report) => report.isClean)

const jsonOf = (audited: Audited): string =>
  printJson({
    clean: isClean(audited),
    databases: audited.reports.map(({ json }) => JSON.parse(json) as unknown),
    errors: audited.failures.map(errorOf)
  })

/** A violation decides the exit code, also where another database could not be read. */
const failureOf = ({ failures, reports }: Audited): CliFailure => {
  const isViolated = reports.some((report) => !report.isClean)
  return new CliFailure({
    message: [...(isViolated ? ["the audit found violations"] : []), ...failures.map(({ message }) => message)]
      .join("; "),
    hint: failures[0]?.hint,
    exitCode: isViolated ? 1 : failures[0]?.exitCode ?? 1
  })
}

export const audit = Command.make(
  "audit",
  {
    database: Argument.String("database").pipe(
      Argument.withDescription("sqlite:PATH or postgres://…; every database of the configuration by default"),
      Argument.optional
    ),
    head: Flag.String("head").pipe(
      Flag.withDescription("A head of the chain that an earlier audit printed; may be given again"),
      Flag.withMetavar("<number:hash>"),
      Flag.atLeast(0)
    )
  },
  act<Given>(async ({ database, head }, desk) => {
    const { settings, world } = desk
    const databases = Option.match(database, { onNone: world.tools.databases, onSome: (url) => [url] })
    if (databases.length > 1 && head.length > 0) {
      throw misused("--head is of one database, and two are configured", "Name the one that it is of")
    }
    const audited = await auditEach(databases, head, desk)
    if (settings.json && databases.length > 1) world.out(jsonOf(audited))
    else for (const { json, text } of audited.reports) world.out(`${settings.json ? json : text}\n`)
    if (!isClean(audited)) throw failureOf(audited)
  })
).pipe(
  Command.withDescription(
    "Read a data plane without changing it and say which invariants of the ledger and of every resource hold, and where "
      + "the chain over its journal ends. Exit code 1: a violation."
  ),
  Command.withShortDescription("Judge every invariant of a database"),
  Command.withExamples([
    { command: "pontepay audit", description: "The sandbox of this directory, and production where it is configured" },
    { command: "pontepay audit postgres://localhost/pontepay --json", description: "Another one, for a program" }
  ])
)
