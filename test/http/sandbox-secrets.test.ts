// What a sandbox keeps beside its database: lost, changed or revoked, the start says so instead of going on with something else.
import { copyFileSync, existsSync, rmSync, statSync, writeFileSync } from "node:fs"
import { expect, it } from "vitest"
import { operatorTokenOf } from "./as-operator.ts"
import { openHost, runProcess, secretsKey, sqliteDatabase, startProcess } from "../support/host.ts"
import { besides, cli, cliJson } from "./cli-run.ts"

const opened = async () => {
  const database = sqliteDatabase()
  await (await openHost({ variables: { DATABASE_URL: database.url } })).close()
  return database
}

it("refuses a database whose secrets key is gone, and makes none in its place", async () => {
  const { path, url } = await opened()
  const copy = sqliteDatabase()
  copyFileSync(path, copy.path)
  const refused = await runProcess({ DATABASE_URL: copy.url, PORT: "0" })
  expect([refused.code, refused.stdout]).toEqual([2, ""])
  expect(refused.stderr).toMatch(/^PONTEPAY_SECRETS_KEY: \S+plane\.db\.secrets-key is gone.*restore that file.*\n$/)
  expect(existsSync(`${copy.path}.secrets-key`)).toBe(false)
  copyFileSync(`${path}.secrets-key`, `${copy.path}.secrets-key`)
  await (await openHost({ variables: { DATABASE_URL: copy.url } })).close()
  await (await openHost({ variables: { DATABASE_URL: url } })).close()
})

it("refuses another secrets key than the one that sealed the database", async () => {
  const { path, url } = await opened()
  const given = await runProcess({ DATABASE_URL: url, PORT: "0", PONTEPAY_SECRETS_KEY: secretsKey })
  expect([given.code, given.stderr]).toEqual([
    2,
    expect.stringMatching(/^PONTEPAY_SECRETS_KEY: this is not the key that/)
  ])
  rmSync(`${path}.secrets-key`)
  writeFileSync(`${path}.secrets-key`, secretsKey, { mode: 0o600 })
  const file = await runProcess({ DATABASE_URL: url, PORT: "0" })
  expect([file.code, file.stderr]).toEqual([
    2,
    expect.stringMatching(/: what is in \S+\.secrets-key is not the key that/)
  ])
})

it("makes the database for its owner alone", async () => {
  const { path } = await opened()
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it("prints no key that was revoked §cli-keys", async () => {
  const { url } = sqliteDatabase()
  const host = await openHost({ variables: { DATABASE_URL: url } })
  const env = { ...besides(host), PONTEPAY_OPERATOR_TOKEN: operatorTokenOf(host) }
  const { json } = await cliJson(["keys", "list"], { env })
  const [{ accountId, keyId } = { accountId: "", keyId: "" }] = json["keys"] as ReadonlyArray<
    { readonly accountId: string; readonly keyId: string }
  >
  expect((await cli(["keys", "revoke", keyId], { env })).code).toBe(2)
  const revoked = await cli(["keys", "revoke", keyId, "--yes"], { env })
  expect(revoked.out).toBe(
    `${keyId} opens nothing any more.\nAnother one is made by: pontepay keys create --account ${accountId}\n`
  )
  await host.close()
  const again = await startProcess({ variables: { DATABASE_URL: url } })
  const { stdout } = again.output()
  await again.stop()
  expect(stdout).toContain(
    `API key    was revoked; another one is made by: pontepay keys create --account ${accountId}\n`
  )
  expect(stdout).not.toContain("pontepay_test_")
})
