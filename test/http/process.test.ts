// The real process: ready in a moment, honest about a bad configuration, gone without dropping anything.
import { once } from "node:events"
import { statSync } from "node:fs"
import { connect, createServer } from "node:net"
import { DatabaseSync } from "node:sqlite"
import { afterAll, describe, expect, it } from "vitest"
import {
  type HostProcess,
  bootstrapFile,
  declared,
  keyOf,
  runProcess,
  sqliteDatabase,
  startProcess
} from "../support/host.ts"
import { type Answer, bodyOf, exchange, send } from "../support/http.ts"
import { depositOf, makeDeposit, settleWithKey, untilStatus } from "./sandbox.ts"

const running: Array<HostProcess> = []
const started = async (...options: Parameters<typeof startProcess>): Promise<HostProcess> => {
  const host = await startProcess(...options)
  running.push(host)
  return host
}
afterAll(async () => {
  for (const host of running) if (host.child.exitCode === null && host.child.signalCode === null) await host.stop()
})

// What a worker held when it died is free again after a minute; here the minute has passed.
const endLeases = (path: string): void => {
  const db = new DatabaseSync(path)
  db.exec("update job set leased_until = 0")
  db.close()
}

const portOf = ({ base }: HostProcess): number => Number(new URL(base).port)

describe("a start", () => {
  it("needs nothing, is ready in a moment, and prints what a person needs, with a curl that works as it is §start", async () => {
    const host = await started({ variables: { DATABASE_URL: "sqlite:data/sandbox.db", LOG_LEVEL: "info" } })
    console.log(`ready after ${Math.round(host.readyAfterMs)} ms`)
    // Two seconds on a machine of its own; this one runs other suites beside it.
    expect(host.readyAfterMs).toBeLessThan(15_000)
    const { stderr, stdout } = host.output()
    expect(stderr).toBe("")
    expect(stdout).toMatch(/^ {2}Reference {2}http:\/\/127\.0\.0\.1:\d+\/docs$/m)
    expect(bodyOf(await send(host.base, { path: "/ready" }))["ready"]).toBe(true)
    const command = /curl[\s\S]*\}'/.exec(stdout)?.[0] ?? ""
    expect(command).toContain(`Bearer ${host.key}`)
    const answer = await send(host.base, {
      path: "/api/deposit/asset",
      key: host.key,
      body: /-d '(.*)'/.exec(command)?.[1]
    })
    expect([answer.status, bodyOf(answer)["success"]]).toEqual([200, true])
  })

  it("keeps key, secrets and promises over a stop and a kill; its files are its owner's alone §restart", async () => {
    const { path, url } = sqliteDatabase()
    const variables = { DATABASE_URL: url }
    const first = await started({ variables })
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, n) => makeDeposit(first.base, first.key, { externalId: `order-${n}` }))
    )
    expect(await first.stop()).toMatchObject({ code: 0 })
    for (const name of ["secrets-key", "api-key-seed"]) expect(statSync(`${path}.${name}`).mode & 0o777).toBe(0o600)
    const second = await started({ variables })
    expect(second.key).toBe(first.key)
    await Promise.all(made.map(({ trackId }) => settleWithKey(second.base, second.key, trackId)))
    second.child.kill("SIGKILL")
    await once(second.child, "close")
    endLeases(path)
    const third = await started({ variables })
    for (const { externalId } of made) await untilStatus(third.base, third.key, externalId, "COMPLETED")
  })

  it("two processes start on one new database at once, share it, and stop by either signal", async () => {
    const { url } = sqliteDatabase()
    const start = () => started({ accounts: [declared("acme")], variables: { DATABASE_URL: url } })
    const [one, two] = await Promise.all([start(), start()])
    expect(one.key).toBe(two.key)
    const { externalId, trackId } = await makeDeposit(one.base, keyOf("acme"))
    await settleWithKey(two.base, keyOf("acme"), trackId)
    await untilStatus(one.base, keyOf("acme"), externalId, "COMPLETED")
    two.child.kill("SIGINT")
    await once(two.child, "close")
    expect([two.child.exitCode, (await one.stop()).code]).toEqual([0, 0])
  })
})

describe("SIGTERM", () => {
  it("answers what is in flight, takes nothing new, and ends with 0 §sigterm", async () => {
    const host = await started()
    const body = JSON.stringify(depositOf())
    const open =
      `POST /api/deposit/asset HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${host.key}\r\nContent-Type: application/json\r\n`
    // A request of which half has been sent, one that is being answered, and a connection that waits for the next.
    const late = new Promise<void>((resolve) => setTimeout(resolve, 300))
    const socket = connect(portOf(host), "127.0.0.1")
    await once(socket, "connect")
    let half = ""
    socket.on("data", (chunk) => half += chunk.toString())
    socket.write(`${open}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`)
    await send(host.base, { path: "/health" })
    const burst = Promise.all(
      Array.from(
        { length: 30 },
        () => send(host.base, { path: "/api/deposit/asset", key: host.key, body }).catch((error: unknown) => error)
      )
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
    const stuck = exchange(
      portOf(host),
      ["POST /api/subaccount HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"],
      10_000
    )
    await send(host.base, { path: "/health" })
    const { afterMs, code } = await host.stop()
    expect([code, afterMs < 5_000]).toEqual([0, true])
    await stuck
  })
})

describe("a bad configuration", () => {
  it.each<readonly [what: string, variables: Readonly<Record<string, string>>, named: ReadonlyArray<string>]>([
    ["HOST is not of this machine", { HOST: "203.0.113.7" }, ["HOST"]],
    ["production without secrets", { PONTEPAY_PRODUCTION_DATABASE_URL: "memory:" }, [
      "PONTEPAY_OPERATOR_TOKEN",
      "PONTEPAY_SECRETS_KEY"
    ]],
    // S6
    ["secrets that others could guess beside an address that others reach", {
      HOST: "0.0.0.0",
      PONTEPAY_OPERATOR_TOKEN: "x",
      PONTEPAY_SECRETS_KEY: Buffer.alloc(32).toString("base64"),
      PONTEPAY_SANDBOX_PROVIDER_SECRET: "sandbox-provider-secret"
    }, ["PONTEPAY_OPERATOR_TOKEN", "PONTEPAY_SANDBOX_PROVIDER_SECRET", "PONTEPAY_SECRETS_KEY"]],
    ["a key that is too short", {
      PONTEPAY_BOOTSTRAP_FILE: bootstrapFile([declared("acme", { apiKey: "pontepay_test_short" })])
    }, ["PONTEPAY_BOOTSTRAP_FILE"]],
    ["several at once", { PORT: "x", LOG_LEVEL: "x", PONTEPAY_BOOTSTRAP_FILE: "/nowhere" }, [
      "LOG_LEVEL",
      "PONTEPAY_BOOTSTRAP_FILE",
      "PORT"
    ]]
  ])("%s: exit code 2, one line for each wrong variable §bad-configuration", async (_what, variables, named) => {
    const { code, stderr, stdout } = await runProcess({ DATABASE_URL: "memory:", PORT: "0", ...variables })
    const lines = stderr.trimEnd().split("\n")
    const variablesNamed = new Set(lines.map((line) => line.split(":")[0]))
    expect({ stderr, code, variablesNamed }).toEqual({ stderr, code: 2, variablesNamed: new Set(named) })
    expect(lines).toHaveLength(named.length)
    for (const line of lines) expect(line).toMatch(/^[A-Z_]+: \S/)
    expect(stdout).toBe("")
    expect(stderr).not.toMatch(/pontepay_(?:test|live)_|node:internal|\bat \S+ \(/)
  })

  it("PORT is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await once(other, "listening")
    const { port } = other.address() as { readonly port: number }
    const { code, stderr } = await runProcess({ DATABASE_URL: "memory:", PORT: String(port) })
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^PORT: \S.*\n$/)])
    other.close()
  })
})
