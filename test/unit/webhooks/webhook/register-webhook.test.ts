// Registration (spec "Registration"; C24): a signed test first, saved only on 2xx, one endpoint an address.
import { Effect, Redacted, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { detailsOf, webhookUrlRule } from "../../../../core/base/errors/catalogue.ts"
import type { WebhookUrlNotAllowed } from "../../../../core/base/errors/errors.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { feed } from "../../../../core/engine/store/records.ts"
import { OperatorActs } from "../../../../core/engine/review/operator-act.ts"
import { listWebhooks } from "../../../../core/webhooks/webhook/list-webhooks.ts"
import { readWebhook } from "../../../../core/webhooks/webhook/read-webhook.ts"
import { registerWebhook } from "../../../../core/webhooks/webhook/register-webhook.ts"
import { removeWebhook } from "../../../../core/webhooks/webhook/remove-webhook.ts"
import { Webhooks, isGenuine } from "../../../../core/webhooks/webhook/webhook.ts"
import { updateWebhook } from "../../../../core/webhooks/webhook/update-webhook.ts"
import { WebhookRequest } from "../../../../core/webhooks/webhook/webhook-request.ts"
import { operator, register } from "../../../support/operator.ts"
import { World, startOfTests } from "../../../support/world.ts"

const url = "https://hooks.example/a"

const open = async () => {
  const world = await World.open()
  const { account: { id } } = await world.caller()
  const saved = () =>
    world.run(feed(Webhooks, "byOwner", id, { limit: 100 })).then((rows) => rows.map((row) => row.value))
  const acts = (subject: string) =>
    world.run(feed(OperatorActs, "bySubject", subject, { limit: 100 })).then((rows) => rows.map((row) => row.value))
  return { world, id, saved, acts }
}

describe("registering", () => {
  it.each([undefined, ["KYC_APPROVED"], ["DEPOSIT_ASSET_SUCCESS", "kyc.completed"]] as const)(
    "saves nothing that wants KYC events while the provider's subscription cannot be activated (%j) §webhook-kyc-subscription",
    async (events) => {
      const { id, saved, world } = await open()
      world.kyc.isUp = false
      const request = events === undefined ? { url } : { url, events }
      expect(await world.refusal(registerWebhook(operator, id, request))).toMatchObject({ _tag: "UpstreamUnavailable" })
      expect(await saved()).toEqual([])
      world.kyc.isUp = true
      await world.run(registerWebhook(operator, id, request))
      expect(await saved()).toHaveLength(1)
    }
  )

  it("needs no subscription for an endpoint that wants other events §webhook-kyc-subscription", async () => {
    const { id, saved, world } = await open()
    world.kyc.isUp = false
    await world.run(registerWebhook(operator, id, { url, events: ["PAYOUT_FAILED"] }))
    expect(await saved()).toHaveLength(1)
  })

  it("sends a signed WEBHOOK_TEST with {webhookId, sentAt}, and shows 64 hex of secret once §webhook-test §webhook-secret-once §limit-webhook-secret", async () => {
    const { id, saved, world } = await open()
    const { secret, ...view } = await world.run(registerWebhook(operator, id, { url, headers: { "X-Env": "dev" } }))
    expect(Redacted.value(secret)).toMatch(new RegExp(`^[0-9a-f]{${limits.webhookSecret}}$`))
    const [post] = world.notifier.posts
    const sentAt = new Date(startOfTests).toISOString()
    expect(JSON.parse(post?.body ?? "")).toEqual({
      event: "WEBHOOK_TEST",
      data: { webhookId: view.webhookId, sentAt }
    })
    expect(post?.headers).toEqual({
      "x-env": "dev",
      "content-type": "application/json",
      "x-service-event-id": expect.stringMatching(/^evt_/) as unknown,
      "x-service-timestamp": String(startOfTests / 1_000),
      "x-service-signature": expect.stringMatching(/^[0-9a-f]{64}$/) as unknown
    })
    const proof = {
      timestamp: post?.headers["x-service-timestamp"] ?? "",
      signature: post?.headers["x-service-signature"] ?? "",
      body: post?.body ?? ""
    }
    expect(isGenuine(secret, proof, startOfTests)).toBe(true)
    const [webhook] = await saved()
    expect(webhook).toMatchObject({ id: view.webhookId, url, events: null, headers: { "X-Env": "dev" }, retry: false })
    expect(JSON.stringify(webhook)).not.toContain(Redacted.value(secret))
    const read = await world.run(readWebhook(view.webhookId))
    expect(read).toEqual(view)
    expect(JSON.stringify(read)).not.toContain(Redacted.value(secret))
  })

  it.each([199, 300, 404, 500])(
    "saves nothing when the test is answered %i §webhook-saved-on-2xx §error-webhook-test-failed",
    async (status) => {
      const { acts, id, saved, world } = await open()
      world.notifier.answers = () => ({ _tag: "Answered", status })
      const before = world.commits.length
      expect(await world.refusal(registerWebhook(operator, id, { url }))).toMatchObject({
        _tag: "WebhookTestFailed",
        problem: { code: "answered", status }
      })
      expect([await saved(), await acts("whk"), world.commits.length]).toEqual([[], [], before])
    }
  )

  it("saves nothing when the endpoint cannot be reached §webhook-saved-on-2xx", async () => {
    const { id, saved, world } = await open()
    world.notifier.answers = () => ({
      _tag: "Unreached",
      problem: { code: "connectionFailed", detail: "ECONNREFUSED" }
    })
    expect(await world.refusal(registerWebhook(operator, id, { url }))).toMatchObject({
      _tag: "WebhookTestFailed",
      problem: { code: "connectionFailed", detail: "ECONNREFUSED" }
    })
    expect(await saved()).toEqual([])
  })

  it("saves nothing at an address that webhooks may not go to §webhook-public-https §webhook-url-hint §error-webhook-url-not-allowed", async () => {
    const { id, saved, world } = await open()
    world.notifier.answers = () => ({ _tag: "NotAllowed", problem: { code: "notHttps" } })
    const refusal = await world.refusal(registerWebhook(operator, id, { url }))
    expect(refusal).toMatchObject({ _tag: "WebhookUrlNotAllowed", problem: { code: "notHttps" } })
    expect(detailsOf(refusal as WebhookUrlNotAllowed)).toEqual([{ field: "url", message: webhookUrlRule }])
    expect(await saved()).toEqual([])
  })

  it("saves nothing when the endpoint was slow before and is not waited for now §webhook-saved-on-2xx", async () => {
    const { id, saved, world } = await open()
    world.notifier.answers = () => ({ _tag: "PutOff" })
    const refusal = await world.refusal(registerWebhook(operator, id, { url }))
    expect(refusal).toMatchObject({ _tag: "WebhookTestFailed", problem: { code: "slowBefore" } })
    expect(await saved()).toEqual([])
  })

  it.each([200, 204, 299])("saves when the test is answered %i §webhook-saved-on-2xx", async (status) => {
    const { id, saved, world } = await open()
    world.notifier.answers = () => ({ _tag: "Answered", status })
    await world.run(registerWebhook(operator, id, { url }))
    expect(await saved()).toHaveLength(1)
  })

  it("refuses an address twice for one owner and takes it for another §webhook-duplicate §error-state-conflict", async () => {
    const { id, saved, world } = await open()
    await register(world, id, "a")
    expect(await world.refusal(registerWebhook(operator, id, { url }))).toMatchObject({ _tag: "StateConflict" })
    expect([await saved(), world.notifier.posts]).toEqual([[expect.anything()], []])
    const other = await world.caller({ ...second })
    await register(world, other.account.id, "a")
  })

  it("lets one of two at once have the address", async () => {
    const { id, saved, world } = await open()
    const both = await world.run(
      Effect.all([1, 2].map(() => Effect.result(registerWebhook(operator, id, { url }))), { concurrency: 2 })
    )
    expect(both.filter(Result.isSuccess)).toHaveLength(1)
    expect(await saved()).toHaveLength(1)
  })

  it("refuses the endpoint after the last, and an unknown account §limit-webhooks", async () => {
    const { id, saved, world } = await open()
    for (let n = 0; n < limits.webhooks.endpoints; n++) await register(world, id, String(n))
    expect(await world.refusal(registerWebhook(operator, id, { url }))).toMatchObject({ _tag: "StateConflict" })
    expect(await saved()).toHaveLength(limits.webhooks.endpoints)
    expect(await world.refusal(registerWebhook(operator, "acc_nobody", { url }))).toMatchObject({ resource: "Account" })
  })

  it("writes the action down without secrets and header values §admin-audit-record", async () => {
    const { acts, id, world } = await open()
    const { secret, webhookId } = await register(world, id, "a", {
      headers: { Authorization: "Basic abc" },
      retry: true
    })
    const [act] = await acts(webhookId)
    expect(act).toEqual({
      id: `${webhookId}/0`,
      owner: id,
      action: "webhook.register",
      subject: webhookId,
      detail: JSON.stringify({ url, retry: true, headers: ["Authorization"] }),
      requestId: operator.requestId,
      createdAt: startOfTests
    })
    expect(JSON.stringify(act)).not.toMatch(new RegExp(`${secret}|Basic`))
  })
})

const second = { name: "second", environment: "sandbox", apiKey: `pontepay_test_${"2".repeat(32)}` } as const

describe("the request", () => {
  const takes = (parts: object): boolean =>
    Result.isSuccess(
      Schema.decodeUnknownResult(WebhookRequest, { onExcessProperty: "error" })({ url, ...parts })
    )
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, ""]))

  it.each<[string, object, boolean]>([
    ["an address", {}, true],
    ["a plain address, which a development host takes", { url: "http://127.0.0.1:9999/hook" }, true],
    ["another scheme", { url: "ftp://hooks.example" }, false],
    ["credentials", { url: "https://a:b@hooks.example" }, false],
    ["a fragment", { url: "https://hooks.example/#a" }, false],
    ["blanks", { url: "https://hooks.example/a b" }, false],
    [
      "every event by its name, KYC too",
      { events: ["KYC_APPROVED", "KYC_REJECTED", "KYC_EXPIRED", "KYC_FAILED"] },
      true
    ],
    ["all events", { events: null }, true],
    ["no events", { events: [] }, false],
    ["an event twice", { events: ["KYC_FAILED", "KYC_FAILED"] }, false],
    ["an unknown event", { events: ["KYC_LOST"] }, false],
    ["the test as an event", { events: ["WEBHOOK_TEST"] }, false],
    ["a header", { headers: { Authorization: "Bearer x" } }, true],
    ["as many headers as there may be", { headers: many(limits.webhooks.headers) }, true],
    ["one header too many", { headers: many(limits.webhooks.headers + 1) }, false],
    ["a header twice by case", { headers: { "X-A": "1", "x-a": "2" } }, false],
    ["a header with a line break", { headers: { "X-A": "1\r\nX-B: 2" } }, false],
    ["a name with a blank", { headers: { "X A": "1" } }, false],
    ["our signature", { headers: { "x-service-signature": "1" } }, false],
    ["anything of ours", { headers: { "X-Service-Anything": "1" } }, false],
    ["the content type", { headers: { "Content-Type": "text/plain" } }, false],
    ["the host", { headers: { Host: "inside" } }, false],
    ["a length", { headers: { "Content-Length": "1" } }, false],
    ["a proxy's", { headers: { "Proxy-Authorization": "x" } }, false],
    ["a connection's", { headers: { "Transfer-Encoding": "chunked" } }, false],
    ["retries", { retry: true }, true],
    ["a secret of one's own", { secret: "5e".repeat(32) }, false]
  ])("with %s §webhook-events §webhook-headers", (_what, parts, isTaken) => {
    expect(takes(parts)).toBe(isTaken)
  })
})

describe("an endpoint", () => {
  it("is changed in what is named and keeps its address §webhook-update", async () => {
    const { acts, id, world } = await open()
    const { webhookId } = await register(world, id, "a", { headers: { "X-A": "1" }, events: ["KYC_FAILED"] })
    world.advance(5)
    expect(await world.run(updateWebhook(operator, webhookId, { events: null }))).toMatchObject({
      url,
      events: null,
      headers: ["X-A"],
      retry: false,
      updatedAt: new Date(startOfTests + 5).toISOString()
    })
    expect(await world.run(updateWebhook(operator, webhookId, { headers: {}, retry: true }))).toMatchObject({
      events: null,
      headers: [],
      retry: true
    })
    expect((await acts(webhookId)).map(({ action }) => action)).toEqual([
      "webhook.register",
      "webhook.update",
      "webhook.update"
    ])
    expect(await world.refusal(updateWebhook(operator, "whk_nobody", {}))).toMatchObject({ resource: "Webhook" })
  })

  it("begins to want KYC events once the provider's subscription is active, or stays as it is §webhook-kyc-subscription", async () => {
    const { acts, id, saved, world } = await open()
    const { webhookId } = await register(world, id, "a", { events: ["PAYOUT_FAILED"] })
    world.kyc.isUp = false
    for (const events of [null, ["PAYOUT_FAILED", "KYC_APPROVED"], ["kyc.completed"]] as const) {
      expect(await world.refusal(updateWebhook(operator, webhookId, { events, retry: true }))).toMatchObject({
        _tag: "UpstreamUnavailable"
      })
    }
    expect(await saved()).toMatchObject([{ events: ["PAYOUT_FAILED"], retry: false }])
    expect(await acts(webhookId)).toHaveLength(1)
    await world.run(updateWebhook(operator, webhookId, { events: ["PAYOUT_REFUNDED"] }))
    world.kyc.isUp = true
    await world.run(updateWebhook(operator, webhookId, { events: ["KYC_APPROVED"] }))
    // It is active already for one that wanted some of them before.
    world.kyc.isUp = false
    await world.run(updateWebhook(operator, webhookId, { events: null, retry: true }))
    expect(await saved()).toMatchObject([{ events: null, retry: true }])
  })

  it("that was removed is gone, shows its log, and comes back with another secret §webhook-remove", async () => {
    const { id, world } = await open()
    const first = await register(world, id, "a", { events: ["KYC_FAILED"] })
    await world.run(removeWebhook(operator, first.webhookId))
    expect(await world.refusal(removeWebhook(operator, first.webhookId))).toMatchObject({ resource: "Webhook" })
    expect(await world.refusal(updateWebhook(operator, first.webhookId, {}))).toMatchObject({ resource: "Webhook" })
    expect(await world.run(readWebhook(first.webhookId))).toMatchObject({
      removedAt: new Date(startOfTests).toISOString()
    })
    const again = await register(world, id, "a")
    expect(again).toMatchObject({ webhookId: first.webhookId, events: null, removedAt: null })
    expect(again.secret).not.toBe(first.secret)
    expect((await world.run(listWebhooks(id))).webhooks).toHaveLength(1)
    expect(again.createdAt).toBe(first.createdAt)
  })
})
