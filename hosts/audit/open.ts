// Which data plane an address of the form of DATABASE_URL names.
import type { Plane } from "./plane.ts"
import { Unreadable } from "./plane.ts"
import { openSqlite } from "./sqlite.ts"

/** Opens a data plane read-only; rejects with `Unreadable` and the reason. Postgres is loaded only where it is used. */
export const openPlane = async (url: string): Promise<Plane> => {
  if (url === "memory:") throw new Unreadable("a plane in memory cannot be read from outside its process")
  if (url.startsWith("sqlite:") && url.length > "sqlite:".length) return openSqlite(url.slice("sqlite:".length))
  if (/^postgres(?:ql)?:\/\/.+/.test(url)) return (await postgres()).openPostgres(url)
  throw new Unreadable("the address must be sqlite:PATH or postgres://…")
}

const postgres = () =>
  import("./postgres.ts").catch((cause: unknown) => {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause
    throw new Unreadable("reading Postgres needs a package that is not installed: npm install pg")
  })
