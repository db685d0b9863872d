// The audit of a database, with how far it is.
import type { Plane } from "../../audit/plane.ts"
import { withoutPassword } from "../../audit/shown-address.ts"
import { type Look, lookAtPostgres, lookAtSqlite } from "../doctor/database.ts"
import { asFailure, failed, misused } from "../failure.ts"
import type { AuditOptions, AuditReport } from "../world.ts"

const headOf = (text: string) => {
  const [, number = "", hash = ""] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(text) ?? []
  if (hash === "") throw misused(`--head ${text} is not a number, a colon and 64 hex characters`)
  return { number: Number(number), hash }
}

const lookAt = (url: string): Promise<Look> | Look =>
  url.startsWith("sqlite:") ? lookAtSqlite(url.slice("sqlite:".length)) : lookAtPostgres(url)

/** The same plane, telling how many of its rows were read. */
const counted = (plane: Plane, all: number, progress: AuditOptions["progress"]): Plane => {
  let read = 0
  const each = <Row>(rows: () => AsyncIterable<Row>) =>
    async function*(): AsyncGenerator<Row> {
      for await (const row of rows()) {
        read++
        progress(read, Math.max(all, read))
        yield row
      }
    }
  return {
    ...plane,
    records: each(plane.records),
    keys: each(plane.keys),
    places: each(plane.places),
    entries: each(plane.entries),
    balances: each(plane.balances),
    jobs: each(plane.jobs)
  }
}

/** What to do about a database that cannot be audited. */
const auditHint = (database: string): string => {
  if (/^sqlite:./.test(database)) return "Is it the database of the service, whole and not a copy that was cut short?"
  if (/^postgres(?:ql)?:\/\/./.test(database)) return "Is the server running, and is this the database of the service?"
  return "Name a database as sqlite:PATH or postgres://…"
}

export const audit = async ({ database, heads, progress }: AuditOptions): Promise<AuditReport> => {
  const kept = heads.map(headOf)
  const [{ openPlane }, { isClean, survey }, { asJson, asText }] = await Promise.all([
    import("../../audit/open.ts"),
    import("../../audit/audit.ts"),
    import("../../audit/print.ts")
  ])
  const shown = withoutPassword(database)
  const plane = await openPlane(database).catch((cause: unknown) => {
    throw misused(`${shown} cannot be audited: ${asFailure(cause).message}`, auditHint(database))
  })
  try {
    const look = await lookAt(database)
    const rows = look._tag === "There" ? look.rows : 0
    const found = await survey(counted(plane, rows, progress), kept)
    return { text: asText(shown, found, Date.now()), json: asJson(shown, found), isClean: isClean(found.verdicts) }
  } catch (cause) {
    throw failed(`the audit of ${shown} was not ended: ${asFailure(cause).message}`)
  } finally {
    await plane.close()
  }
}
