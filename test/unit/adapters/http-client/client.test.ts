// One call to a provider: what came back, and, where nothing did, whether it may have been received.
import { once } from "node:events"
import { createServer } from "node:net"
import type { AddressInfo, Socket } from "node:net"
import { it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import {
  type Call,
  type HttpClientSettings,
  baseUrlProblem,
  makeHttpClient
} from "../../../../adapters/http-client/client.ts"
import { NotAsked } from "../../../../adapters/http-client/exchange.ts"
import { answer, ended, standIn, tcpStandIn } from "./stand-in.ts"

const clientOf = (baseUrl: string, settings: Partial<HttpClientSettings> = {}) =>
  makeHttpClient({ name: "bank", baseUrl, ...settings })
const call: Call = { route: "PUT /cob/{txid}", method: "PUT", path: "/cob/abc", json: { value: "1.00" } }

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  await once(server.close(), "close")
  return port
}

describe("a call §provider-calls", () => {
  it.live("is sent as it was given, and its answer is read", () =>
    Effect.gen(function*() {
      const { base, heard } = yield* standIn((_, response) => answer(response, 201, { ok: true }, { "x-id": "7" }))
      const client = clientOf(`${base}/api/`)
      const found = yield* client.call({ ...call, query: { a: "1 2", b: undefined }, headers: { "x-mine": "yes" } })
      expect(found).toMatchObject({ status: 201, headers: { "x-id": "7" } })
      expect(JSON.parse(Buffer.from(found.body).toString())).toEqual({ ok: true })
      expect(heard).toMatchObject([{
        target: "/api/cob/abc?a=1+2",
        body: "{\"value\":\"1.00\"}",
        headers: { "content-type": "application/json", "content-length": "16", "x-mine": "yes" }
      }])
    }))

  it.live("does not follow a redirect", () =>
    Effect.gen(function*() {
      const { base, heard } = yield* standIn((_, response) => answer(response, 307, {}, { location: "/elsewhere" }))
      expect(yield* ended(clientOf(base).call(call))).toBe(307)
      expect(heard.length).toBe(1)
    }))

  it.live("ends at its time: it may have been received", () =>
    Effect.gen(function*() {
      const { base, heard } = yield* standIn(() => undefined)
      expect(yield* ended(clientOf(base, { timeoutMs: 10_000 }).call({ ...call, timeoutMs: 200 }))).toBe(
        "NoAnswer: no answer within 200 ms"
      )
      expect(heard.length).toBe(1)
    }))

  it.live("does not read an answer that is too long", () =>
    Effect.gen(function*() {
      const { base } = yield* standIn((_, response) => response.end("x".repeat(100_000)))
      expect(yield* ended(clientOf(base, { mostBytes: 1_000 }).call(call))).toBe(
        "NoAnswer: the answer is longer than 1000 bytes"
      )
      expect(yield* ended(clientOf(base, { mostBytes: 100_000 }).call(call))).toBe(200)
    }))

  it.live("was not asked where no connection came about", () =>
    Effect.gen(function*() {
      const port = yield* Effect.promise(freePort)
      expect(yield* ended(clientOf(`http://127.0.0.1:${port}`).call(call))).toBe(
        "NotAsked: the connection failed: ECONNREFUSED"
      )
    }))

  it.live.each([
    {
      when: "before an answer",
      talk: (socket: Socket) => socket.destroy(),
      expected: "the connection failed: ECONNRESET"
    },
    {
      when: "by a reset",
      talk: (socket: Socket) => socket.resetAndDestroy(),
      expected: "the connection failed: ECONNRESET"
    },
    {
      when: "in the middle of an answer",
      talk: (socket: Socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{\"a\""),
      expected: "the answer broke off: ECONNRESET"
    },
    {
      when: "in the middle of chunks",
      talk: (socket: Socket) => socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n"),
      expected: "the answer broke off: ECONNRESET"
    },
    {
      when: "after what is not HTTP",
      talk: (socket: Socket) => socket.end("hello\r\n\r\n"),
      expected: "the connection failed: HPE_INVALID_CONSTANT"
    }
  ])("may have been received where the connection was cut $when", ({ expected, talk }) =>
    Effect.gen(function*() {
      const { base } = yield* tcpStandIn(talk)
      expect(yield* ended(clientOf(base).call(call))).toBe(`NoAnswer: ${expected}`)
    }))

  it.live("closes its connection when it is given up", () =>
    Effect.gen(function*() {
      const asked = yield* Deferred.make<Socket>()
      const { base } = yield* tcpStandIn((socket) => Deferred.doneUnsafe(asked, Effect.succeed(socket)))
      const fiber = yield* Effect.forkChild(clientOf(base).call(call))
      const socket = yield* Deferred.await(asked)
      const closed = once(socket.resume(), "close")
      yield* Fiber.interrupt(fiber)
      yield* Effect.promise(() => closed)
    }))

  it.live("is not made with a header that none can be, and its text is not told", () =>
    Effect.gen(function*() {
      const { base, heard } = yield* standIn((_, response) => answer(response, 200))
      expect(yield* ended(clientOf(base).call({ ...call, headers: { authorization: "a\nb" } }))).toBe(
        "NotAsked: a header cannot be sent as it is"
      )
      expect(heard).toEqual([])
    }))

  it.live.each(["/cob/../pix", "/cob/%2e%2E/pix", "/cob/a b", "/cob/#x", "@elsewhere.example/cob"])(
    "is not made to the path %s, which means another one",
    (path) =>
      Effect.gen(function*() {
        const { base, heard } = yield* standIn((_, response) => answer(response, 200))
        expect(yield* ended(clientOf(base).call({ ...call, path }))).toBe(
          "NotAsked: the path of PUT /cob/{txid} is none"
        )
        expect(heard).toEqual([])
      })
  )

  it.each([
    ["https://bank.example", true],
    ["https://bank.example/api", true],
    ["http://127.0.0.1:80", true],
    ["http://localhost", true],
    ["http://[::1]:80", true],
    ["http://127.bank.example", false],
    ["http://bank.example", false],
    ["https://user@bank.example", false],
    ["https://bank.example?a=1", false],
    ["ftp://bank.example", false],
    ["bank", false]
  ])("is made below the address %s: %s", (address, isUsable) => {
    expect(baseUrlProblem(address) === undefined).toBe(isUsable)
  })
})

describe("a provider that fails §provider-calls", () => {
  it.effect("is not asked after five failures, and then by one call that finds out whether it is back", () =>
    Effect.gen(function*() {
      let status = 503
      const held = yield* Deferred.make<void>()
      const { base, heard } = yield* standIn((_, response) => {
        if (status === 503) return answer(response, status)
        void Effect.runPromise(Deferred.await(held)).then(() => answer(response, status))
      })
      const client = clientOf(base)
      for (let n = 0; n < 5; n++) expect(yield* ended(client.call(call))).toBe(503)
      expect(yield* client.state).toMatchObject({ state: "away", calls: 5, failures: 5, lastSuccessAt: null })
      expect(yield* ended(client.call(call))).toBe("NotAsked: bank is not asked for a moment")
      status = 200
      yield* TestClock.adjust(1_000)
      const first = yield* Effect.forkChild(client.call(call), { startImmediately: true })
      expect(yield* ended(client.call(call))).toBe("NotAsked: bank is not asked for a moment")
      yield* Deferred.succeed(held, undefined)
      expect((yield* Fiber.join(first)).status).toBe(200)
      expect(yield* ended(client.call(call))).toBe(200)
      expect(heard.length).toBe(7)
      expect(yield* client.state).toMatchObject({ state: "ready", calls: 7, failures: 5, lastSuccessAt: 1_000 })
    }))

  it.effect("is not asked after five calls without any answer either, and is asked on once it is back", () =>
    Effect.gen(function*() {
      let isBack = false
      const { base, heard } = yield* standIn((_, response) => isBack ? answer(response, 200) : void response.destroy())
      const client = clientOf(base)
      for (let n = 0; n < 5; n++) expect(yield* ended(client.call(call))).toMatch(/^NoAnswer/)
      expect(yield* ended(client.call(call))).toBe("NotAsked: bank is not asked for a moment")
      isBack = true
      yield* TestClock.adjust(1_000)
      for (let n = 0; n < 2; n++) expect(yield* ended(client.call(call))).toBe(200)
      expect(heard.length).toBe(7)
    }))

  it.effect("is asked again though the call that was to find out was given up", () =>
    Effect.gen(function*() {
      let isSilent = false
      const { base } = yield* standIn((_, response) => isSilent ? undefined : answer(response, 500))
      const client = clientOf(base)
      for (let n = 0; n < 5; n++) yield* client.call(call)
      isSilent = true
      yield* TestClock.adjust(1_000)
      const first = yield* Effect.forkChild(client.call(call), { startImmediately: true })
      yield* Fiber.interrupt(first)
      isSilent = false
      expect(yield* ended(client.call(call))).toBe(500)
    }))

  it.effect.each([429, 503])("is left alone for as long as it asks with %i", (status) =>
    Effect.gen(function*() {
      const { base, heard } = yield* standIn((_, response) => answer(response, status, {}, { "retry-after": "60" }))
      const client = clientOf(base)
      expect(yield* ended(client.call(call))).toBe(status)
      yield* TestClock.adjust(59_999)
      expect(yield* ended(client.call(call))).toBe("NotAsked: bank is not asked for a moment")
      yield* TestClock.adjust(1)
      expect(yield* ended(client.call(call))).toBe(status)
      expect(heard.length).toBe(2)
    }))

  it.effect("says how it is: unused, ready, failing, ready again, and nothing of more than five minutes ago", () =>
    Effect.gen(function*() {
      let status = 404
      const { base } = yield* standIn((_, response) => answer(response, status))
      const client = clientOf(base)
      const state = Effect.map(client.state, (found) => ({ ...found }))
      const unused = {
        state: "unused",
        lastSuccessAt: null,
        calls: 0,
        failures: 0,
        certificateDaysLeft: null,
        problem: null
      }
      expect(yield* state).toEqual(unused)
      yield* client.call(call)
      expect(yield* state).toEqual({ ...unused, state: "ready", lastSuccessAt: 0, calls: 1 })
      for (const each of [401, 403]) {
        status = each
        yield* client.call(call)
        const problem = `our credentials were refused (HTTP ${each})`
        expect(yield* state).toMatchObject({ state: "failing", lastSuccessAt: 0, problem })
      }
      status = 200
      yield* TestClock.adjust("5 minutes")
      yield* client.call(call)
      expect(yield* state).toEqual({ ...unused, state: "ready", lastSuccessAt: 300_000, calls: 1 })
    }))

  it.live("is not asked without credentials, and drops those that it refused", () =>
    Effect.gen(function*() {
      let dropped = 0
      let hasOne = false
      const { base, heard } = yield* standIn((_, response) => answer(response, 401))
      const client = clientOf(base, {
        credentials: {
          headers: ({ body, method, target }) =>
            hasOne
              ? Effect.succeed({ authorization: `${method} ${target} ${Buffer.from(body ?? []).toString()}` })
              : Effect.fail(new NotAsked({ reason: "there is no token" })),
          refused: () => dropped++
        }
      })
      expect(yield* ended(client.call(call))).toBe("NotAsked: there is no token")
      expect(heard).toEqual([])
      hasOne = true
      expect(yield* ended(client.call({ ...call, query: { a: "b" } }))).toBe(401)
      expect(heard[0]?.headers.authorization).toBe("PUT /cob/abc?a=b {\"value\":\"1.00\"}")
      expect(dropped).toBe(1)
    }))
})
