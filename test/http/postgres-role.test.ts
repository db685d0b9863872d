// The role that the composition makes for the service: it owns its database and nothing else, and the service needs no more.
// S19
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Client } from "pg"
import { expect, it, onTestFinished } from "vitest"
import { declared, keyOf, openHost } from "../support/host.ts"
import { describePostgres, freshDatabase } from "../support/postgres.ts"
import { makeDeposit, recordOf } from "./sandbox.ts"

const script = readFileSync(join(import.meta.dirname, "../../hosts/deploy/postgres-role.sh"), "utf8")

/** The statements of the script, for a role and a database of these names; the superuser of the tests keeps his password. */
const statements = (name: string, password: string): ReadonlyArray<string> =>
  (/<<'SQL'\n([^]*)\nSQL/.exec(script)?.[1] ?? "").split("\n")
    .filter((line) => !line.startsWith("alter role postgres "))
    .map((line) => line.replaceAll(/\b(?:pontepay|sandbox)\b/g, name).replace(":'password'", `'${password}'`))

await describePostgres("the role of the composition", () => {
  it("is no superuser, and migrates and serves §deploy-compose", async () => {
    const url = await freshDatabase()
    const superuser = new Client(url)
    await superuser.connect()
    onTestFinished(() => superuser.end())
    const name = `role_${randomBytes(6).toString("hex")}`
    const password = randomBytes(16).toString("hex")
    const made = statements(name, password)
    expect(made).toHaveLength(2)
    for (const statement of made) await superuser.query(statement)
    const { rows } = await superuser.query(
      "select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = $1",
      [
        name
      ]
    )
    expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
    const address = new URL(url)
    address.username = name
    address.password = password
    address.pathname = name
    const host = await openHost({
      accounts: [declared("acme")],
      variables: { DATABASE_URL: address.href },
      worker: false
    })
    onTestFinished(() => host.close())
    const { externalId } = await makeDeposit(host.base, keyOf("acme"))
    expect(await recordOf(host.base, keyOf("acme"), externalId)).toMatchObject({ status: "PENDING" })
  })
})
