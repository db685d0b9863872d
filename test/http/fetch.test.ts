// The fetch handler answers what the server answers, request for request.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type FetchHandler, fetchHandler } from "../../hosts/http/server/fetch.ts"
import { type TestHost, declared, keyOf, openHost } from "../support/host.ts"
import { type Answer, type Sent, encoded, lasting, send } from "../support/http.ts"
import { depositOf, makeDeposit } from "./sandbox.ts"
import { wrongInput } from "./wrong-input.ts"

const key = keyOf("acme")

const overFetch = async (handler: FetchHandler, base: string, sent: Sent): Promise<Answer> => {
  const { bytes, headers } = encoded(sent)
  const response = await handler(
    new Request(`${base}${sent.path}`, {
      method: sent.method ?? (bytes === undefined ? "GET" : "POST"),
      headers: new Headers(headers),
      ...(bytes === undefined ? {} : { body: new Uint8Array(bytes) })
    })
  )
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

// The length is for the server to say; a fetch handler's server adds its own.
const comparable = (answer: Answer) => {
  const { "content-length": _length, ...headers } = lasting(answer)
  return { status: answer.status, headers, text: answer.text }
}

describe("the fetch handler", () => {
  let host: TestHost
  let handler: FetchHandler
  beforeAll(async () => {
    host = await openHost({ accounts: [declared("acme"), declared("other")], worker: false })
    handler = fetchHandler(host.service.app)
    await makeDeposit(host.base, key, { externalId: "known" })
  })
  afterAll(() => host.close())

  const expectSame = async (sent: Sent, what: string): Promise<void> => {
    const [server, fetched] = [await send(host.base, sent), await overFetch(handler, host.base, sent)]
    expect({ what, ...comparable(fetched) }).toEqual({ what, ...comparable(server) })
  }

  it.each<readonly [string, Sent]>([
    ["health", { path: "/health" }],
    ["ready", { path: "/ready" }],
    ["the document", { path: "/openapi.json" }],
    ["the page", { path: "/docs" }],
    ["HEAD of the page", { path: "/docs", method: "HEAD" }],
    ["nothing there", { path: "/none?x=1" }],
    ["another method", { path: "/api/deposit/asset", method: "DELETE", key }],
    ["a body on another method", { path: "/api/subaccount", method: "PUT", key, body: {} }],
    ["no key", { path: "/api/subaccount" }],
    ["a key of no one", { path: "/api/subaccount", key: keyOf("nobody") }],
    ["a list", { path: "/api/subaccount?name=acme", key }],
    ["HEAD of a list", { path: "/api/subaccount", method: "HEAD", key }],
    ["a deposit", { path: "/api/deposit/asset/known", key }],
    ["a foreign deposit", { path: "/api/deposit/asset/known", key: keyOf("other") }],
    ["a replay", { path: "/api/deposit/asset", key, body: depositOf({ externalId: "known" }) }],
    ["a conflict", { path: "/api/deposit/asset", key, body: depositOf({ externalId: "known", value: 1_000 }) }],
    ["another type", {
      path: "/api/subaccount",
      key,
      body: "a=b",
      headers: { "content-type": "application/x-www-form-urlencoded" }
    }],
    ["a body beyond the limit", { path: "/api/subaccount", key, body: `{"name":"${"x".repeat(70_000)}"}` }],
    ["a request id", { path: "/health", headers: { "x-request-id": "mine" } }],
    ["an escaped path", { path: "/api/deposit/asset/%00", key }],
    ["a query with blanks", { path: "/api/subaccount?name=a+b%20c", key }]
  ])("answers the same to %s", async (what, sent) => {
    await expectSame(sent, what)
  })

  it("answers the same to every wrong request", async () => {
    for (const { sent, what } of wrongInput) await expectSame({ ...sent, key }, what)
  })

  // S5
  it("reads nothing of an upload whose address was never given out, and nothing of what says that it is too large §kyc-upload-proof", async () => {
    const untouched = (path: string, method: string, headers: Readonly<Record<string, string>>) => {
      let pulls = 0
      // Without a buffer nothing is pulled but what somebody reads.
      const body = new ReadableStream({ pull: () => void pulls++ }, { highWaterMark: 0 })
      const init = { method, body, headers, duplex: "half" } as RequestInit
      const request = new Request(`${host.base}${path}`, init)
      return handler(request).then(({ status }) => [status, pulls])
    }
    expect(await untouched(`/upload/doc_1.front.${"0".repeat(64)}`, "PUT", {})).toEqual([410, 0])
    expect(await untouched("/provider/webhook", "POST", { "content-length": "65537" })).toEqual([413, 0])
  })

  it("answers a body that streams on for ever as soon as it is too large", async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16_384)) })
    const request = new Request(`${host.base}/api/subaccount`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: endless,
      duplex: "half"
    } as RequestInit)
    expect((await handler(request)).status).toBe(413)
  })
})
