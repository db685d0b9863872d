// Several providers, each with a webhook of its own (C54): what an inbox is notified of a message, how it is answered, and that a
// name which is not configured is a missing path.
import { once } from "node:events"
import { type Server, createServer, request as httpsRequest } from "node:https"
import type { AddressInfo } from "node:net"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as sandboxChain from "../../adapters/sandbox/chain.ts"
import * as sandboxFxRates from "../../adapters/sandbox/fx-rates.ts"
import * as sandboxPixRail from "../../adapters/sandbox/pix-rail.ts"
import { invalidField } from "../../core/base/errors/errors.ts"
import type { ProviderFact } from "../../core/ports/provider-fact.ts"
import { InboxUnavailable, ProofRefused, ProviderInbox, type ProviderMessage } from "../../core/ports/provider-inbox.ts"
import { type Embedded, type OwnAdapters, embed } from "../../hosts/http/index.ts"
import { bootstrapFile, declared, eventually, keyOf, secretsKey } from "../support/host.ts"
import { asConfigured } from "../support/restrictions.ts"
import { endToEndIdAt } from "../support/ids.ts"
import { certificateFor } from "../support/certificate.ts"
import { depositOf } from "./sandbox.ts"

const host = "live.example"

interface Callback {
  readonly pix: ReadonlyArray<{ readonly txid: string; readonly endToEndId: string }>
}

const factsOf = ({ pix }: Callback): ReadonlyArray<ProviderFact> =>
  pix.map(({ endToEndId, txid }) => ({
    _tag: "ChargePaid",
    eventId: endToEndId,
    trackId: txid,
    endToEndId,
    value: null,
    paidAt: null,
    payer: null
  }))

/** A bank that proves itself by a secret in the query of its address, as some do without TLS of our own. */
const bank = (seen: Array<ProviderMessage>) =>
  Layer.succeed(ProviderInbox, {
    read: (message) => {
      seen.push(message)
      if (message.query["hmac"] === undefined) {
        return Effect.fail(new ProofRefused({ proof: "missing", problem: "no secret in the address" }))
      }
      if (message.query["hmac"] !== "secret") {
        return Effect.fail(new ProofRefused({ proof: "invalid", problem: "another secret" }))
      }
      const text = new TextDecoder().decode(message.body)
      if (text === "away") return Effect.fail(new InboxUnavailable({ reason: "the bank cannot be asked" }))
      if (text.startsWith("half ")) {
        const confirmed = factsOf(JSON.parse(text.slice(5)) as Callback)
        return Effect.fail(new InboxUnavailable({ reason: "the bank does not find the other", confirmed }))
      }
      return text.startsWith("{")
        ? Effect.succeed(factsOf(JSON.parse(text) as Callback))
        : Effect.fail(invalidField("body", "is no callback"))
    }
  })

const openWith = (production: OwnAdapters): Promise<Embedded> =>
  embed({
    DATABASE_URL: "memory:",
    LOG_LEVEL: "none",
    PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
    PONTEPAY_PRODUCTION_HOST: host,
    PONTEPAY_SECRETS_KEY: secretsKey,
    PONTEPAY_OPERATOR_TOKEN: "the operator's token of the tests",
    PONTEPAY_BOOTSTRAP_FILE: bootstrapFile([declared("acme", { environment: "production" })])
  }, {
    production: {
      pixRail: sandboxPixRail.layer,
      chain: sandboxChain.layer,
      fxRates: sandboxFxRates.layer,
      ...production,
      restrictions: asConfigured
    }
  })

const asking = (service: Embedded) => async (path: string, init: RequestInit = {}, at = host) => {
  const response = await service.fetch(new Request(`http://${at}${path}`, init))
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    body: await response.json() as Record<string, unknown>
  }
}

const post = (body: string, type = "application/json"): RequestInit => ({
  method: "POST",
  body,
  headers: { "content-type": type }
})

describe("inboxes by name", () => {
  const seen: Array<ProviderMessage> = []
  const others: Array<ProviderMessage> = []
  let service: Embedded
  let ids = 0
  beforeAll(async () => {
    service = await openWith({ providerInboxes: { efi: bank(seen), "kyc-1": bank(others) } })
  })
  afterAll(() => service.close())
  const ask: ReturnType<typeof asking> = (...parts) => asking(service)(...parts)

  const deposit = async () => {
    const headers = { authorization: `Bearer ${keyOf("acme", "production")}`, "content-type": "application/json" }
    const externalId = `order-${++ids}`
    const body = JSON.stringify(depositOf({ externalId }))
    const made = await ask("/api/deposit/asset", { method: "POST", headers, body })
    const record = async () =>
      (await ask(`/api/deposit/asset/${externalId}`, { headers })).body["data"] as Record<string, unknown>
    const endToEndId = endToEndIdAt(ids)
    return { pix: { txid: String(made.body["trackId"]), endToEndId }, record }
  }

  it("take a bank's callback with many PIX, with the suffix that the bank appends §endpoint-named-provider-webhook §provider-named §provider-many-facts", async () => {
    const [one, two] = [await deposit(), await deposit()]
    const body = JSON.stringify({ pix: [one.pix, two.pix] })
    for (const path of ["/provider/efi/webhook/pix", "/provider/efi/webhook"]) {
      expect(await ask(`${path}?hmac=secret`, post(body))).toMatchObject({ status: 200, body: { success: true } })
    }
    for (const { record } of [one, two]) {
      await eventually(record, ({ status }) => status === "COMPLETED")
    }
  })

  it("apply what is confirmed of a message that has to be sent again for the rest §provider-many-facts", async () => {
    const { pix, record } = await deposit()
    const answer = await ask("/provider/efi/webhook?hmac=secret", post(`half ${JSON.stringify({ pix: [pix] })}`))
    expect(answer.status).toBe(503)
    await eventually(record, ({ status }) => status === "COMPLETED")
  })

  it("do not acknowledge a message while one of its facts is not applied §provider-many-facts", async () => {
    const { pix, record } = await deposit()
    const unknown = { txid: "tkt_unknown", endToEndId: endToEndIdAt(999) }
    const answer = await ask("/provider/efi/webhook?hmac=secret", post(JSON.stringify({ pix: [unknown, pix] })))
    expect(answer).toMatchObject({ status: 404, body: { errorCode: "NOT_FOUND" } })
    await eventually(record, ({ status }) => status === "COMPLETED")
  })

  it("are told path, query, headers and body, whatever their type §provider-named", async () => {
    await ask("/provider/kyc-1/webhook/x?hmac=secret&a=1&a=2", {
      ...post("{\"pix\":[]}", "text/plain"),
      headers: { "X-Proof": "1" }
    })
    expect(others.at(-1)).toMatchObject({
      path: "/provider/kyc-1/webhook/x",
      query: { hmac: "secret", a: ["1", "2"] },
      peer: null,
      remote: null
    })
    expect(others.at(-1)?.headers["x-proof"]).toBe("1")
    expect(Buffer.from(others.at(-1)?.body ?? []).toString()).toBe("{\"pix\":[]}")
  })

  it.each([
    ["no proof", "", "{}", 401, "UNAUTHORIZED"],
    ["a wrong proof", "?hmac=other", "{}", 401, "UNAUTHORIZED"],
    ["a body that cannot be read", "?hmac=secret", "[", 400, "VALIDATION_FAILED"],
    ["a provider that cannot confirm it", "?hmac=secret", "away", 503, "UPSTREAM_UNAVAILABLE"]
  ])("answer %s §provider-named", async (_what, search, body, status, errorCode) => {
    const answer = await ask(`/provider/efi/webhook${search}`, post(body))
    expect(answer).toMatchObject({ status, body: { success: false, errorCode } })
    expect(answer.retryAfter === null).toBe(status !== 503)
  })

  it("take no API key in place of a proof §provider-named §provider-production", async () => {
    const headers = { authorization: `Bearer ${keyOf("acme", "production")}` }
    const answer = await ask("/provider/efi/webhook", { ...post("{}"), headers })
    expect(answer.status).toBe(401)
  })

  it("answer a name that is not configured like a missing path, by every method §provider-named", async () => {
    for (const method of ["POST", "GET", "PUT", "DELETE"]) {
      const missing = await ask("/provider/nothing/here", { method })
      expect(missing.status).toBe(404)
      for (const path of ["/provider/celcoin/webhook", "/provider/celcoin/webhook/pix", "/provider/EFI/webhook"]) {
        expect(await ask(path, { method })).toEqual(missing)
      }
      // The inboxes of one environment are not those of another.
      expect(await ask("/provider/efi/webhook?hmac=secret", { method }, "sandbox.example")).toEqual(missing)
    }
    expect((await ask("/provider/efi/webhook")).status).toBe(405)
  })

  it("leave /provider/webhook to no one where there are several, and name the sandbox's own §provider-named", async () => {
    expect((await ask("/provider/webhook?hmac=secret", post("{}"))).status).toBe(401)
    expect((await ask("/provider/sandbox/webhook", post("{}"), "sandbox.example")).status).toBe(401)
  })

  it("are one adapter in /ready", async () => {
    const { body } = await ask("/ready")
    const planes = body["planes"] as ReadonlyArray<{ environment: string; adapters: Record<string, string> }>
    const adapters = planes.find(({ environment }) => environment === "production")?.adapters
    expect(adapters).toMatchObject({ providerInbox: "own" })
    expect(adapters).not.toHaveProperty("providerInboxes")
  })
})

describe("one inbox", () => {
  it.each([
    ["by its name", { providerInboxes: { efi: bank([]) } }, "efi"],
    ["without one", { providerInbox: bank([]) }, "provider"]
  ])("%s also serves /provider/webhook of production §provider-named", async (_how, adapters, name) => {
    const service = await openWith(adapters)
    for (const path of ["/provider/webhook", `/provider/${name}/webhook`]) {
      const answer = await asking(service)(`${path}?hmac=secret`, post("{\"pix\":[]}"))
      expect(answer).toMatchObject({ status: 200, body: { success: true } })
    }
    await service.close()
  })

  it.each(["Efi", "a/b", "", "-efi", "x".repeat(33), "provider"])("cannot have the name %o", async (name) => {
    await expect(openWith({ providerInboxes: { [name]: bank([]) } })).rejects.toThrow(/providerInboxes/)
  })
})

describe("over TLS", () => {
  const seen: Array<ProviderMessage> = []
  const ours = certificateFor("localhost", "200101", "491231")
  const trusted = certificateFor("bank.test", "200101", "491231")
  const stranger = certificateFor("bank.test", "200101", "491231")
  let service: Embedded
  let server: Server
  beforeAll(async () => {
    service = await openWith({ providerInboxes: { bank: bank(seen) } })
    server = createServer(
      { ...ours, ca: [trusted.cert], requestCert: true, rejectUnauthorized: false },
      (request, response) => service.listener(request, response)
    )
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await service.close()
  })

  const callWith = (shown: { readonly key?: string; readonly cert?: string }) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = server.address() as AddressInfo
      const path = "/provider/bank/webhook/pix?hmac=secret"
      const headers = { host }
      const to = { host: "127.0.0.1", port, path, method: "POST", headers, ca: ours.cert, servername: "localhost" }
      const request = httpsRequest({ ...to, ...shown, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.on("error", reject)
      request.end("{\"pix\":[]}")
    })

  it("an inbox is told the client certificate, and whether it is trusted §provider-certificate", async () => {
    expect(await callWith(trusted)).toBe(200)
    expect(await callWith(stranger)).toBe(200)
    expect(await callWith({})).toBe(200)
    const [first, second, third] = seen.map(({ peer }) => peer)
    expect(first).toEqual({
      fingerprint256: expect.stringMatching(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/) as unknown,
      subject: "CN=bank.test",
      isTrusted: true
    })
    expect(second).toMatchObject({ subject: "CN=bank.test", isTrusted: false })
    expect(second?.fingerprint256).not.toBe(first?.fingerprint256)
    expect(third).toBeNull()
    expect(seen.map(({ remote }) => remote)).toEqual(["127.0.0.1", "127.0.0.1", "127.0.0.1"])
  })
})
