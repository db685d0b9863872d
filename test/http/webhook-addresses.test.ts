// Where webhooks may go (0163): a sandbox that a developer runs on his machine sends to receivers on that machine, every
// other one to the public internet alone, and what is refused says how to test locally.
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { webhookUrlRule } from "../../core/base/errors/catalogue.ts"
import { Notifier } from "../../core/ports/notifier.ts"
import { readConfig } from "../../hosts/http/settings/config.ts"
import { embed } from "../../hosts/http/index.ts"
import {
  type HostProcess,
  type TestHost,
  type Variables,
  declared,
  eventually,
  keyOf,
  openHost,
  operatorToken,
  secretsKey,
  startProcess
} from "../support/host.ts"
import { dataOf, expectFailure, expectSuccess, send } from "../support/http.ts"
import { type WebhookReceiver, openReceiver } from "../support/receiver.ts"
import * as hooks from "../../hosts/http/api/definition/admin-webhook.ts"
import { depositOf, makeDeposit, settleWithKey } from "./sandbox.ts"

const secret = "5e".repeat(32)

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await openReceiver()
})
afterAll(() => receiver.close())

const eventsAt = (path: string): ReadonlyArray<string> =>
  receiver.at(path).map(({ body }) => (JSON.parse(body.toString()) as { readonly event: string }).event)

const accountAt = async (base: string, name: string): Promise<string> => {
  const { accounts } = dataOf(await send(base, { path: "/admin/accounts", key: operatorToken }))
  const found = (accounts as ReadonlyArray<Record<string, string>>).find((account) => account["name"] === name)
  return found?.["accountId"] ?? ""
}

const register = async (base: string, url: string) =>
  send(base, {
    path: `/admin/accounts/${await accountAt(base, "acme")}/webhooks`,
    body: { url },
    key: operatorToken
  })

const paidDeposit = async (base: string): Promise<void> => {
  const { trackId } = await makeDeposit(base, keyOf("acme"), depositOf())
  await settleWithKey(base, keyOf("acme"), trackId)
}

describe("a sandbox as `npm start` starts it", () => {
  let host: HostProcess
  beforeAll(async () => {
    host = await startProcess({
      accounts: [declared("acme", { webhooks: [{ url: `${receiver.base}/declared`, secret }] })],
      variables: { LOG_LEVEL: "info", PONTEPAY_OPERATOR_TOKEN: operatorToken }
    })
  })
  afterAll(() => host.stop())

  it("sends the test and what comes later to receivers on this machine §webhook-loopback", async () => {
    expectSuccess(hooks.registerWebhook, await register(host.base, `${receiver.base}/hook`), 201)
    const byName = `${receiver.base.replace("127.0.0.1", "localhost")}/by-name`
    expectSuccess(hooks.registerWebhook, await register(host.base, byName), 201)
    await paidDeposit(host.base)
    for (const path of ["/declared", "/hook", "/by-name"]) {
      await eventually(async () => eventsAt(path), (events) => events.includes("DEPOSIT_ASSET_SUCCESS"))
    }
    expect(eventsAt("/hook")[0]).toBe("WEBHOOK_TEST")
    expect(host.output().stderr).not.toContain("webhooks.0.url")
  })

  it("sends to no other private address §webhook-loopback §webhook-url-hint", async () => {
    for (
      const url of [
        "http://10.0.0.1/hook",
        "http://0.0.0.0:9999/",
        "https://[::ffff:127.0.0.1]/",
        "http://hooks.example/"
      ]
    ) {
      const answer = expectFailure(await register(host.base, url), {
        status: 400,
        errorCode: "WEBHOOK_TEST_FAILED",
        fields: ["url"]
      })
      expect(answer).toMatchObject({ details: [{ field: "url", message: webhookUrlRule }] })
    }
  })
})

describe("a sandbox that listens on every address", () => {
  let host: HostProcess
  beforeAll(async () => {
    host = await startProcess({
      accounts: [declared("acme", { webhooks: [{ url: `${receiver.base}/strict`, secret }] })],
      variables: { HOST: "0.0.0.0", LOG_LEVEL: "info", PONTEPAY_OPERATOR_TOKEN: operatorToken }
    })
  })
  afterAll(() => host.stop())
  const base = () => host.base.replace("0.0.0.0", "127.0.0.1")

  it("sends nothing to this machine, and says how to test locally §webhook-loopback §webhook-url-hint", async () => {
    for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
      const answer = expectFailure(await register(base(), `${receiver.base.replace("127.0.0.1", name)}/refused`), {
        status: 400,
        errorCode: "WEBHOOK_TEST_FAILED",
        fields: ["url"]
      })
      expect(answer).toMatchObject({
        error: "This webhook URL is not allowed: not HTTPS",
        details: [{ field: "url", message: webhookUrlRule }]
      })
    }
    await paidDeposit(base())
    const path = `/admin/accounts/${await accountAt(base(), "acme")}/webhooks`
    const { webhooks } = dataOf(await send(base(), { path, key: operatorToken }))
    const [{ webhookId } = { webhookId: "" }] = webhooks as ReadonlyArray<Record<string, string>>
    const log = async () =>
      dataOf(await send(base(), { path: `/admin/webhooks/${webhookId}/deliveries`, key: operatorToken }))
    const tried = await eventually(log, (found) => JSON.stringify(found).includes("EXHAUSTED"))
    expect(JSON.stringify(tried)).toContain("\"problem\":\"not HTTPS\"")
    expect([receiver.at("/strict"), receiver.at("/refused")]).toEqual([[], []])
  })

  it("says at start which declared webhook gets nothing, and starts §webhook-url-hint", () => {
    const warning = "PONTEPAY_BOOTSTRAP_FILE: accounts.0.webhooks.0.url: not HTTPS: nothing is sent there. "
    expect(host.output().stderr).toContain(JSON.stringify(warning + webhookUrlRule).slice(1, -1))
    expect(host.output().stderr).not.toContain(secret)
  })
})

describe("production", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({
      variables: {
        PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true",
        PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
        PONTEPAY_PRODUCTION_HOST: "live.example",
        PONTEPAY_SECRETS_KEY: secretsKey,
        PONTEPAY_OPERATOR_TOKEN: operatorToken
      }
    })
  })
  afterAll(() => host.close())

  it("sends to the public internet alone, whatever the sandbox may §webhook-loopback", async () => {
    const post = Notifier.use((notifier) =>
      notifier.post({ url: `${receiver.base}/production`, headers: {}, body: "{}" })
    )
    const answers = await Promise.all(
      host.service.planes.map(({ services }) => Effect.runPromise(Effect.provide(post, services)))
    )
    expect(answers).toEqual([{ _tag: "Answered", status: 204 }, { _tag: "NotAllowed", problem: { code: "notHttps" } }])
    expect(receiver.at("/production")).toHaveLength(1)
  })
})

describe("where the webhooks of a sandbox may go", () => {
  const live = {
    PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
    PONTEPAY_PRODUCTION_HOST: "live.example",
    PONTEPAY_SECRETS_KEY: secretsKey,
    PONTEPAY_OPERATOR_TOKEN: operatorToken
  }
  const rows: ReadonlyArray<readonly [title: string, variables: Variables, allowed: string]> = [
    ["by default", {}, "loopback"],
    ["on localhost", { HOST: "localhost" }, "loopback"],
    ["on ::1", { HOST: "::1" }, "loopback"],
    ["on 127.0.0.2", { HOST: "127.0.0.2" }, "loopback"],
    ["with a public address on this machine", { PONTEPAY_PUBLIC_URL: "http://localhost:3000" }, "loopback"],
    ["on every address", { HOST: "0.0.0.0" }, "public"],
    ["on every IPv6 address", { HOST: "::" }, "public"],
    ["on an address of a network", { HOST: "192.168.0.10" }, "public"],
    ["on a name", { HOST: "127.0.0.1.nip.example" }, "public"],
    ["behind a proxy with a public URL", { PONTEPAY_PUBLIC_URL: "https://pay.example" }, "public"],
    ["under a name of its own", { PONTEPAY_SANDBOX_HOST: "sandbox.example" }, "public"],
    ["beside production", live, "public"],
    ["as one of several processes", { PONTEPAY_ROLE: "worker" }, "public"],
    ["where private ones are allowed", { HOST: "0.0.0.0", PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true" }, "private"]
  ]

  it.each(rows)("%s §webhook-loopback", (_title, variables, allowed) => {
    expect(readConfig(variables)).toMatchObject({ sandboxWebhooks: allowed })
  })

  it.each([[{}, 400], [{ PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true" }, 201]])(
    "embedded, where nothing listens: with %o it answers %i §webhook-loopback §webhook-url-hint",
    async (variables, status) => {
      const bridge = await embed({
        DATABASE_URL: "memory:",
        LOG_LEVEL: "none",
        PONTEPAY_OPERATOR_TOKEN: operatorToken,
        ...variables
      })
      const call = async (path: string, body?: object) => {
        const headers = { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" }
        const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) }
        const answer = await bridge.fetch(new Request(`http://127.0.0.1${path}`, init))
        return { status: answer.status, text: await answer.text() }
      }
      const accountId = /acc_\w+/.exec((await call("/admin/accounts")).text)?.[0] ?? ""
      const answer = await call(`/admin/accounts/${accountId}/webhooks`, { url: `${receiver.base}/embedded` })
      expect(answer.status).toBe(status)
      expect(answer.text.includes(JSON.stringify(webhookUrlRule))).toBe(status === 400)
      await bridge.close()
    }
  )
})
