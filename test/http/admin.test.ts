// /admin over the wire: the operator's token before anything else, each endpoint in the shape that it declares, each action in
// the audit, and what it changes at once.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { raiseReview } from "../../core/engine/review/raise-review.ts"
import { managementEndpoints } from "../../hosts/http/api/definition/management.ts"
import * as accounts from "../../hosts/http/api/definition/admin-account.ts"
import * as books from "../../hosts/http/api/definition/admin-books.ts"
import * as hooks from "../../hosts/http/api/definition/admin-webhook.ts"
import {
  type TestHost,
  bannerKey,
  declared,
  eventually,
  keyOf,
  openHost,
  operatorToken,
  secretsKey
} from "../support/host.ts"
import { type Sent, behindProxy, dataOf, expectFailure, expectSuccess, fromElsewhere, send } from "../support/http.ts"
import { openReceiver } from "../support/receiver.ts"
import { asOperator, operatorTokenOf } from "./as-operator.ts"
import { depositOf, makeDeposit, settleWithKey, untilStatus } from "./sandbox.ts"

const unauthorized = { status: 401, errorCode: "UNAUTHORIZED" } as const
const notFound = { status: 404, errorCode: "NOT_FOUND" } as const

const endpoints = managementEndpoints.filter(({ path }) => path.startsWith("/admin/"))

const text = (value: unknown): string => typeof value === "string" ? value : ""

describe("the operator's token", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ accounts: [declared("acme")], variables: behindProxy, worker: false })
  })
  afterAll(() => host.close())

  it.each<[string, () => string | undefined]>([
    ["none", () => undefined],
    ["another", () => `${operatorTokenOf(host)}x`],
    ["a part of it", () => operatorTokenOf(host).slice(0, -1)],
    ["it in another case", () => operatorTokenOf(host).toUpperCase()]
  ])("%s opens nothing, whether it is there or not §admin-token §error-unauthorized", async (_what, key) => {
    const asked: ReadonlyArray<Omit<Sent, "key">> = [
      ...endpoints.map(({ method, path }) => ({
        method,
        path: path.replace(/:\w+/g, "x"),
        ...(method === "GET" ? {} : { body: "no JSON" })
      })),
      { path: "/admin" },
      { path: "/admin/nothing" },
      { path: "/admin/openapi.json" }
    ]
    for (const sent of asked) {
      const answer = await send(host.base, { ...sent, key: key(), headers: fromElsewhere() })
      const { error } = expectFailure(answer, unauthorized, `${sent.method} ${sent.path}`)
      expect(error).toMatch(/operator/)
      expect(answer.headers["www-authenticate"]).toBe("Bearer")
    }
  })

  it("is needed where owners may not: an API key is not enough §admin-token", async () => {
    for (const { method, path } of endpoints.filter(({ isForOwners }) => !isForOwners)) {
      const answer = await send(host.base, { method, path: path.replace(/:\w+/g, "x"), key: bannerKey(host) })
      expect(expectFailure(answer, unauthorized, `${method} ${path}`).error).toMatch(/operator/)
    }
  })

  it("opens no path of the interface", async () => {
    expectFailure(await send(host.base, { path: "/api/subaccount", key: operatorTokenOf(host) }), unauthorized)
  })

  it("is made once beside the database, or is the one that was configured §admin-token", async () => {
    expect(operatorTokenOf(host).length).toBeGreaterThanOrEqual(40)
    const told = await openHost({ variables: { PONTEPAY_OPERATOR_TOKEN: "the token of the tests" }, worker: false })
    expect(operatorTokenOf(told)).toBe("the token of the tests")
    expect((await asOperator(told)("GET", "/admin/accounts")).status).toBe(200)
    await told.close()
  })

  it("meets what is wrong in the usual way once it is right", async () => {
    const ask = asOperator(host)
    expectFailure(await ask("GET", "/admin/nothing"), notFound)
    expectFailure(await ask("PUT", "/admin/accounts"), { status: 405, errorCode: "METHOD_NOT_ALLOWED" })
    expectFailure(await ask("POST", "/admin/accounts", "{"), { status: 400, errorCode: "VALIDATION_FAILED" })
    expectFailure(await ask("POST", "/admin/accounts", { name: "A", nothing: 1 }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["nothing"]
    })
    expectFailure(await ask("POST", "/admin/accounts", { name: "A".repeat(70_000) }), {
      status: 413,
      errorCode: "PAYLOAD_TOO_LARGE"
    })
    const untyped = {
      path: "/admin/accounts",
      key: operatorTokenOf(host),
      body: "{}",
      headers: { "content-type": "text/plain" }
    }
    expectFailure(await send(host.base, untyped), { status: 415, errorCode: "UNSUPPORTED_MEDIA_TYPE" })
  })

  it("finds nothing of an unknown id, whatever is asked of it §admin-not-found", async () => {
    const bodies: Readonly<Record<string, unknown>> = {
      webhooks: { url: "https://x.example" },
      resolve: { outcome: "DONE", evidence: "0xhash" },
      cancel: { reason: "not wanted" },
      close: { note: "placed" },
      "deliver-rest": { rest: 1 },
      "return-rest": { rest: 1 },
      "PATCH :operatorId": { role: "support" }
    }
    for (const { method, path } of endpoints.filter((each) => each.path.includes(":"))) {
      const last = path.split("/").at(-1) ?? ""
      const body = bodies[last] ?? bodies[`${method} ${last}`] ?? {}
      const answer = await asOperator(host)(
        method,
        path.replace(/:\w+/g, "nobody"),
        method === "GET" ? undefined : body
      )
      expectFailure(answer, notFound, `${method} ${path}`)
    }
  })

  it("describes itself", async () => {
    const { paths } = JSON.parse((await asOperator(host)("GET", "/admin/openapi.json")).text) as { paths: object }
    expect(Object.keys(paths).toSorted()).toEqual(
      [...new Set(endpoints.map(({ path }) => path.replace(/:(\w+)/g, "{$1}")))].toSorted()
    )
  })
})

describe("each environment", () => {
  it("has its own accounts behind the same paths, by host, and their keys are of it §admin-environment §error-environment-unknown", async () => {
    const host = await openHost({
      variables: {
        PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
        PONTEPAY_PRODUCTION_HOST: "live.example",
        PONTEPAY_SANDBOX_HOST: "test.example",
        PONTEPAY_SECRETS_KEY: secretsKey,
        PONTEPAY_OPERATOR_TOKEN: operatorToken
      },
      worker: false
    })
    const on = (name: string, path: string, body?: unknown) =>
      send(host.base, { path, body, key: operatorToken, headers: { host: name } })
    const live = dataOf(await on("live.example", "/admin/accounts", { name: "Live" }))
    expect(live["environment"]).toBe("production")
    const { secret } = dataOf(
      await send(host.base, {
        method: "POST",
        path: `/admin/accounts/${text(live["accountId"])}/keys`,
        key: operatorToken,
        headers: { host: "live.example" }
      })
    )
    expect(secret).toMatch(/^pontepay_live_/)
    const names = async (name: string) =>
      (dataOf(await on(name, "/admin/accounts"))["accounts"] as ReadonlyArray<{ name: string }>).map((each) =>
        each.name
      )
    expect([await names("live.example"), await names("test.example")]).toEqual([["Live"], ["Sandbox"]])
    expect(
      (await send(host.base, { path: "/api/subaccount", key: text(secret), headers: { host: "live.example" } })).status
    )
      .toBe(200)
    expectFailure(await on("other.example", "/admin/accounts"), { status: 421, errorCode: "ENVIRONMENT_UNKNOWN" })
    await host.close()
  })
})

describe("accounts and keys", () => {
  let host: TestHost
  let ask: ReturnType<typeof asOperator>
  beforeAll(async () => {
    host = await openHost({ worker: false })
    ask = asOperator(host)
  })
  afterAll(() => host.close())

  it("are made, read, changed and listed in their declared shapes §admin-account-create §admin-account-update", async () => {
    const made = expectSuccess(accounts.createAccount, await ask("POST", "/admin/accounts", { name: "Acme" }), 201)
    const { accountId } = made["data"] as { readonly accountId: string }
    const path = `/admin/accounts/${accountId}`
    expectSuccess(accounts.readAccount, await ask("GET", path))
    const changes = { fees: { payout: { fixedCents: 1, basisPoints: 2 } }, requestRate: { perSecond: 1, burst: 1 } }
    const changed = expectSuccess(accounts.updateAccount, await ask("PATCH", path, changes))
    expect(changed["data"]).toMatchObject({ ...changes, name: "Acme" })
    const listed = expectSuccess(accounts.listAccounts, await ask("GET", "/admin/accounts"))
    expect((listed["data"] as { accounts: ReadonlyArray<{ name: string }> }).accounts.map(({ name }) => name)).toEqual([
      "Acme",
      "Sandbox"
    ])
  })

  it("open, overlap and close: a rotated key goes on, a revoked one is out within a second §admin-key-rotate §admin-key-revoke", async () => {
    const { accountId } = dataOf(await ask("POST", "/admin/accounts", { name: "Keys" }))
    const path = `/admin/accounts/${text(accountId)}/keys`
    const first = expectSuccess(accounts.createKey, await ask("POST", path), 201)["data"] as Record<string, string>
    const enter = (key: unknown) =>
      send(host.base, { path: "/api/subaccount", key: text(key) }).then(({ status }) => status)
    expect(await enter(first["secret"])).toBe(200)
    const second = expectSuccess(accounts.rotateKey, await ask("POST", `${path}/${first["keyId"]}/rotate`), 201)
    const { secret } = second["data"] as { secret: string }
    expect([await enter(first["secret"]), await enter(secret)]).toEqual([200, 200])
    expectFailure(await ask("POST", `${path}/${first["keyId"]}/rotate`), { status: 409, errorCode: "STATE_CONFLICT" })
    expectSuccess(accounts.revokeKey, await ask("DELETE", `${path}/${first["keyId"]}`))
    await eventually(() => enter(first["secret"]), (status) => status === 401, 2_000)
    expect(await enter(secret)).toBe(200)
    const listed = expectSuccess(accounts.listKeys, await ask("GET", path))
    expect(JSON.stringify(listed)).not.toMatch(new RegExp(`${secret}|${first["secret"]}`))
  })

  it("have webhooks at public HTTPS alone §webhook-public-https", async () => {
    const { accountId } = dataOf(await ask("POST", "/admin/accounts", { name: "Hooks" }))
    const path = `/admin/accounts/${text(accountId)}/webhooks`
    for (
      const [url, problem] of [
        ["http://hooks.example/a", "not HTTPS"],
        ["https://hooks.example:8443/a", "not port 443"],
        ["https://10.0.0.1/a", "not a public address"],
        ["https://[fd00::1]/a", "not a public address"]
      ]
    ) {
      const { error } = expectFailure(await ask("POST", path, { url }), {
        status: 400,
        errorCode: "WEBHOOK_TEST_FAILED"
      })
      expect(error).toContain(problem)
    }
    expect(dataOf(await ask("GET", path))["webhooks"]).toEqual([])
  })

  it("leave their traces in the audit under the request's id §admin-audit-record", async () => {
    await send(host.base, {
      path: "/admin/accounts",
      body: { name: "Traced" },
      key: operatorTokenOf(host),
      headers: { "x-request-id": "trace-1" }
    })
    const { data } = expectSuccess(books.listActs, await ask("GET", "/admin/audit"))
    expect((data as { acts: ReadonlyArray<unknown> }).acts[0]).toMatchObject({
      action: "account.create",
      requestId: "trace-1",
      detail: { name: "Traced" }
    })
  })
})

describe("webhooks, deliveries and the books", () => {
  const key = keyOf("acme")
  let host: TestHost
  let ask: ReturnType<typeof asOperator>
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  let accountId: string
  beforeAll(async () => {
    receiver = await openReceiver((path, n) => path === "/refuses" || (path === "/later" && n === 2) ? 500 : 204)
    host = await openHost({
      accounts: [declared("acme")],
      variables: { PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true" }
    })
    ask = asOperator(host)
    const { accounts: all } = dataOf(await ask("GET", "/admin/accounts")) as { accounts: Array<Record<string, string>> }
    accountId = all.find(({ name }) => name === "acme")?.["accountId"] ?? ""
  })
  afterAll(async () => {
    await host.close()
    await receiver.close()
  })

  const register = (path: string, parts: object = {}) =>
    ask("POST", `/admin/accounts/${accountId}/webhooks`, { url: `${receiver.base}${path}`, ...parts })

  it("are registered by a test that is answered 2xx, or not at all §webhook-test §webhook-saved-on-2xx §webhook-duplicate", async () => {
    const made = expectSuccess(hooks.registerWebhook, await register("/ok"), 201)["data"] as Record<string, string>
    expect(receiver.at("/ok").map(({ body }) => (JSON.parse(body.toString()) as { event: string }).event)).toEqual([
      "WEBHOOK_TEST"
    ])
    expectFailure(await register("/ok"), { status: 409, errorCode: "STATE_CONFLICT" })
    expectFailure(await register("/refuses"), { status: 400, errorCode: "WEBHOOK_TEST_FAILED" })
    expectFailure(await register("/x", { headers: { "X-Service-Event-Id": "1" } }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["headers"]
    })
    const path = `/admin/webhooks/${made["webhookId"]}`
    expectSuccess(hooks.readWebhook, await ask("GET", path))
    expectSuccess(hooks.updateWebhook, await ask("PATCH", path, { retry: true }))
    expectSuccess(hooks.rotateSecret, await ask("POST", `${path}/rotate`))
    const listed = expectSuccess(hooks.listWebhooks, await ask("GET", `/admin/accounts/${accountId}/webhooks`))
    expect(JSON.stringify(listed)).not.toContain(made["secret"])
    expectSuccess(hooks.removeWebhook, await ask("DELETE", path))
  })

  it("are sent again, explained, and balance to zero §webhook-replay §admin-explain §admin-balance", async () => {
    const { webhookId } = dataOf(await register("/later"))
    const { externalId, trackId } = await makeDeposit(host.base, key, depositOf())
    await settleWithKey(host.base, key, text(trackId))
    await untilStatus(host.base, key, text(externalId), "COMPLETED")
    const log = () => ask("GET", `/admin/webhooks/${text(webhookId)}/deliveries`)
    const state = async () => (dataOf(await log())["deliveries"] as ReadonlyArray<Record<string, unknown>>)[0]
    const exhausted = await eventually(state, (each) => each?.["state"] === "EXHAUSTED")
    expectSuccess(hooks.listDeliveries, await log())
    const eventId = text(exhausted?.["eventId"])
    const again = `/admin/webhooks/${text(webhookId)}/deliveries/${eventId}/replay`
    expectSuccess(hooks.replayDelivery, await ask("POST", again), 202)
    await eventually(state, (each) => each?.["state"] === "DELIVERED")
    expectSuccess(hooks.replayEvent, await ask("POST", `/admin/events/${eventId}/replay`), 202)
    await eventually(() => Promise.resolve(receiver.at("/later")), (posts) => posts.length === 4)
    const [, first, second, third] = receiver.at("/later")
    expect([second?.body.equals(first?.body ?? Buffer.of()), third?.body.equals(first?.body ?? Buffer.of())]).toEqual([
      true,
      true
    ])
    const event = expectSuccess(hooks.readEvent, await ask("GET", `/admin/events/${eventId}`))["data"]
    const { subject } = event as { readonly subject: string }

    const explained = expectSuccess(books.explain, await ask("GET", `/admin/explain/${subject}`))["data"] as {
      readonly timeline: ReadonlyArray<{ readonly what: string }>
      readonly next: ReadonlyArray<{ readonly on: string }>
    }
    expect(explained).toMatchObject({
      kind: "deposit",
      id: subject,
      accountId,
      record: { state: "COMPLETED", externalId }
    })
    expect(explained.timeline.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        "booked depositReceived",
        "booked depositDelivered",
        "emitted DEPOSIT_ASSET_SUCCESS",
        "tried DEPOSIT_ASSET_SUCCESS",
        "delivered DEPOSIT_ASSET_SUCCESS"
      ])
    )
    expect(new Set(explained.next.map(({ on }) => on))).toEqual(new Set(["returnConfirmed", "pixSettled"]))
    expectSuccess(
      books.explain,
      await ask("GET", `/admin/explain/${encodeURIComponent(`${eventId}/${text(webhookId)}`)}`)
    )

    const balance = expectSuccess(books.readTrialBalance, await ask("GET", "/admin/balance"))["data"] as {
      readonly isBalanced: boolean
      readonly assets: ReadonlyArray<{ readonly asset: string; readonly sum: string }>
    }
    expect(balance.isBalanced).toBe(true)
    expect(balance.assets.map(({ sum }) => sum)).toEqual(balance.assets.map(() => "0"))
    expect(balance.assets.map(({ asset }) => asset)).toContain("BRL")
    expectSuccess(books.listReviews, await ask("GET", "/admin/reviews"))
    const raised = { owner: operatorOwner, subject: "lost", reason: { code: "unknownTicket" } } as const
    await host.inSandbox(raiseReview(raised))
    const open = expectSuccess(books.listReviews, await ask("GET", "/admin/reviews?state=OPEN"))["data"]
    expect(open).toMatchObject({ reviews: [{ reviewId: "lost/unknownTicket", state: "OPEN", times: 1 }] })
    expect(dataOf(await ask("GET", "/admin/queue"))).toMatchObject({
      reviews: { open: 1, overDay: 0, overWeek: 0, oldestOpenedAt: expect.stringMatching(/^20/) }
    })
    const closing = `/admin/reviews/${encodeURIComponent("lost/unknownTicket")}/close`
    const closed = expectSuccess(books.closeReview, await ask("POST", closing, { note: "returned by hand" }))["data"]
    expect(closed).toMatchObject({ state: "CLOSED", note: "returned by hand" })
    expectFailure(await ask("POST", closing, { note: "again" }), { status: 409, errorCode: "STATE_CONFLICT" })
    expect(dataOf(await ask("GET", "/admin/reviews"))).toMatchObject({ reviews: [] })
    expect(dataOf(await ask("GET", "/admin/reviews?state=CLOSED"))).toMatchObject({ reviews: [{ subject: "lost" }] })
    const { facts } = expectSuccess(books.listProviderFacts, await ask("GET", "/admin/provider-facts"))["data"] as {
      readonly facts: ReadonlyArray<Record<string, unknown>>
    }
    expect(facts.length).toBeGreaterThan(0)
    expect(facts.map(({ type }) => type)).toContain("ChargePaid")
    expectSuccess(books.readQueue, await ask("GET", "/admin/queue"))
  })
})
