// Who may ask: keys, environments and their data planes (spec "Authentication"; C13, C35), and that a missing or wrong key
// answers before anything of the request is judged.
import { Effect, Option, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ApiKeys } from "../../core/customers/account/api-key.ts"
import { find, replace } from "../../core/engine/store/records.ts"
import { Secrets } from "../../core/engine/store/secrets.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import {
  type TestHost,
  bannerKey,
  declared,
  eventually,
  keyOf,
  openHost,
  operatorToken,
  secretsKey,
  sqliteDatabase
} from "../support/host.ts"
import { type Sent, behindProxy, dataOf, expectFailure, fromElsewhere, send } from "../support/http.ts"
import { depositOf, makeDeposit, proofOf, ticketEvent } from "./sandbox.ts"
import { wrongInput } from "./wrong-input.ts"

const unauthorized = { status: 401, errorCode: "UNAUTHORIZED" } as const

const requests: ReadonlyArray<Sent> = [
  { path: "/api/subaccount" },
  { path: "/api/subaccount/sub_1" },
  { path: "/api/subaccount", body: { name: "x" } },
  { path: "/api/deposit/asset", body: depositOf() },
  { path: "/api/deposit/asset/x" },
  { path: "/provider/webhook", body: ticketEvent("tkt_1") }
]

describe("API keys", () => {
  const rows = sqliteDatabase()
  let host: TestHost
  let before: unknown
  beforeAll(async () => {
    host = await openHost({
      accounts: [declared("acme"), declared("leaver")],
      variables: { ...behindProxy, DATABASE_URL: rows.url },
      worker: false
    })
    before = await rows.count()
  })
  afterAll(async () => {
    expect(await rows.count()).toEqual(before)
    await host.close()
  })

  const good = keyOf("acme")
  it.each<readonly [what: string, authorization: string | undefined, said: RegExp]>([
    ["no header", undefined, /API key required/],
    ["an empty header", "", /API key required/],
    ["no scheme", good, /API key required/],
    ["another scheme", `Basic ${Buffer.from(good).toString("base64")}`, /API key required/],
    ["no key", "Bearer ", /API key required/],
    ["two blanks for a key", "Bearer   ", /API key required/],
    ["a prefix of no one", `Bearer sk_test_${"x".repeat(32)}`, /no known prefix/],
    ["a prefix with another case", `Bearer ${good.toUpperCase()}`, /no known prefix/],
    ["a prefix alone", "Bearer pontepay_test_", /Invalid API key/],
    ["an unknown key", `Bearer ${keyOf("nobody")}`, /Invalid API key/],
    ["a key with one more character", `Bearer ${good}x`, /Invalid API key/],
    ["a key with one less character", `Bearer ${good.slice(0, -1)}`, /Invalid API key/],
    ["a key with another case", `Bearer ${good.replace("acme", "ACME")}`, /Invalid API key/],
    ["a key of the other environment", `Bearer ${keyOf("acme", "production")}`, /another environment/],
    ["a key and another", `Bearer ${good}, Bearer ${good}`, /Invalid API key/],
    ["a header of 60 KiB", `Bearer pontepay_test_${"x".repeat(15_000)}`, /API key required/]
  ])("%s answers 401 to everything §sandbox-old-keys §auth-bearer", async (_what, authorization, said) => {
    for (const sent of requests) {
      const headers = authorization === undefined ? {} : { authorization }
      const answer = await send(host.base, { ...sent, headers })
      expect(expectFailure(answer, unauthorized, sent.path).error).toMatch(said)
      expect(answer.headers["www-authenticate"]).toBe("Bearer")
    }
  })

  it("says that a generated key was mistyped when its checksum does not hold §auth-checksum", async () => {
    const key = bannerKey(host)
    const other = key.endsWith("a") ? "b" : "a"
    const answer = await send(host.base, { path: "/api/subaccount", key: key.slice(0, -1) + other })
    expect(expectFailure(answer, unauthorized).error).toMatch(/mistyped/)
    expect((await send(host.base, { path: "/api/subaccount", key })).status).toBe(200)
  })

  it.each(["bearer", "BEARER", "Bearer "])(
    "takes the scheme however it is written: %j §auth-bearer",
    async (scheme) => {
      const answer = await send(host.base, { path: "/api/subaccount", headers: { authorization: `${scheme} ${good}` } })
      expect(answer.status).toBe(200)
    }
  )

  it("answers 401 before any problem of the body, the type, the size or the pair §gate-order", async () => {
    const large = { path: "/api/deposit/asset", body: "x".repeat(70_000) }
    const typed = { path: "/api/deposit/asset", body: "{}", headers: { "content-type": "text/plain" } }
    for (
      const { sent, what } of [...wrongInput, { sent: large, what: "too large" }, { sent: typed, what: "another type" }]
    ) {
      // A path that is no route is no one's, with or without a key.
      if (/nothing|half an escape|no UTF-8/.test(what) && sent.path.startsWith("/api/") && !("body" in sent)) continue
      const headers = { ...("headers" in sent ? sent.headers : {}), ...fromElsewhere() }
      expectFailure(await send(host.base, { ...sent, headers, key: keyOf("nobody") }), unauthorized, what)
    }
  })

  it("forgets a revoked key within a second §auth-revoked", async () => {
    const key = keyOf("leaver")
    expect((await send(host.base, { path: "/api/subaccount", key })).status).toBe(200)
    await host.inSandbox(Effect.gen(function*() {
      const digest = yield* Secrets.use((secrets) => secrets.keyDigest(Redacted.make(key)))
      const stored = Option.getOrThrow(yield* find(ApiKeys, "digest", digest))
      const write = replace(ApiKeys, stored, { ...stored.value, revokedAt: Date.now() })
      yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
    }))
    const ask = () => send(host.base, { path: "/api/subaccount", key })
    expectFailure(await eventually(ask, ({ status }) => status !== 200, 1_500), unauthorized)
  })
})

describe("two environments", () => {
  const sandbox = sqliteDatabase()
  const production = sqliteDatabase()
  const hosts = { sandbox: "sandbox.test", production: "api.test" } as const
  type Environment = keyof typeof hosts
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({
      accounts: [declared("acme"), declared("acme", { environment: "production" })],
      variables: {
        DATABASE_URL: sandbox.url,
        PONTEPAY_PRODUCTION_DATABASE_URL: production.url,
        PONTEPAY_SANDBOX_HOST: hosts.sandbox,
        PONTEPAY_PRODUCTION_HOST: hosts.production,
        PONTEPAY_SECRETS_KEY: secretsKey,
        PONTEPAY_OPERATOR_TOKEN: operatorToken
      }
    })
  })
  afterAll(() => host.close())

  const ask = (at: Environment, keyIn: Environment, sent: Sent) =>
    send(host.base, { ...sent, key: keyOf("acme", keyIn), headers: { host: hosts[at] } })

  it.each<readonly [at: Environment, keyIn: Environment]>([["sandbox", "production"], ["production", "sandbox"]])(
    "the host of %s refuses a key of %s, whatever it asks §sandbox-agreement §auth-environment",
    async (at, keyIn) => {
      const counts = [await sandbox.count(), await production.count()]
      for (const sent of requests) expectFailure(await ask(at, keyIn, sent), unauthorized, sent.path)
      expect([await sandbox.count(), await production.count()]).toEqual(counts)
    }
  )

  it("keeps what one environment holds from the other §sandbox-same-paths", async () => {
    const before = await production.count()
    const subAccountId = String(
      dataOf(await ask("sandbox", "sandbox", { path: "/api/subaccount", body: { name: "Only here" } }))["subAccountId"]
    )
    expect((await ask("sandbox", "sandbox", { path: `/api/subaccount/${subAccountId}` })).status).toBe(200)
    expectFailure(await ask("production", "production", { path: `/api/subaccount/${subAccountId}` }), {
      status: 404,
      errorCode: "NOT_FOUND"
    })
    expect(await production.count()).toEqual(before)
    const sandboxBefore = await sandbox.count()
    expect((await ask("production", "production", { path: "/api/subaccount", body: { name: "Only there" } })).status)
      .toBe(201)
    expect(await sandbox.count()).toEqual(sandboxBefore)
    expect((await ask("sandbox", "sandbox", { path: "/api/subaccount?name=there" })).text).not.toContain("sub_")
  })

  it("answers 503 and keeps nothing where production has no provider §production-unconfigured §retry-after §error-upstream-unavailable", async () => {
    const before = await production.count()
    const answer = await ask("production", "production", { path: "/api/deposit/asset", body: depositOf() })
    expectFailure(answer, { status: 503, errorCode: "UPSTREAM_UNAVAILABLE" })
    expect(answer.headers["retry-after"]).toMatch(/^[1-9]\d*$/)
    expect(await production.count()).toEqual(before)
  })

  it("does not take the sandbox provider's signature or a live key as proof in production §provider-production", async () => {
    const body = JSON.stringify(ticketEvent("tkt_1"))
    for (const headers of [proofOf(body), { authorization: `Bearer ${keyOf("acme", "production")}` }]) {
      const answer = await send(host.base, {
        path: "/provider/webhook",
        body,
        headers: { ...headers, host: hosts.production }
      })
      expect([401, 404, 503]).toContain(answer.status)
    }
  })

  it("tells the state of both in /ready §health-ready", async () => {
    const { text } = await send(host.base, { path: "/ready" })
    const { planes } = JSON.parse(text) as { planes: ReadonlyArray<{ environment: string; adapters: unknown }> }
    expect(planes).toEqual([
      {
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
      },
      {
        environment: "production",
        adapters: {
          store: "ready",
          pixRail: "unconfigured",
          chain: "unconfigured",
          fxRates: "unconfigured",
          kycProvider: "unconfigured",
          livenessProvider: "unconfigured",
          lightningNode: "unconfigured",
          sparkWallet: "unconfigured",
          swapPool: "unconfigured",
          providerInbox: "unconfigured",
          documentStore: "local",
          walletVault: "local",
          notifier: "local",
          receiptPrinter: "local"
        },
        providers: [],
        floats: [],
        reviews: { open: 0, overDay: 0, overWeek: 0 }
      }
    ])
  })

  it("still settles sandbox charges beside production", async () => {
    const sent = { path: "/api/deposit/asset", body: depositOf({ externalId: "here" }) }
    expect((await ask("sandbox", "sandbox", sent)).status).toBe(200)
    const { text } = await ask("sandbox", "sandbox", { path: "/api/deposit/asset/here" })
    const { data } = JSON.parse(text) as { data: { trackId: string } }
    expect((await ask("sandbox", "sandbox", { path: "/provider/webhook", body: ticketEvent(data.trackId) })).status)
      .toBe(200)
    await eventually(
      () => ask("sandbox", "sandbox", { path: "/api/deposit/asset/here" }),
      (answer) => answer.text.includes("\"status\":\"COMPLETED\"")
    )
  })
})

describe("gates of a deposit (C13) §deposit-gate-order", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({
      accounts: [
        declared("plain"),
        declared("unapproved", { kyc: "NONE" }),
        declared("open", { thirdParty: true, flags: ["BTC_RAIL"] })
      ],
      worker: false
    })
  })
  afterAll(() => host.close())

  const bitcoin = { asset: "BTC", network: "bitcoin", address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" }
  const foreign = { subAccountId: "sub_unknown" }
  const thirdParty = { taxId: "52998224725" }

  // Each row breaks its own rule and all rules below it.
  it.each([
    [
      "shape before pair",
      "unapproved",
      { value: 0, asset: "USDT", network: "base", ...foreign, ...thirdParty },
      400,
      "VALIDATION_FAILED"
    ],
    [
      "pair before scope",
      "unapproved",
      { asset: "USDT", network: "base", ...foreign, ...thirdParty },
      400,
      "UNSUPPORTED_PAIR"
    ],
    ["address before scope", "unapproved", { address: "0x", ...foreign, ...thirdParty }, 400, "VALIDATION_FAILED"],
    ["scope before flag", "unapproved", { ...bitcoin, ...foreign, ...thirdParty }, 404, "NOT_FOUND"],
    ["flag before KYC", "unapproved", { ...bitcoin, ...thirdParty }, 403, "FEATURE_NOT_ENABLED"],
    ["KYC before third party", "unapproved", thirdParty, 403, "KYC_REQUIRED"],
    ["third party", "plain", thirdParty, 403, "THIRD_PARTY_NOT_ENABLED"]
  ])("%s", async (_what, name, parts, status, errorCode) => {
    const answer = await send(host.base, { path: "/api/deposit/asset", key: keyOf(name), body: depositOf(parts) })
    expectFailure(answer, { status, errorCode })
  })

  it("lets an account through that has the flag and may act for others", async () => {
    for (const parts of [bitcoin, thirdParty]) {
      expect(await makeDeposit(host.base, keyOf("open"), parts)).toHaveProperty("externalId")
    }
  })

  it("holds a subaccount to its own KYC, not to its owner's §deposit-kyc", async () => {
    const created = await send(host.base, { path: "/api/subaccount", key: keyOf("open"), body: { name: "New" } })
    const body = depositOf({ subAccountId: dataOf(created)["subAccountId"] })
    const answer = await send(host.base, { path: "/api/deposit/asset", key: keyOf("open"), body })
    expectFailure(answer, { status: 403, errorCode: "KYC_REQUIRED" })
  })
})
