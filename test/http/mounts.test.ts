// One contract for the four mounts: under every framework the service answers as its own server does.
import { connect } from "node:net"
import { once } from "node:events"
import fastify from "fastify"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import * as forFastify from "../../hosts/frameworks/fastify.ts"
import { pontepay, rewrites, shared } from "../../hosts/frameworks/next.ts"
import { type Embedded, embed } from "../../hosts/http/index.ts"
import { bootstrapFile, declared, keyOf, providerSecret } from "../support/host.ts"
import { dataOf, exchange, expectFailure, send } from "../support/http.ts"
import { type AppOptions, type Mounted, mountExpress, mounts } from "./mounts.ts"
import { makeDeposit, proofOf, recordOf, ticketEvent } from "./sandbox.ts"

const key = keyOf("acme")
const operatorToken = "the operator's token of the tests"
const limit = 65_536
const largestDocument = 10 * 1_024 * 1_024

let payments: Embedded
beforeAll(async () => {
  payments = await embed({
    DATABASE_URL: "memory:",
    LOG_LEVEL: "none",
    PONTEPAY_BOOTSTRAP_FILE: bootstrapFile([declared("acme")]),
    PONTEPAY_OPERATOR_TOKEN: operatorToken,
    PONTEPAY_SANDBOX_PROVIDER_SECRET: providerSecret
  })
})
afterAll(() => payments.close())

describe.each(mounts)("$name", ({ isApp, name, open }) => {
  let app: Mounted
  let base: string
  const peers: Array<string | undefined> = []
  beforeAll(async () => {
    app = await open({
      payments: {
        fetch: (request, peer) => {
          peers.push(peer)
          return payments.fetch(request, peer)
        },
        listener: (request, response, details) => {
          peers.push(details?.peer)
          payments.listener(request, response, details)
        }
      }
    })
    base = `http://127.0.0.1:${app.port}`
  })
  afterAll(() => app.close())

  const openWith = async (options: AppOptions): Promise<string> => {
    const other = await open(options)
    onTestFinished(() => other.close())
    return `http://127.0.0.1:${other.port}`
  }

  it("serves the interface, and links to the host that was called §mount-paths", async () => {
    const { externalId } = await makeDeposit(base, key, { externalId: `order-${name}` })
    const { chargeUrl } = await recordOf(base, key, externalId)
    expect(String(chargeUrl)).toContain(`${base}/hosted/charge/`)
    const page = await send(base, { path: new URL(String(chargeUrl)).pathname, headers: { accept: "text/html" } })
    expect([page.status, page.text.includes("<!doctype html>")]).toEqual([200, true])
  })

  it.each(["/admin/accounts", "/dashboard", "/docs", "/health", "/metrics", "/", "/api", "/apis/x"])(
    "leaves %s to the app §mount-paths",
    async (path) => {
      const answer = await send(base, { path, key: operatorToken })
      expect([answer.status, answer.headers["x-request-id"]]).toEqual([404, undefined])
    }
  )

  it.each([
    ["/api/../admin/accounts", "x"],
    ["/api/%2e%2e/admin/accounts", "x"],
    ["/api/..%2fadmin/accounts", "x"],
    ["/api\\..\\admin/accounts", "x"],
    ["//admin/accounts", "x"],
    ["/api/x", "x/admin/accounts?"],
    ["/api/x", "x/admin/accounts#"]
  ])("does not lead %s of host %s to the operator's pages §mount-paths", async (path, host) => {
    const answer = await send(base, { path, key: operatorToken, headers: { host } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).not.toContain("acme")
  })

  it.runIf(isApp)("keeps the app's own routes, and the cookies that it sets §mount-headers", async () => {
    const own = await send(base, { path: "/own" })
    expect([own.status, own.text]).toEqual([200, "own"])
    const list = await send(base, { path: "/api/subaccount", key })
    expect([list.status, list.headers["set-cookie"]]).toEqual([200, ["first=1", "second=2"]])
    expect(list.headers["content-type"]).toBe("application/json")
  })

  it("reads a header that comes twice §mount-headers", async () => {
    const { externalId } = await makeDeposit(base, key, { externalId: `twice-${name}` })
    const { chargeUrl } = await recordOf(base, key, externalId)
    const path = new URL(String(chargeUrl)).pathname
    const headers = { accept: ["text/plain", "text/html"], "accept-language": ["xx", "pt-BR"] }
    const page = await send(base, { path, headers })
    expect([page.status, page.text.includes("lang=\"pt-BR\"")]).toEqual([200, true])
  })

  it("answers HEAD as GET, without the body §mount-methods", async () => {
    const get = await send(base, { path: "/api/subaccount", key })
    const head = await send(base, { method: "HEAD", path: "/api/subaccount", key })
    expect([head.status, head.headers["content-type"], head.text]).toEqual([
      200,
      get.headers["content-type"],
      ""
    ])
  })

  it("takes a body of 64 KiB, and no byte more §mount-sizes", async () => {
    const body = (size: number) => `{"name":1,"pad":"${"x".repeat(size - 19)}"}`
    expect(Buffer.byteLength(body(limit))).toBe(limit)
    const sent = { path: "/api/subaccount", key }
    expectFailure(await send(base, { ...sent, body: body(limit) }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["name", "pad"]
    })
    expectFailure(await send(base, { ...sent, body: body(limit + 1) }), {
      status: 413,
      errorCode: "PAYLOAD_TOO_LARGE"
    })
  })

  it("answers a body without a length as soon as it is too large §mount-sizes", async () => {
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`
    const head = `POST /api/subaccount HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
      "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    const raw = await exchange(app.port, [head, ...Array.from({ length: 8 }, () => chunk)])
    expect(raw).toMatch(/^HTTP\/1\.1 413 [^]*PAYLOAD_TOO_LARGE/)
  })

  // S14
  it("refuses a request that names two hosts §host-one", async () => {
    const heads = ["Host: x\r\nHost: y", "Host: 127.0.0.1\r\nAccept: */*\r\nhost: 127.0.0.1"]
    for (const head of heads) {
      const request =
        `GET /api/subaccount HTTP/1.1\r\n${head}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`
      expect(await exchange(app.port, [request])).toMatch(/^HTTP\/1\.1 400 /)
    }
  })

  it("takes documents up to 10 MiB §mount-sizes", async () => {
    const holder = dataOf(await send(base, { path: "/api/subaccount", key, body: { name: "Ana" } }))
    const request = { subAccountId: holder["subAccountId"], documentType: "PASSPORT" }
    const { uploadUrlFront } = dataOf(await send(base, { path: "/api/kyc/document", key, body: request }))
    const upload = (path: string, size: number) => {
      const body = new Uint8Array(size)
      body.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      return send(base, { method: "PUT", path, body, headers: { "content-type": "image/png", "if-none-match": "*" } })
    }
    const { pathname } = new URL(String(uploadUrlFront))
    expectFailure(await upload(`/upload/${"x".repeat(256)}`, limit + 1), { status: 410, errorCode: "UPLOAD_EXPIRED" })
    expectFailure(await upload(pathname, largestDocument + 1), { status: 413, errorCode: "PAYLOAD_TOO_LARGE" })
    expect((await upload(pathname, largestDocument)).status).toBe(200)
  })

  it("verifies a provider's signature over the bytes as they came §mount-body", async () => {
    const { externalId, trackId } = await makeDeposit(base, key, { externalId: `signed-${name}` })
    const event = ticketEvent(trackId, { payerName: "José da Conceição ✓ 漢字" })
    // Neither the spaces nor the order of a parser that writes it again.
    const body = JSON.stringify(event, null, 3)
    const sent = { path: "/provider/webhook", body, headers: proofOf(body) }
    expect((await send(base, { ...sent, body: JSON.stringify(event) })).status).toBe(401)
    expect((await send(base, sent)).status).toBe(200)
    expect((await recordOf(base, key, externalId))["status"]).not.toBe("PENDING")
  })

  it("passes the client's address on, where the framework knows it §mount-address", async () => {
    peers.length = 0
    await send(base, { path: "/api/subaccount", key, headers: { "x-forwarded-for": "203.0.113.9" } })
    expect(peers).toEqual([isApp ? "127.0.0.1" : undefined])
  })

  it("goes on when a client leaves in the middle of its request §mount-abort", async () => {
    const socket = connect(app.port, "127.0.0.1")
    await once(socket, "connect")
    socket.write(
      `POST /api/subaccount HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
        "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"name\":"
    )
    // Once it has been read, it is waited for the rest.
    await send(base, { path: "/api/subaccount", key })
    socket.resetAndDestroy()
    await once(socket, "close")
    expect((await send(base, { path: "/api/subaccount", key })).status).toBe(200)
  })

  it("says so when the app has read the body, and hands the error to the app §mount-body", async () => {
    const errors: Array<unknown> = []
    const behind = await openWith({ payments, readsBodies: true, failed: (error) => errors.push(error) })
    const answer = await send(behind, { path: "/api/subaccount", key, body: { name: "Ana" } })
    expect([answer.status, answer.text]).toEqual([500, "the app's answer"])
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringMatching(/before any body parser/) })])
    expect((await send(behind, { path: "/api/subaccount", key })).status).toBe(200)
  })

  it("hands an error of the service to the app §mount-errors", async () => {
    const errors: Array<unknown> = []
    const fail = () => {
      throw new Error("closed")
    }
    const failing = await openWith({
      payments: { fetch: async () => fail(), listener: fail },
      failed: (error) => errors.push(error)
    })
    const answer = await send(failing, { path: "/api/subaccount", key })
    expect([answer.status, answer.text, errors]).toEqual([500, "the app's answer", [new Error("closed")]])
  })
})

describe("Express", () => {
  const openAt = async (path: string) => {
    const errors: Array<unknown> = []
    const app = await mountExpress({ path, payments, failed: (error) => errors.push(error) })
    onTestFinished(() => app.close())
    return { base: `http://127.0.0.1:${app.port}`, errors }
  }

  it("may be given one of the paths §mount-paths", async () => {
    const { base } = await openAt("/api")
    expect((await send(base, { path: "/api/subaccount?name=acme", key })).status).toBe(200)
  })

  it("fails below a path that answers would not link to §mount-paths", async () => {
    const { base, errors } = await openAt("/pay")
    expect((await send(base, { path: "/pay/api/subaccount", key })).status).toBe(500)
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/mounted at \/pay.*at the root/) })
    ])
  })
})

it("Fastify refuses a prefix that answers would not link to §mount-paths", async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  await expect(app.register(forFastify.pontepay(payments), { prefix: "/pay" })).rejects.toThrow(
    /mounted at \/pay.*at the root/
  )
})

describe("Next.js", () => {
  const read = new Request("http://localhost/api/subaccount", { headers: { authorization: `Bearer ${key}` } })

  it("does not start the service before a request §mount-next", async () => {
    let starts = 0
    const { GET } = pontepay(() => {
      starts += 1
      return payments
    })
    expect(starts).toBe(0)
    expect((await GET(read)).status).toBe(200)
    expect(starts).toBe(1)
  })

  it("starts one service, and tries again after a start that failed §mount-next", async () => {
    let starts = 0
    const start = async () => {
      starts += 1
      if (starts === 1) throw new Error("no database")
      return payments
    }
    const { GET } = pontepay(shared(start))
    await expect(GET(read)).rejects.toThrow("no database")
    // Next.js loads the module again for each route.
    const again = pontepay(shared(start))
    expect((await Promise.all([GET(read), again.GET(read)])).map(({ status }) => status)).toEqual([200, 200])
    expect(starts).toBe(2)
  })

  it("leads to its route after the routes of the app §mount-next", async () => {
    expect(await rewrites()).toEqual({
      beforeFiles: [],
      afterFiles: [],
      fallback: [{ source: "/:prefix(api|provider|hosted|upload)/:path+", destination: "/pontepay" }]
    })
  })
})
