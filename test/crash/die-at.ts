// Loaded into a host before anything else (`node --import die-at.ts?stored=…`): ends its process as SIGKILL does, once the
// commit that stores this text in a file of SQLite has returned, and before anybody hears so.
import { StatementSync } from "node:sqlite"

const text = new URL(import.meta.url).searchParams.get("stored") ?? ""
let isStored = false

type Call = (this: StatementSync, ...values: Array<unknown>) => unknown

const watched = (call: Call): Call =>
  function(...values) {
    const answer = call.apply(this, values)
    isStored ||= values.some((value) => typeof value === "string" && value.includes(text))
    if (isStored && this.sourceSQL === "commit") process.kill(process.pid, "SIGKILL")
    return answer
  }

const statements = StatementSync.prototype as unknown as Record<"all" | "get" | "run", Call>
for (const name of ["all", "get", "run"] as const) statements[name] = watched(statements[name])
