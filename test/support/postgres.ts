// Real PostgreSQL for tests. The first test file of a worker that asks starts its server, in the main process of the run; every
// call gives a database of its own. A machine that no binaries exist for is reported by name, never passed over in
// silence.
import { Client } from "pg"
import { describe, inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the keeper that test/support/postgres-server.ts runs. */
    readonly postgres: string
  }
}

/** What the keeper answers: a database or the reason why none can be had on this machine. */
export type Answer = { readonly url: string } | { readonly cannotRun: string }

const ask = async (): Promise<Answer> => {
  const response = await fetch(new URL(`/${process.env["VITEST_POOL_ID"]}`, inject("postgres")), { method: "POST" })
  if (!response.ok) throw new Error(await response.text())
  return await response.json() as Answer
}

/** The address of a new, empty database. */
export const freshDatabase = async (): Promise<string> => {
  const answer = await ask()
  if ("cannotRun" in answer) throw new Error(answer.cannotRun)
  return answer.url
}

/** Empties the data store of a database that no one uses any more. */
export const emptied = async (url: string): Promise<string> => {
  const client = new Client(url)
  await client.connect()
  const tables = ["records", "keys", "lists", "entries", "balances", "jobs", "owing"]
  await client.query(tables.map((table) => `delete from pontepay.${table}`).join(";"))
  await client.end()
  return url
}

/** Registers tests that need PostgreSQL; where it cannot run they are skipped, and their title says why. */
export const describePostgres = async (name: string, tests: () => void): Promise<void> => {
  const answer = await ask()
  const missing = "cannotRun" in answer ? ` (not run: ${answer.cannotRun})` : ""
  describe.skipIf(missing !== "")(`${name}${missing}`, () => {
    tests()
  })
}
