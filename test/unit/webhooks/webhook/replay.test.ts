// Sending again by hand (C23): the same event id and body, a new timestamp and signature, whatever became of it before, for
// as long as events are kept.
import { describe, expect, it } from "vitest"
import { type EventName, emit } from "../../../../core/engine/event/event.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { feed, list } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { OperatorActs } from "../../../../core/engine/review/operator-act.ts"
import { listDeliveries } from "../../../../core/webhooks/webhook/list-deliveries.ts"
import { readEvent } from "../../../../core/webhooks/webhook/read-event.ts"
import { removeWebhook } from "../../../../core/webhooks/webhook/remove-webhook.ts"
import { replayDelivery } from "../../../../core/webhooks/webhook/replay-delivery.ts"
import { replayEvent } from "../../../../core/webhooks/webhook/replay-event.ts"
import { Deliveries } from "../../../../core/webhooks/webhook/webhook.ts"
import { operator, register } from "../../../support/operator.ts"
import { World } from "../../../support/world.ts"

const minute = 60_000

const open = async () => {
  const world = await World.open()
  const { account: { id } } = await world.caller()
  const announce = async (name: EventName = "KYC_FAILED", eventId = "evt_1") => {
    const parts = { id: eventId, owner: id, name, subject: "kyc_1", createdAt: world.clock.now }
    const { job, write } = emit(parts, { attemptId: "kyc_1" })
    await world.run(Store.use((store) => store.commit(changeSet({ writes: [write], jobs: [job] }))))
    await world.work()
  }
  const delivery = async () =>
    (await world.run(feed(Deliveries, "byEvent", "evt_1", { limit: 10 }))).map(({ value }) => value)[0]
  const answer = (status: number) => {
    world.notifier.answers = () => ({ _tag: "Answered", status })
  }
  return { world, id, announce, delivery, answer }
}

describe("a delivery sent again", () => {
  it("after EXHAUSTED carries the same id and body, newly signed, and is DELIVERED §webhook-replay §webhook-delivery-log", async () => {
    const { announce, answer, delivery, id, world } = await open()
    const { webhookId } = await register(world, id, "a")
    answer(500)
    await announce()
    expect(await delivery()).toMatchObject({ state: "EXHAUSTED", attemptCount: 1 })
    answer(200)
    world.advance(minute)
    await world.run(replayDelivery(operator, webhookId, "evt_1"))
    await world.work()
    const [first, second] = world.notifier.posts
    expect(second?.body).toBe(first?.body)
    expect(second?.headers["x-service-event-id"]).toBe(first?.headers["x-service-event-id"])
    expect(Number(second?.headers["x-service-timestamp"])).toBe(Number(first?.headers["x-service-timestamp"]) + 60)
    expect(second?.headers["x-service-signature"]).not.toBe(first?.headers["x-service-signature"])
    expect(await world.run(listDeliveries(webhookId, undefined))).toMatchObject({
      deliveries: [{
        eventId: "evt_1",
        state: "DELIVERED",
        attemptCount: 2,
        replays: 1,
        attempts: [{ status: 500, cause: { code: "answered", status: 500 } }, { status: 200, problem: null }]
      }],
      nextCursor: null
    })
    expect(world.jobs.size).toBe(0)
  })

  it("as often as it is requested, one try each, and no failure takes a delivery back", async () => {
    const { announce, answer, delivery, id, world } = await open()
    const { webhookId } = await register(world, id, "a", { retry: true })
    await announce()
    answer(500)
    for (let n = 0; n < 3; n++) {
      await world.run(replayDelivery(operator, webhookId, "evt_1"))
      await world.work()
    }
    world.advance(limits.webhookRetryMs)
    await world.work()
    expect(world.notifier.posts).toHaveLength(4)
    expect(await delivery()).toMatchObject({ state: "DELIVERED", attemptCount: 4, replays: 3, byHand: 3 })
  })

  it("while its schedule still runs leaves the schedule alone, and ends it when it arrives", async () => {
    const { announce, answer, delivery, id, world } = await open()
    const { webhookId } = await register(world, id, "a", { retry: true })
    answer(500)
    await announce()
    await world.run(replayDelivery(operator, webhookId, "evt_1"))
    await world.work()
    expect(await delivery()).toMatchObject({ state: "PENDING", attemptCount: 2 })
    world.advance(5_000)
    await world.work()
    expect(await delivery()).toMatchObject({ state: "PENDING", attemptCount: 3 })
    answer(200)
    await world.run(replayDelivery(operator, webhookId, "evt_1"))
    await world.work()
    expect(await delivery()).toMatchObject({ state: "DELIVERED", attemptCount: 4 })
    world.advance(minute)
    await world.work()
    expect([world.notifier.posts.length, world.jobs.size]).toEqual([4, 0])
  })

  it("up to 30 days after the event, and not a millisecond later §limit-events-kept-ms §events-kept", async () => {
    const { announce, id, world } = await open()
    const { webhookId } = await register(world, id, "a")
    await announce()
    world.advance(limits.eventsKeptMs)
    await world.run(replayDelivery(operator, webhookId, "evt_1"))
    await world.run(replayEvent(operator, "evt_1"))
    expect(await world.run(readEvent("evt_1"))).toMatchObject({ id: "evt_1" })
    world.advance(1)
    const gone = { _tag: "NotFound", resource: "Event" }
    expect(await world.refusal(replayDelivery(operator, webhookId, "evt_1"))).toMatchObject(gone)
    expect(await world.refusal(replayEvent(operator, "evt_1"))).toMatchObject(gone)
    expect(await world.refusal(readEvent("evt_1"))).toMatchObject(gone)
  })

  it("is refused where there is none, and for an endpoint that was removed", async () => {
    const { announce, id, world } = await open()
    const { webhookId } = await register(world, id, "a", { events: ["KYC_APPROVED"] })
    await announce()
    expect(await world.refusal(replayDelivery(operator, webhookId, "evt_1"))).toMatchObject({ resource: "Delivery" })
    expect(await world.refusal(replayDelivery(operator, webhookId, "evt_2"))).toMatchObject({ resource: "Event" })
    await world.run(removeWebhook(operator, webhookId))
    expect(await world.refusal(replayDelivery(operator, webhookId, "evt_1"))).toMatchObject({ resource: "Webhook" })
  })

  it("and tried at the same moment is written down twice, not tried a third time", async () => {
    const { announce, delivery, id, world } = await open()
    const { webhookId } = await register(world, id, "a")
    world.notifier.answers = () => {
      // The operator asks while the first try is on its way.
      asked ??= world.run(replayDelivery(operator, webhookId, "evt_1")).catch(() => undefined)
      return { _tag: "Answered", status: 200 }
    }
    let asked: Promise<unknown> | undefined
    await announce()
    await asked
    await world.work()
    expect(await delivery()).toMatchObject({ state: "DELIVERED", attemptCount: world.notifier.posts.length })
    expect(world.jobs.size).toBe(0)
  })
})

describe("an event sent again", () => {
  it("goes to every endpoint that wants it now, also to one that came after it §webhook-replay-event", async () => {
    const { announce, id, world } = await open()
    await register(world, id, "before")
    const removed = await register(world, id, "removed")
    await register(world, id, "else", { events: ["KYC_APPROVED"] })
    await announce()
    world.notifier.posts.length = 0
    await world.run(removeWebhook(operator, removed.webhookId))
    await register(world, id, "after")
    const { deliveries } = await world.run(replayEvent(operator, "evt_1"))
    expect(deliveries.map(({ replays, state }) => [state, replays])).toEqual([["DELIVERED", 1], ["PENDING", 0]])
    await world.work()
    expect(world.notifier.posts.map(({ url }) => url).toSorted()).toEqual([
      "https://hooks.example/after",
      "https://hooks.example/before"
    ])
    const acts = await world.run(list(OperatorActs, "all", "all", { limit: 10 }))
    expect(acts.filter(({ value }) => value.action === "event.replay")).toHaveLength(2)
    expect(await world.run(readEvent("evt_1"))).toMatchObject({
      event: "KYC_FAILED",
      accountId: id,
      subject: "kyc_1",
      data: { attemptId: "kyc_1" },
      deliveries: [{ state: "DELIVERED" }, { state: "DELIVERED" }, { state: "DELIVERED" }]
    })
  })
})

describe("an event that is handed out", () => {
  it("reaches every endpoint, also when it was sent again to one of them before §webhook-replay-event", async () => {
    const { id, world } = await open()
    await register(world, id, "one")
    const parts = { id: "evt_1", owner: id, name: "KYC_FAILED" as const, subject: "kyc_1", createdAt: world.clock.now }
    const { job, write } = emit(parts, { attemptId: "kyc_1" })
    await world.run(Store.use((store) => store.commit(changeSet({ writes: [write], jobs: [job] }))))
    await world.run(replayEvent(operator, "evt_1"))
    await register(world, id, "two")
    world.notifier.posts.length = 0
    await world.work()
    expect(world.notifier.posts.map(({ url }) => url).toSorted()).toEqual([
      "https://hooks.example/one",
      "https://hooks.example/two"
    ])
  })
})

describe("a removed endpoint", () => {
  it("gets none of what waits, and no retry runs on §webhook-remove", async () => {
    const { announce, answer, delivery, id, world } = await open()
    const { webhookId } = await register(world, id, "a")
    answer(500)
    await announce("DEPOSIT_ASSET_FAILED")
    expect(await delivery()).toMatchObject({ state: "PENDING" })
    await world.run(removeWebhook(operator, webhookId))
    world.advance(minute)
    await world.work()
    expect(world.notifier.posts).toHaveLength(1)
    expect(await delivery()).toMatchObject({
      state: "EXHAUSTED",
      attempts: [{ status: 500 }, { status: null, problem: { code: "webhookRemoved" } }]
    })
    expect(world.jobs.size).toBe(0)
  })
})
