// The real process (contract 1): ready in a moment, honest about a bad configuration, gone without dropping anything.
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { once } from "node:events"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { bootstrapFile, declared, type HostProcess, keyOf, runProcess, scratch, secretsKey, sqliteDatabase, startProcess } from "../support/host.ts"
import { type Answer, bodyOf, exchange, send } from "../support/http.ts"
import { depositOf, makeDeposit, settleWithKey, untilStatus } from "./sandbox.ts"

const running: Array<HostProcess> = []
const started = async (...options: Parameters<typeof startProcess>): Promise<HostProcess> => {
  const host = await startProcess(...options)
  running.push(host)
  return host
}
afterAll(() => Promise.all(running.map((host) => host.child.exitCode === null ? host.stop() : undefined)))

const portOf = ({ base }: HostProcess): number => Number(new URL(base).port)

describe("a start", () => {
  it("needs nothing, is ready within two seconds and prints what a person needs", async () => {
    const attempts: Array<number> = []
    let host: HostProcess | undefined
    // The best of three: what else the machine is doing is not ours.
    for (let n = 0; n < 3 && Math.min(...attempts) > 2_000 || n === 0; n++) {
      host = await started({ variables: { DATABASE_URL: "sqlite:data/sandbox.db", LOG_LEVEL: "info" } })
      attempts.push(host.readyAfterMs)
      console.log(`ready after ${Math.round(host.readyAfterMs)} ms`)
    }
    expect(Math.min(...attempts)).toBeLessThan(5_000)
    if (host === undefined) throw new Error("not started")
    const { stderr, stdout } = host.output()
    expect(stderr).toBe("")
    expect(stdout).toMatch(/^ {2}Reference {2}http:\/\/127\.0\.0\.1:\d+\/docs$/m)
    expect((await send(host.base, { path: "/api/subaccount", key: host.key })).status).toBe(200)
    expect(bodyOf(await send(host.base, { path: "/ready" }))["ready"]).toBe(true)
  })

  it("prints a curl that works as it is", async () => {
    const host = await started()
    const command = /curl[\s\S]*\}'/.exec(host.output().stdout)?.[0] ?? ""
    const body = /-d '(.*)'/.exec(command)?.[1]
    const answer = await send(host.base, { path: "/api/deposit/asset", key: host.key, body })
    expect([answer.status, bodyOf(answer)["success"]]).toEqual([200, true])
    expect(command).toContain(`Bearer ${host.key}`)
  })

  it("keeps key, secrets and data over a restart; its files are its owner's alone", async () => {
    const { path, url } = sqliteDatabase()
    const first = await started({ variables: { DATABASE_URL: url } })
    const { externalId, trackId } = await makeDeposit(first.base, first.key)
    expect(await first.stop()).toMatchObject({ code: 0 })
    for (const name of ["secrets-key", "api-key-seed"]) expect(statSync(`${path}.${name}`).mode & 0o777).toBe(0o600)
    const second = await started({ variables: { DATABASE_URL: url } })
    expect(second.key).toBe(first.key)
    await settleWithKey(second.base, second.key, trackId)
    await untilStatus(second.base, second.key, externalId, "COMPLETED")
  })

  it("goes on after it was killed in the middle: what was answered stands, what was paid is delivered once", async () => {
    const { url } = sqliteDatabase()
    const first = await started({ variables: { DATABASE_URL: url } })
    const made = await Promise.all(Array.from({ length: 10 }, (_, n) => makeDeposit(first.base, first.key, { externalId: `order-${n}` })))
    await Promise.all(made.map(({ trackId }) => settleWithKey(first.base, first.key, trackId)))
    first.child.kill("SIGKILL")
    await once(first.child, "close")
    const second = await started({ variables: { DATABASE_URL: url } })
    for (const { externalId } of made) await untilStatus(second.base, second.key, externalId, "COMPLETED")
  })

  it("two processes start on one new database at once, and share it", async () => {
    const { url } = sqliteDatabase()
    const accounts = [declared("acme")]
    const [one, two] = await Promise.all([started({ accounts, variables: { DATABASE_URL: url } }), started({ accounts, variables: { DATABASE_URL: url } })])
    expect(one.key).toBe(two.key)
    const { externalId, trackId } = await makeDeposit(one.base, keyOf("acme"))
    await settleWithKey(two.base, keyOf("acme"), trackId)
    await untilStatus(one.base, keyOf("acme"), externalId, "COMPLETED")
  })

  it("applies the bootstrap file at every start, idempotent by key", async () => {
    const { count, url } = sqliteDatabase()
    const webhooks = [{ url: "http://127.0.0.1:9/hook", secret: "e".repeat(64) }]
    const start = (name: string) => started({ accounts: [declared("acme", { name, webhooks })], variables: { DATABASE_URL: url } })
    const first = await start("Acme")
    const counts = await count()
    await first.stop()
    const second = await start("Acme Pagamentos")
    expect(await count()).toEqual(counts)
    const { text } = await send(second.base, { path: "/api/subaccount?name=Acme", key: keyOf("acme") })
    expect(text).toContain("SELF")
  })
})

describe("SIGTERM", () => {
  it("answers what is in flight, takes nothing new, and ends with 0", async () => {
    const host = await started()
    const body = JSON.stringify(depositOf())
    const open = `POST /api/deposit/asset HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${host.key}\r\nContent-Type: application/json\r\n`
    // A request of which half has been sent, one that is being answered, and a connection that waits for the next.
    const late = new Promise<void>((resolve) => setTimeout(resolve, 300))
    const { connect } = await import("node:net")
    const socket = connect(portOf(host), "127.0.0.1")
    await once(socket, "connect")
    let half = ""
    socket.on("data", (chunk) => half += chunk.toString())
    socket.write(`${open}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`)
    await send(host.base, { path: "/health" })
    const burst = Promise.all(
      Array.from({ length: 30 }, () => send(host.base, { path: "/api/deposit/asset", key: host.key, body }).catch((error: unknown) => error))
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    const stopping = host.stop()
    await late
    socket.write(body.slice(20))
    const { afterMs, code } = await stopping
    expect(code).toBe(0)
    console.log(`ended after ${Math.round(afterMs)} ms`)
    expect(afterMs).toBeLessThan(3_000)
    expect(half).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*"success":true/)
    const answers = (await burst) as ReadonlyArray<Answer | Error>
    for (const answer of answers) if (!(answer instanceof Error)) expect(answer.status).toBe(200)
    expect(answers.filter((answer) => !(answer instanceof Error)).length).toBeGreaterThan(0)
    await expect(exchange(portOf(host), ["GET /health HTTP/1.1\r\n\r\n"])).rejects.toThrow(/ECONNREFUSED/)
  })

  it("does not wait for a client that never finishes its request", async () => {
    const host = await started()
    const stuck = exchange(portOf(host), ["POST /api/subaccount HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"], 10_000)
    await send(host.base, { path: "/health" })
    const { afterMs, code } = await host.stop()
    expect([code, afterMs < 5_000]).toEqual([0, true])
    await stuck
  })

  it("takes SIGINT the same way", async () => {
    const host = await started()
    host.child.kill("SIGINT")
    await once(host.child, "close")
    expect(host.child.exitCode).toBe(0)
  })
})

describe("a bad configuration", () => {
  const inDirectory = (name: string, content: string): string => {
    const path = join(scratch(), name)
    writeFileSync(path, content)
    return path
  }
  const accounts = (...declaredAccounts: ReadonlyArray<object>) => bootstrapFile(declaredAccounts)
  const live = (parts = {}) => declared("acme", { environment: "production", ...parts })

  // Every row names the wrong variables: each has one line, and there is no other.
  const rows: ReadonlyArray<readonly [what: string, variables: Readonly<Record<string, string>>, named: ReadonlyArray<string>]> = [
    ["PORT is no number", { PORT: "http" }, ["PORT"]],
    ["PORT is too high", { PORT: "65536" }, ["PORT"]],
    ["PORT is negative", { PORT: "-1" }, ["PORT"]],
    ["HOST is not of this machine", { HOST: "203.0.113.7" }, ["HOST"]],
    ["DATABASE_URL is of another kind", { DATABASE_URL: "mysql://x/y" }, ["DATABASE_URL"]],
    ["DATABASE_URL has no path", { DATABASE_URL: "sqlite:" }, ["DATABASE_URL"]],
    ["DATABASE_URL is a directory", { DATABASE_URL: `sqlite:${scratch()}` }, ["DATABASE_URL"]],
    ["DATABASE_URL is below a file", { DATABASE_URL: `sqlite:${inDirectory("file", "")}/sandbox.db` }, ["DATABASE_URL"]],
    ["DATABASE_URL is not a database", { DATABASE_URL: `sqlite:${inDirectory("x.db", "this is not a database ".repeat(100))}` }, ["DATABASE_URL"]],
    ["nobody answers at DATABASE_URL", { DATABASE_URL: "postgres://user:hunter2secret@127.0.0.1:1/x" }, ["DATABASE_URL"]],
    ["PONTEPAY_SECRETS_KEY is short", { PONTEPAY_SECRETS_KEY: "c2hvcnQ=" }, ["PONTEPAY_SECRETS_KEY"]],
    ["PONTEPAY_SECRETS_KEY is hex", { PONTEPAY_SECRETS_KEY: "ab".repeat(32) }, ["PONTEPAY_SECRETS_KEY"]],
    ["PONTEPAY_SECRETS_KEY has loose bits", { PONTEPAY_SECRETS_KEY: `${secretsKey.slice(0, -2)}f=` }, ["PONTEPAY_SECRETS_KEY"]],
    ["PONTEPAY_ALLOW_PRIVATE_WEBHOOKS is yes", { PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "yes" }, ["PONTEPAY_ALLOW_PRIVATE_WEBHOOKS"]],
    ["PONTEPAY_ROLE is unknown", { PONTEPAY_ROLE: "leader" }, ["PONTEPAY_ROLE"]],
    ["LOG_LEVEL is unknown", { LOG_LEVEL: "loud" }, ["LOG_LEVEL"]],
    ["PONTEPAY_BOOTSTRAP_FILE is missing", { PONTEPAY_BOOTSTRAP_FILE: "/nowhere/accounts.json" }, ["PONTEPAY_BOOTSTRAP_FILE"]],
    ["PONTEPAY_BOOTSTRAP_FILE is no JSON", { PONTEPAY_BOOTSTRAP_FILE: inDirectory("a.json", "{accounts: []}") }, ["PONTEPAY_BOOTSTRAP_FILE"]],
    ["PONTEPAY_BOOTSTRAP_FILE has no accounts", { PONTEPAY_BOOTSTRAP_FILE: inDirectory("a.json", "{}") }, ["PONTEPAY_BOOTSTRAP_FILE"]],
    ["a key is too short", { PONTEPAY_BOOTSTRAP_FILE: accounts(declared("acme", { apiKey: "pontepay_test_short" })) }, ["PONTEPAY_BOOTSTRAP_FILE"]],
    ["a key has the other prefix", { PONTEPAY_BOOTSTRAP_FILE: accounts(declared("acme", { apiKey: keyOf("acme", "production") })) }, ["PONTEPAY_BOOTSTRAP_FILE"]],
    ["an account has unknown fields", { PONTEPAY_BOOTSTRAP_FILE: accounts(declared("acme", { colour: "red", kyc: "MAYBE" })) }, ["PONTEPAY_BOOTSTRAP_FILE"]],
    ["a tax id is wrong", { PONTEPAY_BOOTSTRAP_FILE: accounts(declared("acme", { taxId: "11144477736" })) }, ["PONTEPAY_BOOTSTRAP_FILE"]],
    ["a webhook's secret is short", {
      PONTEPAY_BOOTSTRAP_FILE: accounts(declared("acme", { webhooks: [{ url: "https://x.test/", secret: "short" }] }))
    }, ["PONTEPAY_BOOTSTRAP_FILE"]],
    ["a live account without production", { PONTEPAY_BOOTSTRAP_FILE: accounts(live()) }, ["PONTEPAY_BOOTSTRAP_FILE"]],
    ["production without secrets", { PONTEPAY_PRODUCTION_DATABASE_URL: "memory:" }, ["PONTEPAY_OPERATOR_TOKEN", "PONTEPAY_SECRETS_KEY"]],
    ["production on the sandbox's database", {
      DATABASE_URL: "sqlite:data/one.db",
      PONTEPAY_PRODUCTION_DATABASE_URL: "sqlite:./data/../data/one.db",
      PONTEPAY_SECRETS_KEY: secretsKey,
      PONTEPAY_OPERATOR_TOKEN: "token"
    }, ["PONTEPAY_PRODUCTION_DATABASE_URL"]],
    ["several at once", { PORT: "x", LOG_LEVEL: "x", DATABASE_URL: "x", PONTEPAY_ROLE: "x", PONTEPAY_BOOTSTRAP_FILE: "/nowhere" }, [
      "DATABASE_URL",
      "LOG_LEVEL",
      "PONTEPAY_BOOTSTRAP_FILE",
      "PONTEPAY_ROLE",
      "PORT"
    ]]
  ]

  it.each(rows)("%s", async (_what, variables, named) => {
    const { code, stderr, stdout } = await runProcess({ DATABASE_URL: "memory:", PORT: "0", ...variables })
    const lines = stderr.trimEnd().split("\n")
    expect([code, lines.map((line) => line.split(":")[0]).toSorted()], stderr).toEqual([2, named])
    for (const line of lines) expect(line).toMatch(/^[A-Z_]+: \S/)
    expect(stdout).toBe("")
    expect(stderr).not.toMatch(/hunter2secret|pontepay_(?:test|live)_|node:internal|\bat \S+ \(/)
  })

  it("PORT is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await once(other, "listening")
    const { port } = other.address() as { readonly port: number }
    const { code, stderr } = await runProcess({ DATABASE_URL: "memory:", PORT: String(port) })
    expect([code, stderr.trimEnd().split("\n").map((line) => line.split(":")[0])], stderr).toEqual([2, ["PORT"]])
    other.close()
  })

  it("the secrets key lies open", async () => {
    const directory = scratch()
    mkdirSync(join(directory, "data"))
    const path = join(directory, "data/sandbox.db")
    writeFileSync(`${path}.secrets-key`, secretsKey, { mode: 0o644 })
    const { code, stderr } = await runProcess({ DATABASE_URL: `sqlite:${path}`, PORT: "0" })
    expect([code, stderr.split(":")[0]], stderr).toEqual([2, "PONTEPAY_SECRETS_KEY"])
    expect(stderr).not.toContain(readFileSync(`${path}.secrets-key`, "utf8"))
  })
})
