// One POST and what may come of it: answers, redirects, silence, floods, resets, reuse of connections and interruption,
// against real servers on loopback.
import { it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { spawn } from "node:child_process"
import { createServer } from "node:net"
import { describe, expect } from "vitest"
import { layer } from "../../../../adapters/node/notifier.ts"
import { type Notification, Notifier } from "../../../../core/ports/notifier.ts"
import { listening, receiver } from "./receiver.ts"
import { startWatch } from "../../../support/stopwatch.ts"

const post = (port: number, parts: Partial<Notification> = {}) =>
  Notifier.use((notifier) =>
    notifier.post({ url: `http://127.0.0.1:${port}/hook?a=1`, headers: {}, body: "{}", ...parts })
  )

const until = (condition: () => boolean) =>
  Effect.promise(async () => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
  })

const privately = Effect.provide(layer({ allowed: "private", timeoutMs: 10_000 }))
const shortly = Effect.provide(layer({ allowed: "private", timeoutMs: 150 }))

/** A server that answers the first bytes of a connection with these. */
const raw = (text: string, end: "keep" | "close" | "reset") =>
  listening(createServer((socket) => {
    socket.on("error", () => undefined)
    socket.once("data", () =>
      socket.write(text, () => {
        if (end === "close") socket.end()
        if (end === "reset") setTimeout(() => socket.resetAndDestroy(), 20)
      }))
  }))

describe("a POST", () => {
  it.live("carries the path, the headers and the bytes of the body", () =>
    Effect.gen(function*() {
      const { port, requests } = yield* receiver((response) => response.end())
      const headers = { "x-service-signature": "ab", "content-type": "application/json" }
      const answer = yield* post(port, { headers, body: "{\"name\":\"Conceição 🎉\"}" })
      expect(answer).toEqual({ _tag: "Answered", status: 200 })
      expect(requests).toHaveLength(1)
      expect(requests[0]).toMatchObject({ url: "/hook?a=1", body: "{\"name\":\"Conceição 🎉\"}", headers })
      expect(requests[0]?.headers).toMatchObject({ host: `127.0.0.1:${port}`, "content-length": "27" })
    }).pipe(privately))

  it.live("keeps the connection's own headers from those of the webhook", () =>
    Effect.gen(function*() {
      const { port, requests } = yield* receiver((response) => response.end())
      const headers = {
        Host: "other.example",
        "Transfer-Encoding": "chunked",
        "Content-Length": "999",
        Expect: "100-continue",
        Connection: "close, x-own",
        Upgrade: "h2c",
        "X-Own": "kept"
      }
      expect(yield* post(port, { headers })).toEqual({ _tag: "Answered", status: 200 })
      expect(requests[0]?.headers).toEqual({
        host: `127.0.0.1:${port}`,
        connection: "keep-alive",
        "content-length": "2",
        "x-own": "kept"
      })
      expect(requests[0]?.body).toBe("{}")
    }).pipe(privately))

  it.live.each([
    { headers: { "x-own": "canary\r\nx-other: 1" }, detail: "ERR_INVALID_CHAR" },
    { headers: { "canary name": "1" }, detail: "ERR_INVALID_HTTP_TOKEN" }
  ])("is not sent with headers that HTTP cannot hold: $detail", ({ detail, headers }) =>
    Effect.gen(function*() {
      const { connections, port } = yield* receiver((response) => response.end())
      expect(yield* post(port, { headers })).toEqual({
        _tag: "Unreached",
        problem: { code: "notSent", detail }
      })
      expect(connections()).toBe(0)
    }).pipe(privately))
})

describe("an answer", () => {
  it.live.each([200, 204, 400, 404, 410, 429, 500, 503])("of %i is an answer", (status) =>
    Effect.gen(function*() {
      const { port } = yield* receiver((response) => response.writeHead(status).end())
      expect(yield* post(port)).toEqual({ _tag: "Answered", status })
    }).pipe(privately))

  it.live.each([301, 302, 303, 307, 308])("of %i is not followed", (status) =>
    Effect.gen(function*() {
      const inside = yield* receiver((response) => response.end())
      const { port, requests } = yield* receiver((response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${inside.port}/` }).end()
      )
      expect(yield* post(port)).toEqual({ _tag: "Answered", status })
      expect(requests).toHaveLength(1)
      expect(inside.connections()).toBe(0)
    }).pipe(privately))

  it.live("is read to 64 KiB, then the connection ends", () =>
    Effect.gen(function*() {
      let written = 0
      const chunk = Buffer.alloc(16_384)
      const { open, port } = yield* receiver((response) => {
        const more = () => {
          while (!response.destroyed && response.write(chunk)) written += chunk.length
        }
        response.on("drain", more)
        more()
      })
      expect(yield* post(port)).toEqual({ _tag: "Answered", status: 200 })
      yield* until(() => open() === 0)
      expect(written).toBeLessThan(16 * 1_048_576)
    }).pipe(privately))

  it.live("of exactly 64 KiB leaves the connection open", () =>
    Effect.gen(function*() {
      const { connections, port } = yield* receiver((response) => response.end(Buffer.alloc(65_536)))
      yield* post(port)
      yield* post(port)
      expect(connections()).toBe(1)
    }).pipe(privately))

  it.live("stands when its body is reset, cut or never ends", () =>
    Effect.gen(function*() {
      const head = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n"
      expect(yield* post(yield* raw(head, "reset"))).toEqual({ _tag: "Answered", status: 200 })
      expect(yield* post(yield* raw(`${head}half`, "close"))).toEqual({ _tag: "Answered", status: 200 })
      const { open, port } = yield* receiver((response) => {
        response.write("a")
        const trickle = setInterval(() => response.write("a"), 20)
        response.on("close", () => clearInterval(trickle))
      })
      expect(yield* post(port)).toEqual({ _tag: "Answered", status: 200 })
      yield* until(() => open() === 0)
    }).pipe(shortly))
})

describe("an answer that never ends", () => {
  it.live("is not waited for longer than a second", () =>
    Effect.gen(function*() {
      const { open, port } = yield* receiver((response) => {
        response.write("a")
        const trickle = setInterval(() => response.write("a"), 100)
        response.on("close", () => clearInterval(trickle))
      })
      const [watch, startedAt] = [startWatch(), performance.now()]
      expect(yield* post(port)).toEqual({ _tag: "Answered", status: 200 })
      // The watch leaves out what a processor was waited for, the timer does not.
      expect(performance.now() - startedAt).toBeGreaterThan(900)
      expect(watch()).toBeLessThan(5_000)
      yield* until(() => open() === 0)
    }).pipe(privately))
})

describe("no answer", () => {
  it.live("comes from a server that is silent", () =>
    Effect.gen(function*() {
      const { open, port } = yield* receiver(() => undefined)
      const watch = startWatch()
      expect(yield* post(port)).toEqual({ _tag: "Unreached", problem: { code: "noAnswerWithin", ms: 150 } })
      expect(watch()).toBeLessThan(5_000)
      yield* until(() => open() === 0)
    }).pipe(shortly))

  it.live("comes from headers that never end, in time or in size", () =>
    Effect.gen(function*() {
      const slow = yield* raw("HTTP/1.1 200 OK\r\nx-a: 1\r\n", "keep")
      expect(yield* post(slow)).toEqual({ _tag: "Unreached", problem: { code: "noAnswerWithin", ms: 150 } })
      const large = yield* raw(`HTTP/1.1 200 OK\r\n${"x-a: 1234567890\r\n".repeat(2_000)}`, "keep")
      expect(yield* post(large)).toEqual({
        _tag: "Unreached",
        problem: { code: "connectionFailed", detail: "HPE_HEADER_OVERFLOW" }
      })
      const continued = yield* raw("HTTP/1.1 100 Continue\r\n\r\n".repeat(100), "keep")
      expect(yield* post(continued)).toEqual({ _tag: "Unreached", problem: { code: "noAnswerWithin", ms: 150 } })
    }).pipe(shortly))

  it.live("comes from a connection that is refused, reset, closed or speaks something else", () =>
    Effect.gen(function*() {
      const closed = yield* Effect.scoped(listening(createServer()))
      const problems = {
        refused: yield* post(closed),
        reset: yield* post(yield* raw("", "reset")),
        closed: yield* post(yield* raw("", "close")),
        other: yield* post(yield* raw("220 canary ESMTP\r\n", "close")),
        upgraded: yield* post(
          yield* raw("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n", "keep")
        )
      }
      expect(problems).toMatchObject({
        refused: { _tag: "Unreached", problem: { code: "connectionFailed", detail: "ECONNREFUSED" } },
        reset: { _tag: "Unreached", problem: { code: "connectionFailed", detail: "ECONNRESET" } },
        closed: { _tag: "Unreached", problem: { code: "connectionFailed", detail: "ECONNRESET" } },
        other: { _tag: "Unreached", problem: { code: "connectionFailed", detail: expect.stringMatching(/^HPE_\w+$/) } },
        upgraded: {
          _tag: "Unreached",
          problem: { code: expect.toBeOneOf(["connectionFailed", "closedWithoutAnswer"]) }
        }
      })
    }).pipe(privately))
})

describe("connections", () => {
  it.live("are used again by posts that follow each other", () =>
    Effect.gen(function*() {
      const { connections, port, requests } = yield* receiver((response) => response.end("ok"))
      yield* Effect.forEach(Array.from({ length: 50 }), () => post(port))
      expect(requests).toHaveLength(50)
      expect(connections()).toBe(1)
    }).pipe(privately))

  it.live("end when nothing was sent for a second", () =>
    Effect.gen(function*() {
      const { connections, open, port } = yield* receiver((response) => response.end("ok"))
      const watch = startWatch()
      yield* post(port)
      yield* until(() => open() === 0)
      // The server would end them after five.
      expect(watch()).toBeLessThan(4_000)
      expect(connections()).toBe(1)
    }).pipe(privately))

  it.live("end with the layer", () =>
    Effect.gen(function*() {
      const { open, port } = yield* receiver((response) => response.end("ok"))
      yield* post(port).pipe(privately)
      yield* Effect.sleep(300)
      expect(open()).toBe(0)
    }))

  it.live("are given up when the effect is interrupted", () =>
    Effect.gen(function*() {
      const { open, port, requests } = yield* receiver(() => undefined)
      const fiber = yield* Effect.forkChild(post(port))
      yield* until(() => requests.length === 1)
      yield* Fiber.interrupt(fiber)
      yield* until(() => open() === 0)
      expect(requests).toHaveLength(1)
    }).pipe(privately))

  it.live("take no proxy from the environment", () =>
    Effect.gen(function*() {
      const proxy = yield* receiver((response) => response.writeHead(502).end())
      const target = yield* receiver((response) => response.end())
      const module = (path: string) => JSON.stringify(new URL(`../../../../${path}`, import.meta.url).href)
      const script = `const { Effect } = await import("effect")
        const { layer } = await import(${module("adapters/node/notifier.ts")})
        const { Notifier } = await import(${module("core/ports/notifier.ts")})
        const post = Notifier.use(({ post }) => post({ url: "http://127.0.0.1:${target.port}/", headers: {}, body: "{}" }))
        const answer = await Effect.runPromise(post.pipe(Effect.provide(layer({ allowed: "private" }))))
        process.exit(answer._tag === "Answered" && answer.status === 200 ? 0 : 1)`
      const proxied = `http://127.0.0.1:${proxy.port}`
      const env = {
        ...process.env,
        NODE_USE_ENV_PROXY: "1",
        HTTP_PROXY: proxied,
        http_proxy: proxied,
        NO_PROXY: "",
        no_proxy: ""
      }
      const code = yield* Effect.callback<number | null>((resume) => {
        const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { env, stdio: "inherit" })
        child.on("close", (code) => resume(Effect.succeed(code)))
      })
      expect(code).toBe(0)
      expect(target.requests).toHaveLength(1)
      expect(proxy.connections()).toBe(0)
    }))
})
