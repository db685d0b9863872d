// `pontepay listen`: events reach a local address with real signatures, whatever fails in between.
import { createServer } from "node:http"
import { statSync } from "node:fs"
import { join } from "node:path"
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { isGenuine } from "../../core/webhooks/webhook/webhook.ts"
import { eventually, openHost, scratch, sqliteDatabase } from "../support/host.ts"
import { onLoopback } from "../support/loopback.ts"
import { besides, cli, cliJson, openEndpoint } from "./cli-run.ts"

const secret = "5e".repeat(32)

type Endpoint = Awaited<ReturnType<typeof openEndpoint>>

const allGenuine = ({ got }: Endpoint): boolean =>
  got.every(({ at, signed }) => isGenuine(Redacted.make(secret), signed, at))

const until = <A>(ask: () => A, holds: (answer: A) => boolean) => eventually(() => Promise.resolve(ask()), holds)

describe("listen", () => {
  it("§cli-listen forwards what happens from now on, signed, and ends when it is told to", async () => {
    const host = await openHost()
    const env = besides(host)
    await cli(["trigger", "KYC_REJECTED"], { env })
    const endpoint = await openEndpoint()
    const stopping = new AbortController()
    let printed = ""
    const listening = cli(["listen", "--forward", endpoint.url, "--secret", secret], {
      env,
      stopping: stopping.signal,
      seen: (text) => void (printed += text)
    })
    await until(() => printed, (text) => text.includes("Ctrl-C"))
    expect(printed).toContain(secret)
    const { json } = await cliJson(["trigger", "KYC_EXPIRED"], { env })
    await until(() => endpoint.got, (got) => got.length === 2)
    await until(() => printed, (text) => text.includes("kyc.completed"))
    stopping.abort()
    expect((await listening).code).toBe(0)
    expect(endpoint.got.map(({ event }) => event).toSorted()).toEqual(["KYC_EXPIRED", "kyc.completed"])
    expect(allGenuine(endpoint)).toBe(true)
    expect(endpoint.got.map(({ id }) => id)).toContain(json["id"])
    expect(printed).toMatch(/\d\d:\d\d:\d\d {2}KYC_EXPIRED {2}evt_\w+ {2}204 {2}\d+ ms\n/)
    await endpoint.close()
    await host.close()
  })

  it("§cli-listen-retry tries again until an event is taken, and tells each try", async () => {
    const host = await openHost()
    const env = besides(host)
    const endpoint = await openEndpoint((n) => n === 1 ? 500 : 204)
    await cli(["trigger", "KYC_EXPIRED"], { env })
    const ran = await cli(
      [
        "listen",
        "--forward",
        endpoint.url,
        "--secret",
        secret,
        "--from",
        "start",
        "--event",
        "KYC_EXPIRED",
        "--count",
        "1",
        "--json"
      ],
      { env }
    )
    expect(ran.code).toBe(0)
    const [begun, ...tries] = ran.out.trim().split("\n").map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(begun).toEqual({ listening: endpoint.url, secret })
    expect(tries).toMatchObject([
      { event: "KYC_EXPIRED", attempt: 1, status: 500, delivered: false },
      { event: "KYC_EXPIRED", attempt: 2, status: 204, delivered: true }
    ])
    expect(new Set(endpoint.got.map(({ id }) => id)).size).toBe(1)
    await endpoint.close()

    const lost = await cli(["listen", "--forward", endpoint.url, "--from", "start", "--tries", "1", "--count", "1"], {
      env
    })
    expect(lost).toMatchObject({ code: 1, err: expect.stringMatching(/1 event could not be delivered/) as unknown })
    expect(lost.out).toMatch(/ECONNREFUSED/)
    await host.close()
  })

  it("§cli-listen-restart goes on where it was left, with the same secret, also while the service is away", async () => {
    const database = sqliteDatabase()
    const state = join(scratch(), "listen.json")
    const endpoint = await openEndpoint()
    const first = await openHost({ variables: { DATABASE_URL: database.url } })
    const env = besides(first)
    await cli(["trigger", "KYC_EXPIRED"], { env })
    const args = ["listen", "--forward", endpoint.url, "--state", state]
    expect((await cli([...args, "--secret", secret, "--from", "start", "--count", "2"], { env })).code).toBe(0)
    expect(statSync(state).mode & 0o777).toBe(0o600)
    await cli(["trigger", "KYC_FAILED"], { env })
    const { port } = first
    await first.close()

    const stopping = new AbortController()
    const listening = cli([...args, "--count", "2"], { env, stopping: stopping.signal })
    await new Promise((resolve) => setTimeout(resolve, 300))
    const second = await openHost({ variables: { DATABASE_URL: database.url } })
    // The same address again: a relay from the old port to the new host.
    const relay = createServer((request, response) => {
      void fetch(`${second.base}${String(request.url)}`, {
        headers: { authorization: String(request.headers.authorization) }
      })
        .then(async (answer) => {
          response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text())
        })
    }).listen(port, "127.0.0.1")
    const ran = await listening
    expect(ran.code).toBe(0)
    expect(ran.err).toBe("The service does not answer; it is asked again.\nThe service is back.\n")
    expect(allGenuine(endpoint)).toBe(true)
    expect(endpoint.got.map(({ event }) => event).toSorted()).toEqual([
      "KYC_EXPIRED",
      "KYC_FAILED",
      "kyc.completed",
      "kyc.completed"
    ])
    expect(new Set(endpoint.got.map(({ id }) => id)).size).toBe(4)
    relay.close()
    relay.closeAllConnections()
    await second.close()
    await endpoint.close()
  })

  it("§cli-listen says which --from is none, and what the receiver said", async () => {
    const host = await openHost()
    const env = besides(host)
    const { base, close } = await onLoopback(createServer((_, response) => {
      response.writeHead(400).end("no such order\nmore")
    }))
    const nowhere = await cli(["listen", "--forward", base, "--from", "nonsense"], { env })
    expect(nowhere).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringMatching(/^pontepay: --from nonsense/) as unknown
    })
    await cli(["trigger", "KYC_EXPIRED"], { env })
    const ran = await cli(["listen", "--forward", base, "--from", "start", "--tries", "1", "--count", "1"], { env })
    expect(ran.out).toMatch(/ 400 {2}\d+ ms {2}no such order\n/)
    await close()
    await host.close()
  })

  it.each([
    [["--forward", "ftp://x"], /is no http address/],
    [["--forward", "http://127.0.0.1:1", "--event", "NOTHING"], /there is no event NOTHING/],
    [["--forward", "http://127.0.0.1:1", "--secret", "short"], /64 hex characters/],
    [["--forward", "http://127.0.0.1:1", "--tries", "0"], /--tries must be 1 at least/],
    [["--forward", "http://127.0.0.1:1", "--count", "0"], /--count must be 1 at least, not 0/],
    [["--forward", "http://127.0.0.1:1", "--count", "-3"], /--count must be 1 at least, not -3/]
  ])("§cli-exit-codes refuses %s", async (args, said) => {
    const ran = await cli(["listen", ...args])
    expect(ran.code).toBe(2)
    expect(ran.err).toMatch(said)
  })
})
