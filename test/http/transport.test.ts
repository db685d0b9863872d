// What the transport itself refuses (C15, C35), and that every such answer is an envelope too.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { limits } from "../../core/base/limits/limits.ts"
import { type TestHost, declared, keyOf, openHost, sqliteDatabase } from "../support/host.ts"
import { type Answer, bodyOf, exchange, expectFailure, send } from "../support/http.ts"
import { depositOf } from "./sandbox.ts"

const key = keyOf("acme")
const limit = 65_536
const bodyPaths = ["/api/subaccount", "/api/deposit/asset", "/provider/webhook"]

/** A raw answer taken apart. */
const parsed = (raw: string): Answer => {
  const [head = "", ...text] = raw.split("\r\n\r\n")
  const [line = "", ...headers] = head.split("\r\n")
  const pairs = headers.map((each) => {
    const colon = each.indexOf(":")
    return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()] as const
  })
  return { status: Number(line.split(" ")[1]), headers: Object.fromEntries(pairs), text: text.join("\r\n\r\n") }
}

describe("transport", () => {
  const rows = sqliteDatabase()
  let host: TestHost
  let before: Readonly<Record<string, number>>
  beforeAll(async () => {
    host = await openHost({ accounts: [declared("acme")], variables: { DATABASE_URL: rows.url }, worker: false })
    // The first use of a key is noted beside it.
    await send(host.base, { path: "/api/subaccount", key })
    before = await rows.count()
  })
  afterAll(async () => {
    expect(await rows.count()).toEqual(before)
    await host.close()
  })

  const head = (lines: ReadonlyArray<string>): string => `${lines.join("\r\n")}\r\n\r\n`
  const post = (path: string, ...more: ReadonlyArray<string>): string =>
    head([
      `POST ${path} HTTP/1.1`,
      "Host: x",
      `Authorization: Bearer ${key}`,
      "Content-Type: application/json",
      ...more
    ])

  it.each(bodyPaths)("%s refuses a body that says it is too large, before it is sent", async (path) => {
    const raw = await exchange(host.port, [post(path, `Content-Length: ${limit + 1}`)])
    expectFailure(parsed(raw), { status: 413, errorCode: "PAYLOAD_TOO_LARGE" })
    expect(parsed(raw).headers["connection"]).toBe("close")
  })

  it.each(bodyPaths)("%s refuses a body that says it is too large and is sent whole", async (path) => {
    const raw = await exchange(host.port, [post(path, "Content-Length: 3000000"), "x".repeat(3_000_000)])
    expectFailure(parsed(raw), { status: 413, errorCode: "PAYLOAD_TOO_LARGE" })
  })

  it.each(bodyPaths)(
    "%s refuses a stream that turns out too large, and answers while it is still being sent §body-size",
    async (path) => {
      const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`
      const raw = await exchange(host.port, [
        post(path, "Transfer-Encoding: chunked"),
        ...Array.from({ length: 40 }, () => chunk)
      ])
      expectFailure(parsed(raw), { status: 413, errorCode: "PAYLOAD_TOO_LARGE" })
    }
  )

  it("takes a body of exactly the limit, and refuses one byte more §body-size §limit-body", async () => {
    const body = (size: number) => JSON.stringify({ name: 1, pad: "" }).replace("\"\"", `"${"x".repeat(size - 19)}"`)
    expect(Buffer.byteLength(body(limit))).toBe(limit)
    expectFailure(await send(host.base, { path: "/api/subaccount", key, body: body(limit) }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["name", "pad"]
    })
    expectFailure(await send(host.base, { path: "/api/subaccount", key, body: body(limit + 1) }), {
      status: 413,
      errorCode: "PAYLOAD_TOO_LARGE"
    })
  })

  // S13
  it("answers a body of wrong fields with less than it was sent, and counts what it leaves out §envelope-details", async () => {
    const fields = Array.from({ length: 6_000 }, (_, n) => `"f${n}":1`)
    const body = `{${fields.join(",")}}`
    const answer = await send(host.base, { path: "/api/subaccount", key, body })
    const envelope = expectFailure(answer, { status: 400, errorCode: "VALIDATION_FAILED", fields: ["f0"] })
    expect(envelope.details).toHaveLength(20)
    expect(envelope.moreDetails).toBe(6_001 - 20)
    expect(envelope.error).toMatch(/ and 5981 more$/)
    expect(answer.text.length).toBeLessThan(body.length / 10)
  })

  it("goes on after a refused body: the rest of it is never taken for a request", async () => {
    const smuggled = `${post("/api/subaccount", "Content-Length: 12")}{"name":"x"}`
    const raw = await exchange(host.port, [
      post("/api/subaccount", `Content-Length: ${limit * 2}`),
      smuggled.padEnd(limit * 2, " ")
    ])
    expect(raw.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })

  it.each(
    bodyPaths.flatMap((path) =>
      [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "application/xml",
        ""
      ].map((type) => [path, type] as const)
    )
  )("%s answers 415 to %j §body-type", async (path, type) => {
    const answer = await send(host.base, { path, key, body: "{}", headers: { "content-type": type } })
    expectFailure(answer, { status: 415, errorCode: "UNSUPPORTED_MEDIA_TYPE" })
  })

  it.each(["application/json;charset=utf-8", "Application/JSON ; charset=UTF-8"])(
    "takes %j §body-type",
    async (type) => {
      const answer = await send(host.base, {
        path: "/api/subaccount",
        key,
        body: "{}",
        headers: { "content-type": type }
      })
      expectFailure(answer, { status: 400, errorCode: "VALIDATION_FAILED", fields: ["name"] })
    }
  )

  it.each([
    ["/api/subaccount", "GET, HEAD, POST"],
    ["/api/subaccount/sub_1", "GET, HEAD"],
    ["/api/deposit/asset", "POST"],
    ["/api/deposit/asset/x", "GET, HEAD"],
    ["/provider/webhook", "POST"],
    ["/health", "GET, HEAD"],
    ["/ready", "GET, HEAD"],
    ["/metrics", "GET, HEAD"],
    ["/openapi.json", "GET, HEAD"],
    ["/docs", "GET, HEAD"]
  ])(
    "%s answers 405 to any other method and names those it takes §subaccount-permanent §methods",
    async (path, allowed) => {
      const others = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"].filter((each) =>
        !allowed.split(", ").includes(each)
      )
      for (const method of others) {
        const answer = await send(host.base, { method, path, key })
        expect([method, answer.headers["allow"]]).toEqual([method, allowed])
        if (method === "HEAD") expect([answer.status, answer.text]).toEqual([405, ""])
        else expectFailure(answer, { status: 405, errorCode: "METHOD_NOT_ALLOWED" })
      }
    }
  )

  it.each(["/health", "/ready", "/openapi.json", "/docs", "/api/subaccount", "/api/subaccount/sub_1", "/api/none"])(
    "HEAD %s has the status and headers of GET, and no body",
    async (path) => {
      const get = await send(host.base, { path, key })
      const answer = await send(host.base, { method: "HEAD", path, key })
      expect(answer.text).toBe("")
      expect([answer.status, answer.headers["content-type"], answer.headers["content-length"]]).toEqual([
        get.status,
        get.headers["content-type"],
        get.headers["content-length"]
      ])
    }
  )

  it.each([
    "/",
    "/api",
    "/api/",
    "/api/none",
    "/API/subaccount",
    "/api/subaccount/",
    "//api/subaccount",
    "/api//subaccount",
    "/api/subaccount/a/b",
    "/api/deposit",
    "/provider",
    "/health/",
    "/constructor",
    "/__proto__",
    "/%2e%2e/api/subaccount",
    "/api/%73ubaccount",
    "/docs/../metrics",
    "/.env",
    "/hosts/http/main.ts"
  ])("%s is not found", async (path) => {
    expectFailure(await send(host.base, { path, key }), { status: 404, errorCode: "NOT_FOUND" })
  })

  it("serves the pages beside the interface §health-ready", async () => {
    expect(bodyOf(await send(host.base, { path: "/health" }))).toEqual({ status: "ok" })
    expect(bodyOf(await send(host.base, { path: "/ready" }))).toEqual({
      ready: true,
      planes: [{
        environment: "sandbox",
        adapters: {
          store: "ready",
          pixRail: "simulated",
          chain: "simulated",
          fxRates: "simulated",
          kycProvider: "simulated",
          livenessProvider: "simulated",
          lightningNode: "simulated",
          sparkWallet: "unconfigured",
          swapPool: "unconfigured",
          providerInbox: "simulated",
          documentStore: "local",
          walletVault: "local",
          notifier: "local",
          receiptPrinter: "local"
        },
        providers: [],
        floats: [],
        reviews: { open: 0, overDay: 0, overWeek: 0 }
      }]
    })
    const metrics = await send(host.base, { path: "/metrics" })
    expect(metrics.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8")
    expect(metrics.text).toMatch(/^# TYPE http_requests_total counter$/m)
    expect(metrics.text).toMatch(/^http_requests_total\{method="GET",route="\/ready",status="200"\} \d+$/m)
    expect(metrics.text).toMatch(
      /^http_request_duration_milliseconds_bucket\{method="GET",route="\/ready",status="200",le="2\.5"\} \d+$/m
    )
    expect(metrics.text).toMatch(/^adapters\{environment="sandbox",port="pixRail",state="simulated"\} 1$/m)
    expect(metrics.text).toMatch(/^jobs\{environment="sandbox",state="due"\} \d+$/m)
    expect(metrics.text).toMatch(/^job_oldest_due_milliseconds\{environment="sandbox"\} \d+$/m)
  })

  it("counts methods that no one knows under one name", async () => {
    await send(host.base, { method: "PROPFIND", path: "/health" })
    const { text } = await send(host.base, { path: "/metrics" })
    expect(text).toMatch(/^http_requests_total\{method="other",route="\/health",status="405"\} [1-9]\d*$/m)
    expect(text).not.toContain("PROPFIND")
  })

  it.each([
    ["no request line", "\r\nnonsense\r\n\r\n", 400],
    ["an unknown version", "GET / HTTP/9.9\r\nHost: x\r\n\r\n", 400],
    ["an invented method", "BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 400],
    [
      "two lengths",
      "POST /api/subaccount HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
      400
    ],
    [
      "a length and chunks",
      "POST /api/subaccount HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
      400
    ],
    ["a header with a line break", "GET /health HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n", 400],
    ["a chunk of no size", "POST /api/subaccount HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400],
    ["no host", "GET /health HTTP/1.1\r\n\r\n", 400],
    // S14
    ["two hosts", "GET /health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400],
    ["one host twice", "GET /api/subaccount HTTP/1.1\r\nHost: x\r\nA: b\r\nhost: x\r\n\r\n", 400],
    ["two hosts of HTTP/1.0", "GET /health HTTP/1.0\r\nHost: x\r\nHOST: y\r\n\r\n", 400],
    ["two hosts in one header", "GET /health HTTP/1.1\r\nHost: x, y\r\n\r\n", 400],
    ["a host with a path", "GET /health HTTP/1.1\r\nHost: x/y\r\n\r\n", 400],
    ["a host with a user", "GET /api/subaccount HTTP/1.1\r\nHost: x@y\r\n\r\n", 400],
    ["headers that are too large", `GET /health HTTP/1.1\r\nHost: x\r\nA: ${"x".repeat(20_000)}\r\n\r\n`, 431]
  ])("answers %s with an envelope §envelope §host-one", async (_what, bytes, status) => {
    const answer = parsed(await exchange(host.port, [bytes], 500))
    expectFailure(answer, { status, errorCode: status === 431 ? "HEADERS_TOO_LARGE" : "VALIDATION_FAILED" })
  })

  it("takes as many headers of a request as there may be, and refuses one more §limit-headers", async () => {
    const asked = (count: number) => {
      const others = Array.from({ length: count - 1 }, (_, n) => `A${n}: b\r\n`).join("")
      return exchange(host.port, [`GET /health HTTP/1.1\r\nHost: x\r\n${others}\r\n`], 500)
    }
    expect(parsed(await asked(limits.headers)).status).toBe(200)
    expectFailure(parsed(await asked(limits.headers + 1)), { status: 431, errorCode: "HEADERS_TOO_LARGE" })
  })

  it("answers pipelined requests in their order", async () => {
    const one = (id: string) => `GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n\r\n`
    const raw = await exchange(host.port, [one("first") + one("second") + one("third")], 300)
    expect([...raw.matchAll(/x-request-id: (\w+)/g)].map(([, id]) => id)).toEqual(["first", "second", "third"])
  })

  it("survives clients that leave in the middle of a request", async () => {
    await Promise.all(
      Array.from(
        { length: 20 },
        () => exchange(host.port, [post("/api/deposit/asset", "Content-Length: 500"), "{"], 50)
      )
    )
    expect((await send(host.base, { path: "/health" })).status).toBe(200)
  })
})

describe("hosts that name environments", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({
      accounts: [declared("acme")],
      variables: { PONTEPAY_SANDBOX_HOST: "sandbox.test,localhost:8080", PONTEPAY_PRODUCTION_HOST: "api.test" },
      worker: false
    })
  })
  afterAll(() => host.close())

  it.each(["sandbox.test", "SANDBOX.TEST", "localhost:8080"])("serves the sandbox to %s", async (name) => {
    const answer = await send(host.base, { path: "/api/subaccount", key, headers: { host: name } })
    expect(answer.status).toBe(200)
  })

  // Production is named but switched off: it is no environment of this service.
  it.each([
    "api.test",
    "other.test",
    "sandbox.test:8080",
    "localhost",
    "sandbox.test.",
    "",
    "xn--sandbox",
    "a".repeat(300)
  ])(
    "answers 421 to %j, whatever is asked §host-unknown",
    async (name) => {
      for (
        const sent of [{ path: "/api/subaccount" }, { path: "/api/none" }, { path: "/provider/webhook", body: {} }, {
          path: "/api/deposit/asset",
          body: depositOf()
        }]
      ) {
        const answer = await send(host.base, { ...sent, key, headers: { host: name } })
        expectFailure(answer, { status: 421, errorCode: "ENVIRONMENT_UNKNOWN" })
      }
    }
  )

  it("serves the pages to any host", async () => {
    expect((await send(host.base, { path: "/health", headers: { host: "other.test" } })).status).toBe(200)
  })
})
