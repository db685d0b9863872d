// A configuration that does not hold is refused whole, each wrong variable by its name, and no secret is repeated
// .
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Exit } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { BadConfiguration, configOf, openService } from "../../hosts/http/service.ts"
import {
  type TestHost,
  type Variables,
  bootstrapFile,
  declared,
  keyOf,
  openHost,
  scratch,
  secretsKey,
  sqliteDatabase
} from "../support/host.ts"
import { send } from "../support/http.ts"

/** What is wrong with variables, as the host says it when it refuses to start. */
const problemsOf = async (variables: Variables): Promise<ReadonlyArray<string>> => {
  const exit = await Effect.runPromiseExit(Effect.scoped(Effect.flatMap(configOf(variables), openService)))
  if (Exit.isSuccess(exit)) return []
  const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")?.error
  if (!(failure instanceof BadConfiguration)) throw new Error("not refused but broken", { cause: exit.cause })
  return failure.problems.map(({ message, variable }) => `${variable}: ${message}`)
}

describe("a bad configuration §bad-configuration", () => {
  const inDirectory = (name: string, content: string): string => {
    const path = join(scratch(), name)
    writeFileSync(path, content)
    return path
  }
  const accounts = (...declaredAccounts: ReadonlyArray<object>) => bootstrapFile(declaredAccounts)
  const live = (parts = {}) => declared("acme", { environment: "production", ...parts })

  // Every row names the wrong variables: each has one line, and there is no other.
  const rows: ReadonlyArray<
    readonly [what: string, variables: Readonly<Record<string, string>>, named: ReadonlyArray<string>]
  > = [
    ["PORT is no number", { PORT: "http" }, ["PORT"]],
    ["PORT is too high", { PORT: "65536" }, ["PORT"]],
    ["PORT is negative", { PORT: "-1" }, ["PORT"]],
    ["PONTEPAY_TRUSTED_PROXIES names no addresses", { PONTEPAY_TRUSTED_PROXIES: "10.0.0.0/8, nginx" }, [
      "PONTEPAY_TRUSTED_PROXIES"
    ]],
    ["DATABASE_URL is of another kind", { DATABASE_URL: "mysql://x/y" }, ["DATABASE_URL"]],
    ["DATABASE_URL has no path", { DATABASE_URL: "sqlite:" }, ["DATABASE_URL"]],
    ["DATABASE_URL is a directory", { DATABASE_URL: `sqlite:${scratch()}` }, ["DATABASE_URL"]],
    ["DATABASE_URL is below a file", { DATABASE_URL: `sqlite:${inDirectory("file", "")}/sandbox.db` }, [
      "DATABASE_URL"
    ]],
    ["DATABASE_URL is not a database", {
      DATABASE_URL: `sqlite:${inDirectory("x.db", "this is not a database ".repeat(100))}`
    }, ["DATABASE_URL"]],
    ["nobody answers at DATABASE_URL", { DATABASE_URL: "postgres://user:hunter2secret@127.0.0.1:1/x" }, [
      "DATABASE_URL"
    ]],
    ["PONTEPAY_SECRETS_KEY is short", { PONTEPAY_SECRETS_KEY: "c2hvcnQ=" }, ["PONTEPAY_SECRETS_KEY"]],
    ["PONTEPAY_SECRETS_KEY is hex", { PONTEPAY_SECRETS_KEY: "ab".repeat(32) }, ["PONTEPAY_SECRETS_KEY"]],
    ["PONTEPAY_SECRETS_KEY has loose bits", { PONTEPAY_SECRETS_KEY: `${secretsKey.slice(0, -2)}f=` }, [
      "PONTEPAY_SECRETS_KEY"
    ]],
    ["PONTEPAY_ALLOW_PRIVATE_WEBHOOKS is yes", { PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "yes" }, [
      "PONTEPAY_ALLOW_PRIVATE_WEBHOOKS"
    ]],
    ["PONTEPAY_AUDIT_INTERVAL_SECONDS is no number", { PONTEPAY_AUDIT_INTERVAL_SECONDS: "5m" }, [
      "PONTEPAY_AUDIT_INTERVAL_SECONDS"
    ]],
    ["PONTEPAY_AUDIT_INTERVAL_SECONDS is more than a day", { PONTEPAY_AUDIT_INTERVAL_SECONDS: "86401" }, [
      "PONTEPAY_AUDIT_INTERVAL_SECONDS"
    ]],
    ["PONTEPAY_PUBLIC_URL is no address", { PONTEPAY_PUBLIC_URL: "pay.example" }, ["PONTEPAY_PUBLIC_URL"]],
    ["PONTEPAY_PUBLIC_URL has a path", { PONTEPAY_PUBLIC_URL: "https://pay.example/x" }, ["PONTEPAY_PUBLIC_URL"]],
    ["PONTEPAY_PUBLIC_URL names an environment twice", {
      PONTEPAY_PUBLIC_URL: "https://pay.example, https://other.example"
    }, ["PONTEPAY_PUBLIC_URL"]],
    ["PONTEPAY_PUBLIC_URL leads nowhere", {
      PONTEPAY_PUBLIC_URL: "https://pay.example",
      PONTEPAY_SANDBOX_HOST: "sandbox.example"
    }, ["PONTEPAY_PUBLIC_URL"]],
    ["PONTEPAY_ROLE is unknown", { PONTEPAY_ROLE: "leader" }, ["PONTEPAY_ROLE"]],
    ["LOG_LEVEL is unknown", { LOG_LEVEL: "loud" }, ["LOG_LEVEL"]],
    ["PONTEPAY_BOOTSTRAP_FILE is missing", { PONTEPAY_BOOTSTRAP_FILE: "/nowhere/accounts.json" }, [
      "PONTEPAY_BOOTSTRAP_FILE"
    ]],
    ["PONTEPAY_BOOTSTRAP_FILE is no JSON", { PONTEPAY_BOOTSTRAP_FILE: inDirectory("a.json", "{accounts: []}") }, [
      "PONTEPAY_BOOTSTRAP_FILE"
    ]],
    ["PONTEPAY_BOOTSTRAP_FILE has no accounts", { PONTEPAY_BOOTSTRAP_FILE: inDirectory("a.json", "{}") }, [
      "PONTEPAY_BOOTSTRAP_FILE"
    ]],
    ["a key is too short", { PONTEPAY_BOOTSTRAP_FILE: accounts(declared("acme", { apiKey: "pontepay_test_short" })) }, [
      "PONTEPAY_BOOTSTRAP_FILE"
    ]],
    ["a key has the other prefix", {
      PONTEPAY_BOOTSTRAP_FILE: accounts(declared("acme", { apiKey: keyOf("acme", "production") }))
    }, ["PONTEPAY_BOOTSTRAP_FILE"]],
    ["an account has unknown fields", {
      PONTEPAY_BOOTSTRAP_FILE: accounts(declared("acme", { colour: "red", kyc: "MAYBE" }))
    }, ["PONTEPAY_BOOTSTRAP_FILE"]],
    ["a tax id is wrong", { PONTEPAY_BOOTSTRAP_FILE: accounts(declared("acme", { taxId: "11144477736" })) }, [
      "PONTEPAY_BOOTSTRAP_FILE"
    ]],
    ["a webhook's secret is short", {
      PONTEPAY_BOOTSTRAP_FILE: accounts(declared("acme", { webhooks: [{ url: "https://x.test/", secret: "short" }] }))
    }, ["PONTEPAY_BOOTSTRAP_FILE"]],
    ["a live account without production", { PONTEPAY_BOOTSTRAP_FILE: accounts(live()) }, ["PONTEPAY_BOOTSTRAP_FILE"]],
    ["production without secrets", { PONTEPAY_PRODUCTION_DATABASE_URL: "memory:" }, [
      "PONTEPAY_OPERATOR_TOKEN",
      "PONTEPAY_SECRETS_KEY"
    ]],
    ["production on the sandbox's database", {
      DATABASE_URL: "sqlite:data/one.db",
      PONTEPAY_PRODUCTION_DATABASE_URL: "sqlite:./data/../data/one.db",
      PONTEPAY_SECRETS_KEY: secretsKey,
      PONTEPAY_OPERATOR_TOKEN: "token"
    }, ["PONTEPAY_PRODUCTION_DATABASE_URL"]],
    ["several at once", {
      PORT: "x",
      LOG_LEVEL: "x",
      DATABASE_URL: "x",
      PONTEPAY_ROLE: "x",
      PONTEPAY_BOOTSTRAP_FILE: "/nowhere"
    }, [
      "DATABASE_URL",
      "LOG_LEVEL",
      "PONTEPAY_BOOTSTRAP_FILE",
      "PONTEPAY_ROLE",
      "PORT"
    ]]
  ]

  it.each(rows)("%s", async (_what, variables, named) => {
    const problems = await problemsOf({ DATABASE_URL: "memory:", PORT: "0", ...variables })
    const variablesNamed = new Set(problems.map((problem) => problem.split(":")[0]))
    expect({ problems, variablesNamed }).toEqual({ problems, variablesNamed: new Set(named) })
    expect(problems).toHaveLength(named.length)
    for (const problem of problems) expect(problem).toMatch(/^[A-Z_]+: \S.*$/)
    expect(problems.join()).not.toMatch(/hunter2secret|pontepay_(?:test|live)_\w/)
  })

  it("the secrets key lies open", async () => {
    const directory = scratch()
    mkdirSync(join(directory, "data"))
    const path = join(directory, "data/sandbox.db")
    writeFileSync(`${path}.secrets-key`, secretsKey, { mode: 0o644 })
    const problems = await problemsOf({ DATABASE_URL: `sqlite:${path}` })
    expect(problems).toEqual([expect.stringMatching(/^PONTEPAY_SECRETS_KEY: /)])
    expect(problems.join()).not.toContain(secretsKey)
  })

  it("says nothing of one that holds", async () => {
    const { url } = sqliteDatabase()
    const held = { DATABASE_URL: url, PORT: "0", LOG_LEVEL: "WARN", HOST: "", PONTEPAY_BOOTSTRAP_FILE: "" }
    expect(await problemsOf(held)).toEqual([])
    for (const seconds of ["0", "1", "86400", ""]) {
      expect(await problemsOf({ ...held, PONTEPAY_AUDIT_INTERVAL_SECONDS: seconds })).toEqual([])
    }
  })
})

describe("the bootstrap file", () => {
  const database = sqliteDatabase()
  const webhooks = [{ url: "http://127.0.0.1:9/hook", secret: "e".repeat(64) }]
  const open = (parts: object) =>
    openHost({
      accounts: [declared("acme", { webhooks, ...parts })],
      variables: { DATABASE_URL: database.url },
      worker: false
    })
  let host: TestHost
  beforeAll(async () => {
    host = await open({ name: "Acme", kyc: "NONE" })
  })
  afterAll(() => host.close())

  it("is applied at every start, idempotent by key §bootstrap", async () => {
    const first = await database.count()
    await host.close()
    host = await open({ name: "Acme", kyc: "NONE" })
    expect(await database.count()).toEqual(first)
    await host.close()
    host = await open({ name: "Acme Pagamentos", flags: ["BTC_RAIL"], kyc: "APPROVED" })
    const body = {
      value: 5_000,
      asset: "BTC",
      network: "bitcoin",
      address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    }
    expect((await send(host.base, { path: "/api/deposit/asset", key: keyOf("acme"), body })).status).toBe(200)
  })
})
