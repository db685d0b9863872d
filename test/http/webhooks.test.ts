// Webhooks as a receiver sees them (spec "Events"; C22, C23, C44): signed over the raw bytes, with stable ids, sent once or
// again as the event and the webhook say, and written down.
import { createHmac } from "node:crypto"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { list } from "../../core/engine/store/records.ts"
import { Store } from "../../core/engine/store/store.ts"
import { Deliveries, type Delivery } from "../../core/webhooks/webhook/webhook.ts"
import { type TestHost, approvedCpf, declared, eventually, evmAddress, keyOf, openHost } from "../support/host.ts"
import { endToEndIdAt, returnIdAt } from "../support/ids.ts"
import { type Received, type WebhookReceiver, openReceiver } from "../support/receiver.ts"
import {
  expectAccepted,
  makeDeposit,
  recordOf,
  returnEvent,
  sendSigned,
  settleWithKey,
  ticketEvent,
  untilStatus
} from "./sandbox.ts"

const key = keyOf("acme")
const secrets = { all: "a".repeat(64), failures: "b".repeat(64), broken: "c".repeat(64), patient: "d".repeat(64) }

interface Notice {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

const noticeOf = ({ body }: Received): Notice => JSON.parse(body.toString()) as Notice

const expectSigned = ({ at, body, headers }: Received, secret: string): void => {
  const timestamp = String(headers["x-service-timestamp"])
  expect(headers["x-service-signature"]).toBe(
    createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")
  )
  expect(Math.abs(at / 1_000 - Number(timestamp))).toBeLessThan(5)
  expect(headers["content-type"]).toBe("application/json")
  expect(headers["x-service-event-id"]).toMatch(/^evt_[0-9a-f]{32}$/)
}

describe("webhooks", () => {
  let host: TestHost
  let receiver: WebhookReceiver
  let ids = 0
  const next = (): number => ++ids
  beforeAll(async () => {
    receiver = await openReceiver((path, n) => path === "/broken" ? 500 : path === "/patient" && n === 1 ? 503 : 204)
    host = await openHost({
      accounts: [
        declared("acme", {
          webhooks: [
            { url: `${receiver.base}/all`, secret: secrets.all, headers: { "X-Env": "dev", "x-Team": "pay ments" } },
            {
              url: `${receiver.base}/failures`,
              secret: secrets.failures,
              events: ["DEPOSIT_ASSET_FAILED", "DEPOSIT_ASSET_REFUNDED"]
            },
            { url: `${receiver.base}/broken`, secret: secrets.broken, events: ["DEPOSIT_ASSET_SUCCESS"] }
          ]
        }),
        declared("virtual", {
          virtualAccount: true,
          webhooks: [{ url: `${receiver.base}/virtual`, secret: secrets.all }]
        }),
        declared("down", { webhooks: [{ url: "http://127.0.0.1:1/hook", secret: secrets.all }] }),
        declared("patient", { webhooks: [{ url: `${receiver.base}/patient`, secret: secrets.patient, retry: true }] }),
        declared("silent")
      ],
      variables: { PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true" }
    })
  })
  afterAll(async () => {
    await host.close()
    await receiver.close()
  })

  /** What came to a path about one deposit, once there is as much of it as expected. */
  const notices = async (path: string, externalId: string, count: number): Promise<ReadonlyArray<Received>> =>
    eventually(
      () => Promise.resolve(receiver.at(path).filter((each) => noticeOf(each).data["externalId"] === externalId)),
      (found) => found.length >= count
    )

  const deliveriesOf = (eventId: unknown): Promise<ReadonlyArray<Delivery>> =>
    host.inSandbox(
      Effect.map(list(Deliveries, "byEvent", String(eventId), { limit: 100 }), (rows) => rows.map(({ value }) => value))
    )

  const paid = async (parts: Readonly<Record<string, unknown>>, status: string, as = key) => {
    const { externalId, trackId } = await makeDeposit(host.base, as, parts)
    const endToEndId = endToEndIdAt(next())
    expectAccepted(
      await sendSigned(host.base, ticketEvent(trackId, { endToEndId, payer: { name: "Maria", taxId: approvedCpf } }))
    )
    await untilStatus(host.base, as, externalId, status)
    return { externalId, trackId, endToEndId }
  }

  it("tells of a success: signed, with the webhook's own headers, in the extended form §deposit-success-event §delivery-headers", async () => {
    const { externalId, trackId } = await paid({}, "COMPLETED")
    const [received] = await notices("/all", externalId, 1)
    if (received === undefined) throw new Error("nothing came")
    expectSigned(received, secrets.all)
    expect(received.headers).toMatchObject({ "x-env": "dev", "x-team": "pay ments" })
    expect(noticeOf(received)).toEqual({
      event: "DEPOSIT_ASSET_SUCCESS",
      data: {
        success: true,
        value: 5_000,
        asset: "USDC",
        externalId,
        fee: "1.25",
        fxRateAtTx: 5.4,
        network: "base",
        finalDestinationKind: "ADDRESS",
        valueInBrl: "50.00",
        valueInCurrency: 9.027777,
        trackId
      }
    })
    expect(receiver.at("/failures").filter((each) => noticeOf(each).data["externalId"] === externalId)).toEqual([])
  })

  it("adds payer, end-to-end id and time for accounts that own a virtual account §deposit-success-event-virtual", async () => {
    const { endToEndId, externalId } = await paid({}, "COMPLETED", keyOf("virtual"))
    const [received] = await notices("/virtual", externalId, 1)
    expect(noticeOf(received as Received).data).toMatchObject({
      payer: { name: "Maria", taxId: approvedCpf },
      endToEndId,
      paidAt: expect.stringMatching(/Z$/) as unknown
    })
  })

  it("tells of a failure once, with an event id that is the same in body and header §deposit-failed-event", async () => {
    const { externalId, trackId } = await paid({ address: "0x000000000000000000000000000000000000dEaD" }, "FAILED")
    const [received] = await notices("/failures", externalId, 1)
    if (received === undefined) throw new Error("nothing came")
    expectSigned(received, secrets.failures)
    const record = await recordOf(host.base, key, externalId)
    expect(noticeOf(received)).toEqual({
      event: "DEPOSIT_ASSET_FAILED",
      data: {
        eventId: received.headers["x-service-event-id"],
        occurredAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
        externalId,
        walletCharge: record["walletCharge"],
        trackId,
        asset: "USDC",
        network: "base",
        value: 5_000,
        valueInBrl: "50.00",
        success: false,
        status: "FAILED",
        errorCode: "DEPOSIT_DELIVERY_FAILED",
        errorDescription: record["errorDescription"],
        retryable: false
      }
    })
    await notices("/all", externalId, 1)
    expect(received.headers["x-service-event-id"]).toBe(
      (await notices("/all", externalId, 1))[0]?.headers["x-service-event-id"]
    )
  })

  it("tells of every return with the cumulative total; the last one is final §deposit-refunded-event-full", async () => {
    const { endToEndId, externalId } = await paid({}, "COMPLETED")
    const returns = [[1_000, 1_000], [1_500, 2_500], [2_500, 5_000]] as const
    const returnIds = returns.map(() => returnIdAt(next()))
    for (const [n, [value]] of returns.entries()) {
      expectAccepted(await sendSigned(host.base, returnEvent(endToEndId, String(returnIds[n]), value)))
    }
    const received = await notices("/failures", externalId, 3)
    expect(received.map((each) => noticeOf(each))).toEqual(returns.map(([refundValue, refundedValue], n) => ({
      event: "DEPOSIT_ASSET_REFUNDED",
      data: expect.objectContaining({
        success: true,
        status: n === 2 ? "REFUNDED" : "COMPLETED",
        refundStatus: "CONFIRMED",
        refundValue,
        refundedValue,
        refundEndToEndId: returnIds[n],
        partial: n < 2,
        retryable: n === 2,
        eventId: received[n]?.headers["x-service-event-id"]
      }) as unknown
    })))
    expect(new Set(received.map(({ headers }) => headers["x-service-event-id"])).size).toBe(3)
  })

  it("says nothing of a charge that is not paid, and nothing twice of one that is §deposit-event-once", async () => {
    const { externalId } = await makeDeposit(host.base, key)
    const { externalId: settled, trackId } = await paid({}, "COMPLETED")
    for (let n = 0; n < 5; n++) expectAccepted(await settleWithKey(host.base, key, trackId))
    await notices("/all", settled, 1)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(receiver.at("/all").filter((each) => noticeOf(each).data["externalId"] === externalId)).toEqual([])
    expect(receiver.at("/all").filter((each) => noticeOf(each).data["externalId"] === settled)).toHaveLength(1)
  })

  it("sends a success once when the webhook asks for no more, and keeps the log §delivery-once", async () => {
    const { externalId } = await paid({}, "COMPLETED")
    const [received] = await notices("/broken", externalId, 1)
    const eventId = received?.headers["x-service-event-id"]
    const ended = await eventually(
      () => deliveriesOf(eventId),
      (deliveries) => deliveries.some(({ state }) => state === "EXHAUSTED")
    )
    const failed = ended.filter(({ state }) => state === "EXHAUSTED")
    expect(failed).toMatchObject([{
      attemptCount: 1,
      attempts: [{ status: 500, problem: { code: "answered", status: 500 } }],
      event: "DEPOSIT_ASSET_SUCCESS"
    }])
    expect(receiver.at("/broken").filter((each) => each.headers["x-service-event-id"] === eventId)).toHaveLength(1)
  })

  it("tries again after five seconds when the webhook asks for it: same id, same body, a signature of its own §delivery-event-id", async () => {
    const { externalId } = await paid({}, "COMPLETED", keyOf("patient"))
    const [first, second] = await notices("/patient", externalId, 2)
    if (first === undefined || second === undefined) throw new Error("not tried again")
    expectSigned(first, secrets.patient)
    expectSigned(second, secrets.patient)
    expect(second.body.equals(first.body)).toBe(true)
    expect(second.headers["x-service-event-id"]).toBe(first.headers["x-service-event-id"])
    expect(second.headers["x-service-timestamp"]).not.toBe(first.headers["x-service-timestamp"])
    expect(second.headers["x-service-signature"]).not.toBe(first.headers["x-service-signature"])
    expect(second.at - first.at).toBeGreaterThan(4_500)
    expect(second.at - first.at).toBeLessThan(8_000)
    const log = await eventually(
      () => deliveriesOf(first.headers["x-service-event-id"]),
      (deliveries) => deliveries.some(({ attemptCount, state }) => state === "DELIVERED" && attemptCount === 2)
    )
    expect(log.find(({ attemptCount }) => attemptCount === 2)).toMatchObject({
      attempts: [{ status: 503, problem: { code: "answered", status: 503 } }, { status: 204, problem: null }]
    })
  })

  it("goes on telling of a failure until somebody listens: the next try is a minute away", async () => {
    const { externalId } = await paid(
      { address: "0x000000000000000000000000000000000000dEaD" },
      "FAILED",
      keyOf("down")
    )
    const charge = String((await recordOf(host.base, keyOf("down"), externalId))["walletCharge"])
    const tried = await eventually(
      () =>
        host.inSandbox(Effect.gen(function*() {
          const store = yield* Store
          const account = yield* store.get("deposit", charge)
          const owner = account._tag === "Some" ? account.value.owner : ""
          const hooks = yield* store.list({ kind: "webhook", list: "byOwner", value: owner, limit: 1 })
          const rows = yield* list(Deliveries, "byWebhook", hooks[0]?.record.id ?? "", { limit: 10 })
          return rows.map(({ value }) => value)
        })),
      (deliveries) => deliveries.some(({ attemptCount }) => attemptCount > 0)
    )
    expect(tried).toMatchObject([{
      state: "PENDING",
      attemptCount: 1,
      attempts: [{ status: null, problem: { code: "connectionFailed", detail: "ECONNREFUSED" } as unknown }]
    }])
  })

  it("settles for accounts without webhooks just the same", async () => {
    const { externalId, trackId } = await makeDeposit(host.base, keyOf("silent"), { address: evmAddress })
    expectAccepted(await settleWithKey(host.base, keyOf("silent"), trackId))
    await untilStatus(host.base, keyOf("silent"), externalId, "COMPLETED")
  })
})

describe("private receivers", () => {
  it("are not reached where private webhooks are not allowed §delivery-private", async () => {
    const receiver = await openReceiver()
    const host = await openHost({
      accounts: [declared("acme", { webhooks: [{ url: `${receiver.base}/hook`, secret: secrets.all }] })],
      variables: { HOST: "0.0.0.0" }
    })
    try {
      const { externalId, trackId } = await makeDeposit(host.base, key)
      expectAccepted(await settleWithKey(host.base, key, trackId))
      await untilStatus(host.base, key, externalId, "COMPLETED")
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(receiver.at("/hook")).toEqual([])
    } finally {
      await host.close()
      await receiver.close()
    }
  })
})
