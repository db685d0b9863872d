// The example receiver as a process: what it answers 2xx to, and what it says that it verified.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestEvent, makeTestEvent } from "../../hosts/client/test-event.ts"
import { eventually } from "../support/host.ts"
import { type ReceiverProcess, startReceiver } from "./receiver.ts"

/** The one that the example knows from the start. */
const known = "5e".repeat(32)
const unknown = "6f".repeat(32)

let receiver: ReceiverProcess
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.stop())

const deliver = async ({ body, headers }: TestEvent): Promise<number> =>
  (await fetch(receiver.url, { method: "POST", body, headers })).status

const names = (): ReadonlyArray<string> => receiver.verified().map(({ event }) => event)

const says = (count: number) => eventually(() => Promise.resolve(names()), ({ length }) => length >= count)

describe("§examples-webhook-receiver the example receiver", () => {
  it("shows what is genuine once, and refuses the rest", async () => {
    const genuine = await makeTestEvent("PAYOUT_SUCCESSFUL", { secret: known })
    expect([await deliver(genuine), await deliver(genuine)]).toEqual([204, 204])
    const old = await makeTestEvent("PAYOUT_FAILED", { secret: known, sentAt: Date.now() - 310_000 })
    const forged = await makeTestEvent("PAYOUT_FAILED", { secret: unknown })
    const altered = { ...genuine, body: genuine.body.replace("COMPLETED", "PENDING") }
    expect([await deliver(old), await deliver(forged), await deliver(altered)]).toEqual([400, 400, 400])
    expect(await (await fetch(receiver.url)).json()).toEqual({
      [genuine.headers["x-service-event-id"] ?? ""]: "PAYOUT_SUCCESSFUL"
    })
    await deliver(await makeTestEvent("KYC_APPROVED", { secret: known }))
    expect(await says(2)).toEqual(["PAYOUT_SUCCESSFUL", "KYC_APPROVED"])
  })

  it("answers the test of a registration, and calls it verified once its secret was pasted and fits", async () => {
    const test = await makeTestEvent("WEBHOOK_TEST", { secret: unknown })
    const { "x-service-signature": _, ...unsigned } = test.headers
    const old = await makeTestEvent("WEBHOOK_TEST", { secret: unknown, sentAt: Date.now() - 310_000 })
    expect([await deliver({ ...test, headers: unsigned }), await deliver(old)]).toEqual([400, 400])
    expect(await deliver(test)).toBe(204)
    receiver.paste("7a".repeat(32))
    // It was looked at again with that secret, and is not said to be verified.
    await eventually(
      () => Promise.resolve(receiver.output().split("unverified WEBHOOK_TEST").length - 1),
      (times) => times === 2
    )
    expect(names()).not.toContain("WEBHOOK_TEST")
    receiver.paste(unknown)
    expect(await says(3)).toEqual(["PAYOUT_SUCCESSFUL", "KYC_APPROVED", "WEBHOOK_TEST"])
  })
})
