// Disputes over the provider's webhook: who may tell of one, and that receivers are told each status once.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestHost, declared, eventually, keyOf, openHost } from "../support/host.ts"
import { bodyOf, send } from "../support/http.ts"
import { type WebhookReceiver, openReceiver } from "../support/receiver.ts"
import { expectAccepted, makeDeposit, sendSigned, settleWithKey, untilStatus } from "./sandbox.ts"

const key = keyOf("acme")

describe("a dispute", () => {
  let host: TestHost
  let receiver: WebhookReceiver
  beforeAll(async () => {
    receiver = await openReceiver()
    host = await openHost({
      accounts: [declared("acme", { webhooks: [{ url: `${receiver.base}/hook`, secret: "a".repeat(64) }] })],
      variables: { DATABASE_URL: "memory:", PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true" }
    })
  })
  afterAll(async () => {
    await host.close()
    await receiver.close()
  })

  const told = () =>
    receiver.at("/hook").map(({ body }) =>
      JSON.parse(body.toString()) as { event: string; data: Record<string, unknown> }
    )
      .filter(({ event }) => event.startsWith("DISPUTE_"))
  const event = (type: string, endToEndId: string, value: unknown = 5_000) => ({
    event: { id: `evt-${type}-${String(value)}`, subscription: "DISPUTE", data: { type, endToEndId, value } }
  })

  it("is reported by the provider alone, and to the PIX's owner, each status once §dispute-events §dispute-emitted-once §dispute-payload", async () => {
    const { externalId, trackId } = await makeDeposit(host.base, key)
    await settleWithKey(host.base, key, trackId)
    const record = await untilStatus(host.base, key, externalId, "COMPLETED")
    const endToEndId = String(record["endToEndId"])

    const byKey = await send(host.base, { path: "/provider/webhook", key, body: event("CREATED", endToEndId) })
    expect(byKey.status).toBe(404)
    for (const value of [0, -1, 1.5, "5000"]) {
      const refused = await sendSigned(host.base, event("CREATED", endToEndId, value))
      expect([refused.status, bodyOf(refused)["errorCode"]]).toEqual([400, "VALIDATION_FAILED"])
    }

    expectAccepted(await sendSigned(host.base, event("ACCEPTED", endToEndId)))
    expectAccepted(await sendSigned(host.base, event("CREATED", endToEndId.toLowerCase())))
    expectAccepted(await sendSigned(host.base, event("CREATED", endToEndId)))
    await eventually(() => Promise.resolve(told()), (all) => all.length === 2)
    expect(told().map(({ event }) => event).toSorted()).toEqual(["DISPUTE_ACCEPTED", "DISPUTE_CREATED"])
    const accepted = told().find(({ event }) => event === "DISPUTE_ACCEPTED")?.data
    expect(accepted).toMatchObject({
      status: "ACCEPTED",
      endToEndId,
      value: 5_000,
      valueInBrl: "50.00",
      walletCharge: { id: record["walletCharge"], externalId, trackId, status: "COMPLETED", fee: "1.25" }
    })
    // Nothing went back: only the confirmed return does that.
    expect((await untilStatus(host.base, key, externalId, "COMPLETED"))["refundedValue"]).toBe(null)
  })
})
