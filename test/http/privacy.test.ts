// Nothing that is secret or personal leaves by the logs, the traces or the metrics, or lies open in the database: canaries go
// in wherever they can, every kind of answer and fault is provoked at the most talkative level, and then no one has seen one.
import { createHmac } from "node:crypto"
import { readFileSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Collector, openCollector } from "../support/collector.ts"
import { type HostProcess, declared, eventually, scratch, secretsKey, startProcess } from "../support/host.ts"
import { bodyOf, dataOf, exchange, send } from "../support/http.ts"
import { type WebhookReceiver, openReceiver } from "../support/receiver.ts"
import { depositOf, makeDeposit, recordOf, returnEvent, ticketEvent, untilStatus } from "./sandbox.ts"

const canary = {
  apiKey: `pontepay_test_canaryKey${"k".repeat(25)}`,
  wrongKey: `pontepay_test_canaryWrong${"w".repeat(25)}`,
  webhookSecret: "c0ffee".padEnd(64, "1"),
  providerSecret: "canary-provider-secret",
  operatorToken: "canary-operator-token",
  secretsKey,
  approvedTaxId: "39053344705",
  payerTaxId: "52998224725",
  strangerTaxId: "11144477735",
  wrongTaxId: "12345678900",
  payerName: "Canária Pagadora",
  email: "canary@example.test",
  customHeader: "canary-header-value",
  pin: "739154",
  wrongPin: "846203",
  importToken: "canary-share-token",
  receiverKey: "canaria.recebedora@example.test",
  collectorKey: "canary-collector-key"
}

const path = join(scratch(), "plane.db")
let receiver: WebhookReceiver
let collector: Collector
let metrics = ""
/** Whoever has it opens the page of the charge. */
let chargeProof = ""
/** What was made on the way and is as secret. */
const made: Array<string> = []
let host: HostProcess

beforeAll(async () => {
  collector = await openCollector()
  receiver = await openReceiver((to) => to === "/angry" ? 500 : 204)
  const webhook = (url: string, parts = {}) => ({
    url,
    secret: canary.webhookSecret,
    headers: { "X-Secret": canary.customHeader },
    ...parts
  })
  host = await startProcess({
    accounts: [declared("acme", {
      apiKey: canary.apiKey,
      taxId: canary.approvedTaxId,
      email: canary.email,
      virtualAccount: true,
      flags: ["WALLET_PAYOUT_API"],
      webhooks: [
        webhook(`${receiver.base}/kind`),
        webhook(`${receiver.base}/angry`),
        webhook("http://127.0.0.1:1/down", { retry: true })
      ]
    })],
    variables: {
      DATABASE_URL: `sqlite:${path}`,
      LOG_LEVEL: "trace",
      PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true",
      PONTEPAY_SANDBOX_PROVIDER_SECRET: canary.providerSecret,
      PONTEPAY_OPERATOR_TOKEN: canary.operatorToken,
      PONTEPAY_SECRETS_KEY: canary.secretsKey,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.base,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${canary.collectorKey}`,
      OTEL_BSP_SCHEDULE_DELAY: "100",
      OTEL_METRIC_EXPORT_INTERVAL: "200"
    }
  })
})
afterAll(async () => {
  if (host.child.exitCode === null) await host.stop()
  await receiver.close()
  await collector.close()
})

const signed = (event: unknown, secret = canary.providerSecret) => {
  const body = typeof event === "string" ? event : JSON.stringify(event)
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")
  return send(host.base, {
    path: "/provider/webhook",
    body,
    headers: { "x-provider-timestamp": timestamp, "x-provider-signature": signature }
  })
}

const post = (body: unknown, key = canary.apiKey, headers = {}) =>
  send(host.base, { path: "/api/deposit/asset", body, key, headers })

const paid = async (parts: object, status: string): Promise<string> => {
  const { externalId, trackId } = await makeDeposit(host.base, canary.apiKey, { ...parts, taxId: canary.approvedTaxId })
  const payer = { name: canary.payerName, taxId: canary.payerTaxId }
  expect((await signed(ticketEvent(trackId, { payer }))).status).toBe(200)
  await untilStatus(host.base, canary.apiKey, externalId, status)
  return externalId
}

// Six digits stand in time stamps, sizes and ids by chance: a PIN is looked for as a word of its own, and not where only
// numbers are: in numbers of JSON, in those that OTLP writes as text, and in the values of metrics.
const otlpNumbers = /"(?:intValue|asInt|count|\w+UnixNano)":"\d+"|"bucketCounts":\[[^\]]*\]/g
const withoutNumbers = (text: string): string =>
  text.replace(otlpNumbers, "").replace(/(?<=":)-?\d[\d.e+-]*(?=[,}])/g, "").replace(/ -?\d[\d.e+-]*$/gm, "")
const holds = (text: string, value: string): boolean =>
  /^\d{6}$/.test(value)
    ? new RegExp(`(?<![\\w.])${value}(?![\\w.])`).test(withoutNumbers(text))
    : text.includes(value)

it("a PIN is found where it is said, and nowhere else", () => {
  const { pin } = canary
  for (
    const text of [
      `{"time":"1763${pin}00"}`,
      `{"intValue":"${pin}"}`,
      `{"ms":${pin}}`,
      `bytes_sum ${pin}`,
      `pay_${pin}`
    ]
  ) {
    expect([text, holds(text, pin)]).toEqual([text, false])
  }
  for (const text of [`"the PIN ${pin} is wrong"`, `{"stringValue":"${pin}"}`, `pin=${pin}&`, `path="/pin/${pin}" 1`]) {
    expect([text, holds(text, pin)]).toEqual([text, true])
  }
})

describe("canaries", () => {
  it("go through successes, refusals and faults", async () => {
    const externalId = await paid({}, "COMPLETED")
    await paid({ address: "0x000000000000000000000000000000000000dEaD" }, "FAILED")
    const record = await recordOf(host.base, canary.apiKey, externalId)
    expect(record["payer"]).toEqual({ name: canary.payerName, taxId: canary.payerTaxId })
    expect((await signed(returnEvent(String(record["endToEndId"]), `D${"9".repeat(31)}`, 100))).status).toBe(200)

    const refused = await Promise.all([
      post(depositOf({ taxId: canary.wrongTaxId })),
      post(depositOf({ taxId: canary.strangerTaxId })),
      post(depositOf({ [canary.payerTaxId]: canary.apiKey })),
      post(`{"taxId":"${canary.payerTaxId}"`),
      post(depositOf(), canary.wrongKey),
      post(depositOf({ externalId, value: 1 })),
      post(depositOf(), canary.apiKey, { "idempotency-key": `${canary.payerTaxId}\u00e9` }),
      post(depositOf({ address: canary.payerTaxId })),
      send(host.base, { path: `/api/deposit/asset/${canary.payerTaxId}`, key: canary.apiKey }),
      send(host.base, {
        path: `/api/subaccount?name=${canary.payerTaxId}&cursor=${canary.payerTaxId}`,
        key: canary.apiKey
      }),
      send(host.base, { path: `/nowhere/${canary.payerTaxId}?key=${canary.apiKey}` }),
      send(host.base, {
        path: "/api/subaccount",
        key: canary.apiKey,
        body: { name: "x".repeat(70_000) + canary.payerTaxId }
      }),
      signed(ticketEvent("tkt_none", { payer: { name: canary.payerName, taxId: canary.payerTaxId } })),
      signed(ticketEvent("tkt_none"), canary.apiKey),
      signed(`{"event":{"taxId":"${canary.payerTaxId}"`),
      signed({
        event: {
          subscription: "TICKET",
          data: { type: canary.payerTaxId, ticket: { id: "t", payer: canary.payerTaxId } }
        }
      })
    ])
    for (const { status } of refused) expect([400, 401, 403, 404, 409, 413]).toContain(status)

    const ask = (path: string, body: unknown) => send(host.base, { path, body, key: canary.apiKey })
    const keys = dataOf(await ask("/api/wallet/keys", {}))
    const envelope = String(keys["protectedSymmetricKey"])
    made.push(envelope)
    const payout = (parts: object) =>
      ask("/api/wallet/payout", {
        value: 5_000,
        network: "polygon",
        pixKey: canary.receiverKey,
        walletPin: "123456",
        protectedSymmetricKey: envelope,
        ...parts
      })
    expect((await payout({ walletPin: canary.wrongPin })).status).toBe(400)
    expect((await payout({})).status).toBe(202)
    expect((await ask("/api/wallet/create", { walletPin: canary.pin })).status).toBe(400)
    const { subAccountId } = dataOf(await ask("/api/subaccount", { name: canary.payerName }))
    expect((await ask("/api/kyc/import-token", { subAccountId, importToken: canary.importToken })).status).toBe(202)
    await exchange(Number(new URL(host.base).port), [
      `GET /${canary.payerTaxId} HTTP/9.9\r\nAuthorization: Bearer ${canary.apiKey}\r\n\r\n`
    ], 200)

    // A record that somebody damaged is a fault, and faults are logged; the parser quotes what stands around the damage.
    const db = new DatabaseSync(path, { timeout: 5_000 })
    const change = db.prepare(
      "update record set body = replace(body, :from, :to) where kind = 'deposit' and body like :like"
    )
    let from = `"${canary.payerTaxId}"`
    for (const to of [`"${canary.payerTaxId}"x`, `"${canary.payerTaxId}",,`, canary.payerTaxId]) {
      change.run({ from, to, like: `%${externalId}%` })
      from = to
      expect((await send(host.base, { path: `/api/deposit/asset/${externalId}`, key: canary.apiKey })).status).toBe(500)
    }
    db.close()

    await eventually(() => Promise.resolve(receiver.at("/angry").length), (count) => count >= 3)
    await eventually(() => Promise.resolve(host.output().stderr), (stderr) => stderr.includes("A request failed"))
    await eventually(
      () => Promise.resolve(collector.spans().map(({ name }) => name)),
      (names) =>
        names.includes("createPayout") && names.includes("deliver-webhook") && names.includes("perform-movement")
    )
    metrics = (await send(host.base, { path: "/metrics" })).text
    await eventually(() => Promise.resolve(collector.metrics()), (told) => told.has("port_calls_total"))
  })

  it("the link of a charge is remembered for its Idempotency-Key, and opens again §secrets-kept-out", async () => {
    const create = () => post(depositOf({ externalId: "linked" }), canary.apiKey, { "idempotency-key": "linked" })
    const first = await create()
    chargeProof = /\.([0-9a-f]{64})$/.exec(String(bodyOf(first)["chargeUrl"]))?.[1] ?? ""
    expect(chargeProof).toHaveLength(64)
    expect((await create()).text).toBe(first.text)
  })

  it("are in no trace, no metric and no page of metrics §telemetry-secrets-kept-out", () => {
    const told = collector.raw()
    expect(told).toContain("createPayout")
    for (const [name, value] of [...Object.entries(canary), ...made.map((value) => ["made", value] as const)]) {
      expect([name, holds(told, value), holds(metrics, value)]).toEqual([name, false, false])
    }
    expect([told.includes(host.key), metrics.includes(host.key)]).toEqual([false, false])
  })

  it("are in none of what the process wrote §secrets-kept-out", () => {
    const { stderr, stdout } = host.output()
    for (const [name, value] of [...Object.entries(canary), ...made.map((value) => ["made", value] as const)]) {
      expect([name, holds(stdout + stderr, value)]).toEqual([name, false])
    }
    // The key of the default account is printed once, for its owner; it goes nowhere else.
    expect([stdout.split(host.key).length - 1, stderr.includes(host.key)]).toEqual([2, false])
  })

  it("leave logs that are one JSON object a line", () => {
    const lines = host.output().stderr.trimEnd().split("\n")
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        level: expect.any(String) as unknown,
        message: expect.anything() as unknown
      })
    }
  })

  it("that are secret lie in clear in no file of the database §secrets-kept-out", async () => {
    await host.stop()
    const directory = dirname(path)
    const files = readdirSync(directory).filter((name) => name.startsWith("plane.db"))
    expect(files).toContain("plane.db")
    for (const file of files) {
      const bytes = readFileSync(join(directory, file))
      for (
        const name of ["apiKey", "wrongKey", "webhookSecret", "providerSecret", "operatorToken", "secretsKey"] as const
      ) {
        expect([file, name, bytes.includes(canary[name])]).toEqual([file, name, false])
        expect([file, name, bytes.includes(Buffer.from(canary[name]).toString("base64").slice(0, -2))]).toEqual([
          file,
          name,
          false
        ])
      }
      if (!file.endsWith("api-key-seed")) expect([file, bytes.includes(host.key)]).toEqual([file, false])
      expect([file, bytes.includes(chargeProof)]).toEqual([file, false])
    }
  })
})
