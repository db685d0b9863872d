// What the doctor sees on this machine without the service: Node, the configuration, the database and the secrets beside it.
import { accessSync, constants, existsSync, statSync, statfsSync } from "node:fs"
import { createServer } from "node:net"
import { dirname } from "node:path"
import type { Finding } from "../world.ts"
import type { Look } from "./database.ts"
import { skewFinding } from "./service.ts"

const ok = (check: string, found: string): Finding => ({ check, state: "ok", found })
const warning = (check: string, found: string, remedy: string): Finding => ({ check, state: "warning", found, remedy })
const problem = (check: string, found: string, remedy: string): Finding => ({ check, state: "problem", found, remedy })

const leastNode = 24

/** The version of Node. */
export const nodeFinding = (version: string): Finding =>
  Number(version.split(".")[0]) >= leastNode
    ? ok("node", version)
    : problem("node", version, `Node ${leastNode} or later is needed; in the repository npm scripts bring it along`)

/** One variable that is wrong. */
export const variableFinding = (
  { message, variable }: { readonly message: string; readonly variable: string }
): Finding =>
  problem(
    variable,
    message,
    "Correct the variable; hosts/docs/configuration.md in the package lists what each may be"
  )

/** The same of a variable that chooses a provider of production or belongs to one. */
export const providerVariableFinding = (
  { message, variable }: { readonly message: string; readonly variable: string }
): Finding =>
  problem(
    variable,
    message,
    "Correct the variable or its file; hosts/docs/provider-variables.md in the package lists what each provider needs"
  )

/** A key service or module that gives no answer: a start goes on without its network. */
export const signerAwayFinding = (
  { message, variable }: { readonly message: string; readonly variable: string }
): Finding =>
  warning(variable, message, "The service starts, and holds what leaves this network until the key service answers")

const schemaFinding = (check: string, found: number, known: number): Finding => {
  if (found === 0) return warning(check, "reachable, and never migrated", "It is migrated by: pontepay start")
  if (found === known) return ok(check, `reachable, ${found} migrations`)
  return found > known
    ? problem(check, `migrated by a newer version (${found} of ${known})`, "Start the newer version")
    : warning(check, `${known - found} of ${known} migrations are missing`, "They are applied by: pontepay start")
}

/** What a look at the database of a variable found; `known` is how many migrations this version has. */
export const databaseFindings = (
  shown: string,
  look: Look,
  known: number,
  variable: string
): ReadonlyArray<Finding> => {
  const check = "database"
  switch (look._tag) {
    case "Absent":
      return [warning(check, `${shown} is not there yet`, "It is made by: pontepay start")]
    case "Unreachable":
      return [problem(check, `${shown}: ${look.reason}`, `Is the server running, and is ${variable} right?`)]
    case "There": {
      const { aheadMs, migrations } = look
      const clock = aheadMs === undefined ? [] : [skewFinding("clock of the database", aheadMs)]
      return [schemaFinding(check, migrations, known), ...clock]
    }
  }
}

/** A database that cannot be looked at without a package that is missing or broken. */
export const packageFinding = (shown: string, message: string, name: string): Finding =>
  problem("database", `${shown}: ${message}`, `npm install ${name}`)

const secretNames = ["secrets-key", "operator-token", "api-key-seed"]

const isShared = (path: string): boolean => process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0

/** A database that is a file holds what people told of themselves; it is warned of, where secrets are a problem. */
export const sharedFinding = (path: string): ReadonlyArray<Finding> => {
  const shared = ["", "-wal", "-shm"].map((end) => `${path}${end}`).filter((file) => existsSync(file) && isShared(file))
  return shared.length === 0
    ? []
    : [warning("database file", `others may read ${shared.join(", ")}`, `chmod 600 ${shared.join(" ")}`)]
}

/** The secrets that a sandbox keeps beside its database. */
export const secretsFinding = (place: string): Finding => {
  const check = "secrets"
  const there = secretNames.map((name) => `${place}.${name}`).filter((path) => existsSync(path))
  const shared = there.filter(isShared)
  if (shared.length > 0) {
    return problem(check, `others may read ${shared.join(", ")}`, `chmod 600 ${shared.join(" ")}`)
  }
  return there.length === 0
    ? warning(check, `none beside ${place} yet`, "They are made by: pontepay start")
    : ok(check, `${there.length} beside ${place}, for its owner alone`)
}

const leastFreeBytes = 512 * 1024 * 1024

/** Whether the directory of a database that is a file can be written, and has room. */
export const diskFinding = (path: string): Finding => {
  const directory = dirname(path)
  if (!existsSync(directory)) return ok("disk", `${directory} will be made`)
  try {
    accessSync(directory, constants.W_OK)
  } catch {
    return problem(
      "disk",
      `${directory} cannot be written`,
      "Give its owner the right to write, or choose another path"
    )
  }
  const { bavail, bsize } = statfsSync(directory)
  const free = bavail * bsize
  return free < leastFreeBytes
    ? warning("disk", `${Math.floor(free / 1024 / 1024)} MiB are free`, "A full disk stops the service: make room")
    : ok("disk", `${Math.floor(free / 1024 / 1024)} MiB are free`)
}

/** Whether the port is free, or in use as it is while the service runs. */
export const portFinding = (host: string, port: number): Promise<Finding> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", (cause) => {
      const code = "code" in cause ? String(cause.code) : ""
      resolve(
        code === "EADDRINUSE"
          ? ok("port", `${host}:${port} is in use; who answers there is looked at below`)
          : problem("port", `${host}:${port} cannot be used: ${code}`, "Choose another PORT or HOST")
      )
    })
    server.listen(port, host, () => server.close(() => resolve(ok("port", `${host}:${port} is free`))))
  })
