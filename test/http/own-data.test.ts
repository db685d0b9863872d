// A service begins on data of its own alone: not on those of the other environment, and not on those that another key sealed.
import { expect, it } from "vitest"
import { operatorToken, runProcess, secretsKey, sqliteDatabase, startProcess } from "../support/host.ts"

/** A database in which a sandbox has worked. */
const usedBySandbox = async () => {
  const { url } = sqliteDatabase()
  const host = await startProcess({ variables: { DATABASE_URL: url, PONTEPAY_SECRETS_KEY: secretsKey } })
  expect(await host.stop()).toMatchObject({ code: 0 })
  return url
}

it("refuses a sandbox's data for production, and data that another key sealed", async () => {
  const url = await usedBySandbox()
  const common = { PORT: "0", LOG_LEVEL: "none", PONTEPAY_OPERATOR_TOKEN: operatorToken }
  const asProduction = await runProcess({
    ...common,
    DATABASE_URL: sqliteDatabase().url,
    PONTEPAY_PRODUCTION_DATABASE_URL: url,
    PONTEPAY_SECRETS_KEY: secretsKey
  })
  expect(asProduction.code).toBe(2)
  expect(asProduction.stderr).toMatch(/^PONTEPAY_PRODUCTION_DATABASE_URL: /m)
  const withAnotherKey = await runProcess({
    ...common,
    DATABASE_URL: url,
    PONTEPAY_SECRETS_KEY: Buffer.alloc(32, 7).toString("base64")
  })
  expect(withAnotherKey.code).toBe(2)
  expect(withAnotherKey.stderr).toMatch(/^PONTEPAY_SECRETS_KEY: .*is not the key that sealed what is in the database/m)
})
