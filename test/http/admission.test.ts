// What is let into the app at once (0250): so much of one address, of all strangers, and of everybody; and probes beside them. Above,
// the answer is 503, which says that nothing was done and when to come back.
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { limits } from "../../core/base/limits/limits.ts"
import { type WireAnswer, type WireRequest, json } from "../../hosts/http/api/request/wire.ts"
import { type Admission, makeAdmission } from "../../hosts/http/server/admission.ts"
import { makeApp } from "../../hosts/http/server/app.ts"
import { Shares } from "../../hosts/http/server/shares.ts"
import { type TestHost, declared, keyOf, openHost } from "../support/host.ts"
import { expectFailure } from "../support/http.ts"
import { makeDeposit, proofOf, ticketEvent } from "./sandbox.ts"

const textOf = ({ body }: WireAnswer): string => typeof body === "string" ? body : ""

const token = "the operator's token"

describe("what is let in at once", () => {
  let host: TestHost
  let event: string
  beforeAll(async () => {
    host = await openHost({ accounts: [declared("acme")], worker: false })
    const { trackId } = await makeDeposit(host.base, keyOf("acme"), { externalId: "known" })
    event = JSON.stringify(ticketEvent(trackId))
  })
  afterAll(() => host.close())

  const few = { address: 2, knownAddress: 3, strangers: 4, all: 6 }

  /** An app with few places. What it is asked at `/slow`, and its probes, are answered from when the test says so. */
  const open = (trustedProxies: ReadonlyArray<string> = []) => {
    const [plane] = host.service.planes
    if (plane === undefined) throw new Error("there is no sandbox")
    const admission: Admission = {
      ...makeAdmission(trustedProxies),
      requests: new Shares(few),
      probes: new Shares({ address: 1, knownAddress: 1, strangers: 2, all: 2 })
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const slowOnes: Array<Promise<WireAnswer>> = []
    let begun = 0
    const answerAll = async () => {
      resolve()
      await Promise.all(slowOnes)
    }
    const app = makeApp({
      hosts: { sandbox: "any", production: [] },
      sandbox: plane,
      production: undefined,
      publicOrigins: { sandbox: null, production: null },
      trustedProxies,
      admission,
      docs: "none",
      operatorToken: Redacted.make(token),
      pages: (_, path) => {
        const answer = async () => {
          begun++
          await promise
          return json(200, "{}")
        }
        return ["/slow", "/health", "/ready"].includes(path) ? answer() : undefined
      }
    })
    const ask = (peer: string | undefined, parts: Partial<WireRequest> = {}) =>
      app({
        method: "GET",
        target: "/slow",
        body: new Uint8Array(),
        peer,
        ...parts,
        headers: { host: "test.example", ...parts.headers }
      })
    const status = async (peer: string | undefined, parts: Partial<WireRequest> = {}) => (await ask(peer, parts)).status
    const slow = (peer: string | undefined, times = 1, parts: Partial<WireRequest> = {}) => {
      for (let time = 0; time < times; time++) slowOnes.push(ask(peer, parts))
    }
    /** How many have begun in this turn of the loop. */
    const hasBegun = async () => {
      for (let step = 0; step < 100; step++) await Promise.resolve()
      return begun
    }
    return { ask, status, answerAll, slow, hasBegun }
  }

  const probe = (target: string): Partial<WireRequest> => ({ target })
  const bearer = (key: string): Partial<WireRequest> => ({
    target: "/api/subaccount",
    headers: { authorization: `Bearer ${key}` }
  })
  const quick = { target: "/none" }

  it("refuses more of an address than its share, and nothing of another one §admission-address", async () => {
    const { answerAll, ask, slow, status } = open()
    slow("192.0.2.1", 2)
    const refused = await ask("192.0.2.1", quick)
    expectFailure({ ...refused, text: textOf(refused) }, { status: 503, errorCode: "UPSTREAM_UNAVAILABLE" })
    expect(refused.headers["retry-after"]).toBe("1")
    expect(await status("::ffff:192.0.2.1", quick)).toBe(503)
    expect(await status("192.0.2.2", quick)).toBe(404)
    await answerAll()
    expect(await status("192.0.2.1", quick)).toBe(404)
  })

  it("takes the first 64 bits of an IPv6 address for the address §admission-address", async () => {
    const { slow, status } = open()
    slow("2001:db8::1")
    slow("2001:db8:0:0:ffff::2")
    expect(await status("2001:db8::3", quick)).toBe(503)
    expect(await status("2001:db8:0:1::3", quick)).toBe(404)
  })

  it.each<readonly [string, () => Partial<WireRequest>]>([
    ["an API key", () => bearer(keyOf("acme"))],
    ["an operator's token", () => ({ ...bearer(token), target: "/admin/accounts" })],
    ["a provider's proof", () => ({
      method: "POST",
      target: "/provider/webhook",
      headers: { "content-type": "application/json", ...proofOf(event) },
      body: new TextEncoder().encode(event)
    })]
  ])("leaves places to addresses from which %s was right §admission-known", async (_, credential) => {
    const { slow, status } = open()
    expect(await status("192.0.2.9", credential())).toBe(200)
    for (const address of ["192.0.2.1", "192.0.2.2"]) slow(address, 2)
    expect(await status("192.0.2.3", quick)).toBe(503)
    expect(await status("192.0.2.9", quick)).toBe(404)
    slow("192.0.2.9", 2)
    expect(await status("192.0.2.9", quick)).toBe(503)
  })

  it("gives a known address a larger share, and no more §admission-known", async () => {
    const { slow, status } = open()
    expect(await status("192.0.2.9", bearer(keyOf("acme")))).toBe(200)
    slow("192.0.2.9", 3)
    expect(await status("192.0.2.9", quick)).toBe(503)
    expect(await status("192.0.2.1", quick)).toBe(404)
  })

  it("knows no address by a credential that was refused, nor by what is open to all §admission-known", async () => {
    const { slow, status } = open()
    const wrong = { "x-provider-timestamp": "1", "x-provider-signature": "0".repeat(64) }
    const message = { method: "POST", target: "/provider/webhook", headers: wrong }
    expect(await status("192.0.2.9", bearer(keyOf("nobody")))).toBe(401)
    expect(await status("192.0.2.9", { ...bearer("a wrong token"), target: "/admin/accounts" })).toBe(401)
    expect(await status("192.0.2.9", message)).toBe(401)
    expect(await status("192.0.2.9", { target: "/hosted/receipt/x" })).toBe(404)
    slow("192.0.2.9", 2)
    expect(await status("192.0.2.9", quick)).toBe(503)
  })

  it("knows an address for an hour after its last right credential §limit-known-address-ms", () => {
    vi.useFakeTimers({ toFake: ["performance"] })
    try {
      const { holderOf, know } = makeAdmission([])
      const isKnown = () => holderOf("192.0.2.9").isKnown
      expect(isKnown()).toBe(false)
      know("192.0.2.9")
      vi.advanceTimersByTime(limits.knownAddressMs - 1)
      expect(isKnown()).toBe(true)
      vi.advanceTimersByTime(1)
      expect(isKnown()).toBe(false)
      know("192.0.2.9")
      vi.advanceTimersByTime(limits.knownAddressMs / 2)
      know("192.0.2.9")
      vi.advanceTimersByTime(limits.knownAddressMs - 1)
      expect(isKnown()).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  it("answers probes when all other places are taken, a few at a time §admission-probes", async () => {
    const { answerAll, ask, slow, status } = open()
    expect(await status("192.0.2.9", bearer(keyOf("acme")))).toBe(200)
    for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.9"]) slow(address, 2)
    expect(await status("192.0.2.9", quick)).toBe(503)
    const probes = [ask("192.0.2.1", probe("/health")), ask("192.0.2.5", { ...probe("/ready"), method: "HEAD" })]
    expect(await status("192.0.2.1", probe("/ready"))).toBe(503)
    expect(await status("192.0.2.6", probe("/health"))).toBe(503)
    await answerAll()
    expect((await Promise.all(probes)).map((answer) => answer.status)).toEqual([200, 200])
    expect(await status("192.0.2.6", { ...probe("/health"), method: "POST" })).toBe(200)
  })

  it("counts clients of a trusted proxy by their own addresses §admission-proxy", async () => {
    const { slow, status } = open(["10.0.0.1"])
    const of = (client: string, target: string) => ({ target, headers: { "x-forwarded-for": client } })
    slow("10.0.0.1", 2, of("192.0.2.1", "/slow"))
    expect(await status("10.0.0.1", of("192.0.2.1", "/none"))).toBe(503)
    expect(await status("10.0.0.1", of("192.0.2.2", "/none"))).toBe(404)
    expect(await status("10.0.0.1", quick)).toBe(404)
    // Whoever is no trusted proxy names no one else.
    slow("192.0.2.7", 2, of("192.0.2.8", "/slow"))
    expect(await status("192.0.2.7", of("192.0.2.8", "/none"))).toBe(503)
  })

  it("begins one request of unknown addresses a turn, and every one that names no address §admission-address", async () => {
    const { answerAll, hasBegun, slow } = open()
    slow("192.0.2.1", 2)
    slow("192.0.2.2")
    expect(await hasBegun()).toBe(1)
    await new Promise(setImmediate)
    expect(await hasBegun()).toBe(2)
    await new Promise(setImmediate)
    expect(await hasBegun()).toBe(3)
    await answerAll()
    const embedded = open()
    embedded.slow(undefined, 3)
    expect(await embedded.hasBegun()).toBe(3)
    await embedded.answerAll()
  })

  it("gives clients whose address is not known no share of one, but that of strangers §admission-address", async () => {
    const { slow, status } = open()
    slow(undefined, 3)
    expect(await status(undefined, quick)).toBe(404)
    slow(undefined)
    expect(await status(undefined, quick)).toBe(503)
    expect(await status("192.0.2.1", quick)).toBe(503)
  })

  it("refuses a query of more parameters than any request needs, whatever it is for §limit-query-parameters", async () => {
    const { answerAll, ask, status } = open()
    await answerAll()
    const query = (count: number) => Array.from({ length: count }, (_, n) => `n${n}=1`).join("&")
    for (
      const path of ["/none", "/health", "/api/subaccount", "/provider/webhook", "/hosted/receipt/x", "/admin/accounts"]
    ) {
      const refused = await ask("192.0.2.1", { target: `${path}?${query(limits.queryParameters + 1)}` })
      expect([path, refused.status]).toEqual([path, 400])
      expect(textOf(refused)).toContain(`at most ${limits.queryParameters} parameters`)
      expect(await status("192.0.2.1", { target: `${path}?${query(limits.queryParameters)}` })).not.toBe(400)
    }
  })

  it("has the bounds of the limits §limit-requests-at-once §limit-probes-at-once §limit-unread-bytes", () => {
    const admission = makeAdmission([])
    for (
      const [shares, bounds] of [
        [admission.requests, limits.requestsAtOnce],
        [admission.probes, limits.probesAtOnce],
        [admission.unreadBytes, limits.unreadBytes]
      ] as const
    ) {
      const holder = { name: "192.0.2.1", isKnown: false }
      expect(shares.full(holder, bounds.address)).toBeUndefined()
      expect(shares.full(holder, bounds.address + 1)).toBe("address")
      expect(shares.full({ ...holder, isKnown: true }, bounds.knownAddress)).toBeUndefined()
      expect(shares.full({ ...holder, isKnown: true }, bounds.knownAddress + 1)).toBe("address")
      expect(shares.full({ name: undefined, isKnown: false }, bounds.strangers + 1)).toBe("strangers")
      expect(shares.full({ name: undefined, isKnown: true }, bounds.all)).toBeUndefined()
      expect(shares.full({ name: undefined, isKnown: true }, bounds.all + 1)).toBe("all")
    }
  })
})
