// S7. Credentials that are refused at management, by provider inboxes and on hosted pages: counted, logged with their address, and
// slowed down for who sends many.
import { Clock, Context, Effect, Layer, Logger, Redacted, References } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { limits } from "../../core/base/limits/limits.ts"
import { makeAdmission } from "../../hosts/http/server/admission.ts"
import { makeApp } from "../../hosts/http/server/app.ts"
import type { WireRequest } from "../../hosts/http/api/request/wire.ts"
import { type TestHost, declared, keyOf, openHost } from "../support/host.ts"
import { send } from "../support/http.ts"
import { ManualClock } from "../support/ports.ts"
import { makeDeposit, proofOf, recordOf, ticketEvent } from "./sandbox.ts"

const { tries, withinMs } = limits.refusedCredentials

describe("refused credentials", () => {
  const clock = new ManualClock(Date.now())
  const lines: Array<Readonly<Record<string, unknown>>> = []
  let host: TestHost
  let app: ReturnType<typeof makeApp>
  let charge: string
  let event: string
  let people = 0
  beforeAll(async () => {
    host = await openHost({ accounts: [declared("acme")], worker: false })
    const { trackId } = await makeDeposit(host.base, keyOf("acme"), { externalId: "known" })
    charge = new URL(String((await recordOf(host.base, keyOf("acme"), "known"))["chargeUrl"])).pathname
    event = JSON.stringify(ticketEvent(String(trackId)))
    const [plane] = host.service.planes
    if (plane === undefined) throw new Error("there is no sandbox")
    const keep = Logger.make(({ message }) => {
      if (Array.isArray(message) && message[0] === "audit") lines.push(message[1] as Record<string, unknown>)
    })
    const logs = await Effect.runPromise(
      Effect.scoped(Layer.build(Layer.merge(Logger.layer([keep]), Layer.succeed(References.MinimumLogLevel, "Info"))))
    )
    app = makeApp({
      hosts: { sandbox: "any", production: [] },
      sandbox: { ...plane, services: Context.merge(Context.add(plane.services, Clock.Clock, clock), logs) },
      production: undefined,
      publicOrigins: { sandbox: null, production: null },
      trustedProxies: [],
      admission: makeAdmission([]),
      operatorToken: Redacted.make("the-token"),
      docs: "none",
      pages: () => undefined
    })
  })
  afterAll(() => host.close())

  interface Asked extends Partial<Omit<WireRequest, "body">> {
    readonly body?: string
  }
  const ask = ({ body = "", ...parts }: Asked) =>
    app({
      method: "GET",
      target: "/admin/accounts",
      body: new TextEncoder().encode(body),
      ...parts,
      headers: { host: "test.example", "content-type": "application/json", ...parts.headers }
    })
  const status = async (parts: Asked) => (await ask(parts)).status
  const admin = (token: string, peer: string | undefined): Asked => ({
    headers: { authorization: `Bearer ${token}` },
    peer
  })
  const times = async (count: number, parts: Asked) => {
    const statuses: Array<number> = []
    for (let n = 0; n < count; n++) statuses.push(await status(parts))
    return [...new Set(statuses)]
  }
  const provider = (proof: Readonly<Record<string, string>>, peer: string): Asked => ({
    method: "POST",
    target: "/provider/webhook",
    headers: proof,
    body: event,
    peer
  })

  it("let no one try an operator's token for ever §refused-slowed §limit-refused-credentials", async () => {
    expect(await times(tries, admin("wrong", "203.0.113.1"))).toEqual([401])
    const slowed = await ask(admin("wrong", "203.0.113.1"))
    expect([slowed.status, slowed.headers["retry-after"]]).toEqual([429, String(withinMs / 1_000)])
    // Whether a token is right is not said while its address is slowed down; elsewhere it opens as ever.
    expect(await status(admin("the-token", "203.0.113.1"))).toBe(429)
    expect(await status(admin("the-token", "203.0.113.2"))).toBe(200)
    // An API key cannot be guessed, and belongs to somebody else who may sit behind the same address.
    expect(await status(admin(keyOf("acme"), "203.0.113.1"))).toBe(200)
    clock.now += withinMs - 1
    expect(await status(admin("the-token", "203.0.113.1"))).toBe(429)
    clock.now += 1
    expect(await status(admin("the-token", "203.0.113.1"))).toBe(200)
  })

  it("slow no one down where addresses are not known, nor who shows none §refused-slowed", async () => {
    expect(await times(tries + 1, admin("wrong", undefined))).toEqual([401])
    expect(await status(admin("the-token", undefined))).toBe(200)
    expect(await times(tries + 1, { peer: "203.0.113.3" })).toEqual([401])
    expect(await status(admin("the-token", "203.0.113.3"))).toBe(200)
  })

  it("of a provider are slowed down, and a right signature passes all the same §refused-slowed", async () => {
    const wrong = proofOf(event, { secret: "wrong" })
    expect(await times(tries, provider(wrong, "203.0.113.4"))).toEqual([401])
    expect(await status(provider(wrong, "203.0.113.4"))).toBe(429)
    expect(await status(provider(wrong, "203.0.113.5"))).toBe(401)
    expect(await status(provider(proofOf(event), "203.0.113.4"))).toBe(200)
  })

  it.each<readonly [what: string, refused: number, parts: Asked]>([
    ["link of a charge", 404, { target: "/hosted/charge/nothing" }],
    ["link of a receipt", 404, { target: "/hosted/receipt/nothing" }],
    ["session of a form", 404, {
      method: "POST",
      target: "/hosted/api/attempt/state",
      body: "{\"session\":\"nothing\"}"
    }],
    ["session of a PIN page", 400, {
      method: "POST",
      target: "/hosted/api/pin/session",
      body: "{\"session\":\"nothing\"}"
    }],
    ["token of a capture", 400, {
      method: "POST",
      target: "/hosted/api/liveness",
      body: "{\"validateLivenessToken\":\"nothing\"}"
    }],
    ["address of an upload", 410, { method: "PUT", target: "/upload/nothing" }]
  ])("as a %s are slowed down, and a right one opens all the same §refused-slowed", async (_what, refused, parts) => {
    const peer = `2001:db8:${++people}::1`
    expect(await times(tries, { ...parts, peer })).toEqual([refused])
    expect(await status({ ...parts, peer })).toBe(429)
    expect(await status({ target: charge, peer })).toBe(200)
  })

  it("leave a line with their address, and nothing of what was shown §refused-logged", async () => {
    lines.length = 0
    await ask({ ...admin("wrong", "203.0.113.8"), headers: { authorization: "Bearer wrong", "x-request-id": "a" } })
    await ask(provider({ ...proofOf(event, { secret: "wrong" }), "x-request-id": "b" }, "203.0.113.8"))
    await ask({
      target: "/hosted/charge/nothing",
      headers: { "x-request-id": "c", accept: "text/html" },
      peer: "2001:db8::8"
    })
    expect(lines).toEqual([
      { requestId: "a", keyId: null, route: null, status: 401, errorCode: "UNAUTHORIZED", from: "203.0.113.8" },
      {
        requestId: "b",
        keyId: null,
        route: "POST /provider/webhook",
        status: 401,
        errorCode: "UNAUTHORIZED",
        from: "203.0.113.8"
      },
      {
        requestId: "c",
        keyId: null,
        route: "GET /hosted/charge/:token",
        status: 404,
        errorCode: null,
        from: "2001:db8:0:0::/64"
      }
    ])
  })

  it("are counted by door and by what became of them §refused-logged", async () => {
    const { text } = await send(host.base, { path: "/metrics" })
    for (const door of ["management", "provider", "hosted"]) {
      for (const outcome of ["refused", "slowed"]) {
        expect(text).toMatch(
          new RegExp(
            `^refused_credentials_total\\{environment="sandbox",door="${door}",outcome="${outcome}"\\} [1-9]`,
            "m"
          )
        )
      }
    }
  })
})
