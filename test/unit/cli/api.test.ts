// Where the command line asks, and what it says where no answer comes.
import { once } from "node:events"
import { createServer } from "node:http"
import { afterEach, describe, expect, it, vi } from "vitest"
import { type RequestParts, connect } from "../../../hosts/cli/api.ts"
import { type CliFailure, asFailure } from "../../../hosts/cli/failure.ts"
import { tools } from "../../../hosts/cli/tools/index.ts"
import { operatorRoutes } from "../../../hosts/cli/operator-routes.ts"
import { type Route, probes } from "../../../hosts/client/route.ts"
import { routes } from "../../../hosts/client/routes.ts"
import { onLoopback } from "../../support/loopback.ts"
import { openReceiver } from "../../support/receiver.ts"

type Question = readonly [Route, RequestParts?]

const read: Question = [probes.health]
const order: Question = [routes.validateLiveness, { body: {} }]
const removal: Question = [operatorRoutes.removeWebhook, { params: { webhookId: "whk_1" }, as: "none" }]

const apiAt = (url: string, stopping = new AbortController().signal) =>
  connect(
    {
      env: {},
      out: () => undefined,
      err: () => undefined,
      columns: undefined,
      canAnimate: false,
      canColor: false,
      stopping,
      now: Date.now,
      tools: tools({})
    },
    { json: false, url, apiKey: undefined, operatorToken: undefined }
  )

const failureOf = (url: string, asked: Question, stopping?: AbortSignal): Promise<CliFailure> =>
  apiAt(url, stopping).ask(...asked).then(() => expect.fail("an answer came"), asFailure)

const mayBeDone = /^It may have been done: look, as with pontepay .* before you do it again$/
const notSent = /^Start it with: pontepay start/

describe("no answer", () => {
  afterEach(() => vi.restoreAllMocks())

  it("of a service that is not there: nothing was sent", async () => {
    const { base, close } = await openReceiver()
    await close()
    for (const asked of [read, order, removal]) {
      expect(await failureOf(base, asked)).toMatchObject({
        message: `no service answers at ${base}`,
        hint: expect.stringMatching(notSent) as unknown,
        status: 0
      })
    }
    expect((await failureOf("http://nowhere.invalid", order)).hint).toMatch(notSent)
  })

  it("of a connection that is cut: what was ordered may have been done", async () => {
    const { base, close } = await onLoopback(createServer((request) => void request.socket.destroy()))
    for (const asked of [order, removal]) {
      const { hint, message, status } = await failureOf(base, asked)
      expect(message).toMatch(/^no answer came from http:\S+: ./)
      expect(hint).toMatch(mayBeDone)
      expect(status).toBeUndefined()
    }
    // A question changes nothing, so whoever waits for the service asks again.
    expect(await failureOf(base, read)).toMatchObject({ hint: "Nothing was changed: ask again", status: 0 })
    await close()
  })

  it("of a service that takes too long, and of one that is not waited for", async () => {
    const server = createServer()
    const { base, close } = await onLoopback(server)
    const limit = AbortSignal.timeout(50)
    vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(limit)
    expect((await failureOf(base, order)).hint).toMatch(mayBeDone)
    const stopping = new AbortController()
    const asked = once(server, "request").then(() => stopping.abort())
    expect((await failureOf(base, order, stopping.signal)).hint).toMatch(mayBeDone)
    await asked
    await close()
  })
})

describe("an answer", () => {
  it("that says to wait is waited for, unless it is long", async () => {
    const waits = ["0", "0", undefined, "3600"]
    const { base, close } = await onLoopback(createServer((_, response) => {
      const wait = waits.shift()
      if (wait === undefined) response.writeHead(200)
      else response.writeHead(429, { "retry-after": wait })
      response.end("{}")
    }))
    expect((await apiAt(base).ask(...order)).status).toBe(200)
    expect(waits).toEqual(["3600"])
    expect((await apiAt(base).ask(...order)).status).toBe(429)
    await close()
  })

  it("in plain text to https is said to be that", async () => {
    const { base, close } = await openReceiver()
    expect(await failureOf(base.replace("http:", "https:"), read)).toMatchObject({
      message: expect.stringMatching(/does not speak https$/) as unknown,
      hint: expect.stringContaining(`--url ${base}`) as unknown
    })
    await close()
  })

  it.each([
    ["Validation failed: name", "name", "Expected a text", "Validation failed: name: Expected a text"],
    ["USDT is not delivered on base", "network", "USDT is not delivered on base", "USDT is not delivered on base"]
  ])("names a field once: %s", async (error, field, message, said) => {
    const { base, close } = await onLoopback(createServer((_, response) => {
      response.writeHead(400).end(
        JSON.stringify({ error, errorCode: "VALIDATION_FAILED", details: [{ field, message }] })
      )
    }))
    const failure = await apiAt(base).data(...read).then(() => expect.fail("it was taken"), asFailure)
    expect(failure.message).toBe(`${said} (400 VALIDATION_FAILED)`)
    expect(failure).toMatchObject({ code: "VALIDATION_FAILED", details: [{ field, message }] })
    await close()
  })
})

describe("the address of the service", () => {
  it.each(["", "/", "/pontepay", "/pontepay/"])("is asked under its own path: %j", async (path) => {
    const { at, base, close } = await openReceiver()
    const api = apiAt(`${base}${path}`)
    await api.ask(operatorRoutes.listAccounts, { query: { cursor: "x" }, as: "none" })
    expect(at(`${path.replace(/\/$/, "")}/admin/accounts?cursor=x`)).toHaveLength(1)
    expect(api.base).toBe(`${base}${path}`.replace(/\/$/, ""))
    await close()
  })

  it.each(["nowhere", "ftp://h", "http://u@h", "http://:p@h", "http://h/?x=1", "http://h/#x"])(
    "is refused: %s",
    async (url) => expect((await failureOf(url, read)).exitCode).toBe(2)
  )
})
