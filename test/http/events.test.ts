// GET /api/events over the wire: what a key owner missed, in the shape that it declares, never anybody else's.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { listEvents } from "../../hosts/http/api/definition/event.ts"
import { type TestHost, declared, eventually, keyOf, openHost } from "../support/host.ts"
import { expectFailure, expectSuccess, send } from "../support/http.ts"
import { openReceiver } from "../support/receiver.ts"
import { depositOf, makeDeposit, settleWithKey, untilStatus } from "./sandbox.ts"

describe("GET /api/events", () => {
  const key = keyOf("acme")
  let host: TestHost
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  beforeAll(async () => {
    receiver = await openReceiver()
    host = await openHost({
      accounts: [
        declared("acme", { webhooks: [{ url: `${receiver.base}/hook`, secret: "5e".repeat(32) }] }),
        declared("other")
      ],
      variables: { PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true" }
    })
  })
  afterAll(async () => {
    await host.close()
    await receiver.close()
  })

  it("shows what the webhook was told, under the same id, and goes on from its cursor §endpoint-list-events §events-fields §events-cursor", async () => {
    const start = expectSuccess(listEvents, await send(host.base, { path: "/api/events", key }))["data"]
    const { externalId, trackId } = await makeDeposit(host.base, key, depositOf())
    await settleWithKey(host.base, key, String(trackId))
    await untilStatus(host.base, key, String(externalId), "COMPLETED")
    const { nextCursor } = start as { readonly nextCursor: string }
    const page = expectSuccess(listEvents, await send(host.base, { path: `/api/events?cursor=${nextCursor}`, key }))
    const [told] = await eventually(() => Promise.resolve(receiver.at("/hook")), ({ length }) => length > 0)
    const { data, event } = JSON.parse(told?.body.toString() ?? "{}") as {
      readonly event: string
      readonly data: object
    }
    expect(page["data"]).toEqual({
      events: [{
        id: told?.headers["x-service-event-id"],
        eventId: told?.headers["x-service-event-id"],
        event,
        data,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown
      }],
      nextCursor: expect.any(String) as unknown,
      hasMore: false
    })
  })

  it("shows nothing of another owner §events-own-only", async () => {
    const page = expectSuccess(listEvents, await send(host.base, { path: "/api/events", key: keyOf("other") }))
    expect(page["data"]).toMatchObject({ events: [], hasMore: false })
  })

  it.each(["x", "p", "p-1", "pzzzzzzzzzzzzz"])("refuses the cursor %s", async (cursor) => {
    expectFailure(await send(host.base, { path: `/api/events?cursor=${cursor}`, key }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["cursor"]
    })
  })

  it("needs a key", async () => {
    expectFailure(await send(host.base, { path: "/api/events" }), { status: 401, errorCode: "UNAUTHORIZED" })
  })
})
