// A configuration that does not hold is refused whole, each wrong variable by its name, and no secret is repeated
// .
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Exit } from "effect"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readConfig } from "../../hosts/http/settings/config.ts"
import { BadConfiguration, openService, settingsOf } from "../../hosts/http/service.ts"
import {
  type TestHost,
  type Variables,
  bootstrapFile,
  declared,
  keyOf,
  openHost,
  operatorToken,
  providerSecret,
  scratch,
  secretsKey,
  sqliteDatabase
} from "../support/host.ts"
import { send } from "../support/http.ts"
import { sendSigned } from "./sandbox.ts"

/** What is wrong with variables, as the host says it when it refuses to start. */
const problemsOf = async (variables: Variables): Promise<ReadonlyArray<string>> => {
  const exit = await Effect.runPromiseExit(
    Effect.scoped(Effect.flatMap(settingsOf(variables), openService))
  )
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
    ["no one answers at DATABASE_URL", { DATABASE_URL: "postgres://user:hunter2secret@127.0.0.1:1/x" }, [
      "DATABASE_URL"
    ]],
    ["PONTEPAY_SECRETS_KEY is short", { PONTEPAY_SECRETS_KEY: "c2hvcnQ=" }, ["PONTEPAY_SECRETS_KEY"]],
    ["PONTEPAY_SECRETS_KEY_PREVIOUS is short", {
      PONTEPAY_SECRETS_KEY: secretsKey,
      PONTEPAY_SECRETS_KEY_PREVIOUS: "c2hvcnQ="
    }, ["PONTEPAY_SECRETS_KEY_PREVIOUS"]],
    ["PONTEPAY_SECRETS_KEY_PREVIOUS is alone", { PONTEPAY_SECRETS_KEY_PREVIOUS: secretsKey }, [
      "PONTEPAY_SECRETS_KEY_PREVIOUS"
    ]],
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
    ["hours of reviews are none, or no number", {
      PONTEPAY_REVIEW_UNKNOWN_HOURS: "0",
      PONTEPAY_REVIEW_HELD_HOURS: "half",
      PONTEPAY_REVIEW_KEPT_HOURS: "1.5"
    }, ["PONTEPAY_REVIEW_HELD_HOURS", "PONTEPAY_REVIEW_KEPT_HOURS", "PONTEPAY_REVIEW_UNKNOWN_HOURS"]],
    ["PONTEPAY_DOCUMENT_RETENTION_DAYS is too short", { PONTEPAY_DOCUMENT_RETENTION_DAYS: "29" }, [
      "PONTEPAY_DOCUMENT_RETENTION_DAYS"
    ]],
    ["PONTEPAY_PERSON_RETENTION_DAYS is no number", { PONTEPAY_PERSON_RETENTION_DAYS: "ten years" }, [
      "PONTEPAY_PERSON_RETENTION_DAYS"
    ]],
    ["PONTEPAY_SANDBOX_SECOND_OPERATOR_ABOVE_BRL is no amount", {
      PONTEPAY_SANDBOX_SECOND_OPERATOR_ABOVE_BRL: "10.000,00"
    }, ["PONTEPAY_SANDBOX_SECOND_OPERATOR_ABOVE_BRL"]],
    ["PONTEPAY_PRODUCTION_REQUIRED_FIELDS names a field that is none", {
      PONTEPAY_PRODUCTION_REQUIRED_FIELDS: "deposit.purpose, payout.walletOwner"
    }, ["PONTEPAY_PRODUCTION_REQUIRED_FIELDS"]],
    ["PONTEPAY_PRODUCTION_OPERATION_LIMIT_USD is no amount", { PONTEPAY_PRODUCTION_OPERATION_LIMIT_USD: "100k" }, [
      "PONTEPAY_PRODUCTION_OPERATION_LIMIT_USD"
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
      PONTEPAY_OPERATOR_TOKEN: operatorToken
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

// S6
describe("secrets that others could guess §secret-strength", () => {
  const production = { PONTEPAY_PRODUCTION_DATABASE_URL: "memory:" }
  const everywhere = { HOST: "0.0.0.0" }
  const reached: ReadonlyArray<readonly [where: string, variables: Variables]> = [
    ["beside production", production],
    ["on every address", everywhere],
    ["under a public address", { PONTEPAY_PUBLIC_URL: "https://pay.example" }]
  ]
  const strong = {
    PONTEPAY_SECRETS_KEY: secretsKey,
    PONTEPAY_OPERATOR_TOKEN: operatorToken,
    PONTEPAY_SANDBOX_PROVIDER_SECRET: providerSecret,
    PONTEPAY_METRICS_TOKEN: "the token of the metrics of the tests"
  }
  const weak: ReadonlyArray<readonly [what: string, variable: keyof typeof strong, value: string]> = [
    ["an operator token of one letter", "PONTEPAY_OPERATOR_TOKEN", "x"],
    ["an operator token of 31 characters", "PONTEPAY_OPERATOR_TOKEN", "0123456789abcdef0123456789abcde"],
    ["an operator token of seven different characters", "PONTEPAY_OPERATOR_TOKEN", "abcdefg".repeat(9)],
    ["a secrets key of zeros", "PONTEPAY_SECRETS_KEY", Buffer.alloc(32).toString("base64")],
    [
      "a secrets key of eleven different bytes",
      "PONTEPAY_SECRETS_KEY",
      Buffer.alloc(32, "0123456789a").toString("base64")
    ],
    ["the published provider secret", "PONTEPAY_SANDBOX_PROVIDER_SECRET", "sandbox-provider-secret"],
    ["a metrics token of one letter", "PONTEPAY_METRICS_TOKEN", "x"],
    ["a provider secret of 31 characters", "PONTEPAY_SANDBOX_PROVIDER_SECRET", "0123456789abcdef0123456789abcde"]
  ]
  const rows = reached.flatMap(([where, variables]) =>
    weak.map(([what, variable, value]) =>
      [what, where, variable, { ...variables, ...strong, [variable]: value }] as const
    )
  )

  it.each(rows)("%s is refused %s", async (_what, _where, variable, variables) => {
    const problems = await problemsOf({ DATABASE_URL: "memory:", PORT: "0", ...variables })
    expect(problems).toEqual([
      expect.stringMatching(new RegExp(`^${variable}: (?:must have at least \\d+|is the one that) \\S`))
    ])
    expect(problems.join()).not.toContain(variables[variable])
  })

  it("each has a line of its own", async () => {
    const all = Object.fromEntries(weak.map(([, variable, value]) => [variable, value]))
    const problems = await problemsOf({ DATABASE_URL: "memory:", PORT: "0", ...everywhere, ...all })
    expect(new Set(problems.map((problem) => problem.split(":")[0]))).toEqual(new Set(Object.keys(strong)))
    expect(problems).toHaveLength(4)
  })

  it.each(weak)("%s starts a sandbox on loopback, as no setting does", async (_what, variable, value) => {
    expect(await problemsOf({ DATABASE_URL: "memory:", PORT: "0", [variable]: value })).toEqual([])
  })

  it.each(reached)("strong ones start %s, and shorter by nothing", async (_where, variables) => {
    const shortest = {
      PONTEPAY_OPERATOR_TOKEN: "01234567".repeat(4),
      PONTEPAY_SANDBOX_PROVIDER_SECRET: "abcdefgh".repeat(4)
    }
    const key = { PONTEPAY_SECRETS_KEY: Buffer.alloc(32, "0123456789ab").toString("base64") }
    expect(await problemsOf({ DATABASE_URL: "memory:", PORT: "0", ...variables, ...strong })).toEqual([])
    expect(await problemsOf({ DATABASE_URL: "memory:", PORT: "0", ...variables, ...shortest, ...key })).toEqual([])
  })

  it("a sandbox that others reach makes the provider's secret that was not set, and the published one proves nothing", async () => {
    const { path, url } = sqliteDatabase()
    const variables = { DATABASE_URL: url, PONTEPAY_SANDBOX_PROVIDER_SECRET: "", ...everywhere }
    const first = await openHost({ variables, worker: false })
    const secret = readFileSync(`${path}.provider-secret`, "utf8")
    const event = (id: string) => ({
      event: { id, subscription: "PIX-OUT", data: { type: "PAYOUT-SUCCESS", payment: { id } } }
    })
    expect((await sendSigned(first.base, event("one"), { secret: "sandbox-provider-secret" })).status).toBe(401)
    expect((await sendSigned(first.base, event("two"), { secret })).status).not.toBe(401)
    await first.close()
    const second = await openHost({ variables, worker: false })
    expect(statSync(`${path}.provider-secret`).mode & 0o777).toBe(0o600)
    expect((await sendSigned(second.base, event("three"), { secret })).status).not.toBe(401)
    await second.close()
  })
})

// S19
describe("TLS to the database of production §database-tls", () => {
  const told = (address: string, variables: Variables = {}) => {
    const config = readConfig({
      PONTEPAY_PRODUCTION_DATABASE_URL: `postgres://pontepay:hunter2secret@${address}`,
      PONTEPAY_SECRETS_KEY: secretsKey,
      PONTEPAY_OPERATOR_TOKEN: operatorToken,
      ...variables
    })
    return "length" in config ? config.map(({ message, variable }) => `${variable}: ${message}`) : []
  }

  it.each([
    "db.example/live",
    "10.0.0.7:5432/live",
    "[fd00::7]/live",
    "127.0.0.1.db.example/live",
    "localhost/live?host=db.example",
    "db.example/live?sslmode=disable",
    "db.example/live?sslmode=prefer",
    "db.example/live?sslmode=no-verify",
    "db.example/live?ssl=false",
    "db.example/live?ssl=true&sslmode=disable",
    "db.example/live?sslmode=verify-full&sslmode=disable",
    "db.example/live?uselibpqcompat=true&sslmode=require",
    "db.example:port/live"
  ])("%s ends the start", (address) => {
    const problems = told(address)
    expect(problems).toEqual([
      expect.stringMatching(
        /^PONTEPAY_PRODUCTION_DATABASE_URL: .*sslmode=verify-full.*PONTEPAY_ALLOW_INSECURE_DATABASE=true/
      )
    ])
    expect(problems.join()).not.toContain("hunter2secret")
  })

  it.each([
    "db.example/live?sslmode=verify-full",
    "db.example/live?sslmode=verify-ca",
    "db.example/live?sslmode=require",
    "db.example/live?uselibpqcompat=true&sslmode=verify-full",
    "db.example/live?ssl=true",
    "127.0.0.1/live",
    "localhost:5433/live",
    "[::1]/live",
    "%2Fvar%2Frun%2Fpostgresql/live",
    "db.example/live?host=/var/run/postgresql"
  ])("%s does not", (address) => {
    expect(told(address)).toEqual([])
  })

  it("a variable gives it up, and says nothing else", () => {
    expect(told("db.example/live", { PONTEPAY_ALLOW_INSECURE_DATABASE: "true" })).toEqual([])
    expect(told("localhost/live", { PONTEPAY_ALLOW_INSECURE_DATABASE: "yes" })).toEqual([
      expect.stringMatching(/^PONTEPAY_ALLOW_INSECURE_DATABASE: /)
    ])
  })

  it("a database of the sandbox needs none", () => {
    expect(readConfig({ DATABASE_URL: "postgres://pontepay@db.example/sandbox" })).toHaveProperty("port")
  })

  // What the address is taken to say is what the driver does with it.
  it.each([
    ["sslmode=verify-full", true],
    ["sslmode=require", true],
    ["ssl=true", true],
    ["sslmode=no-verify", false],
    ["uselibpqcompat=true&sslmode=require", false],
    ["sslmode=disable", false]
  ])("pg verifies the server with %s: %s", (parameters, verifies) => {
    const { ssl }: { readonly ssl?: unknown } = new Client({
      connectionString: `postgres://db.example/live?${parameters}`
    })
    const isUnverified = typeof ssl === "object" && ssl !== null && "rejectUnauthorized" in ssl &&
      !ssl.rejectUnauthorized
    expect(ssl !== false && !isUnverified).toBe(verifies)
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
