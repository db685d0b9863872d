// From an event to the endpoints of its owner: one delivery for each that wants it, the same body and event id over all
// tries, a fresh signature for each, and a log of what came of it (spec "Events", "Delivery"; C22, C23).
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import type { BootstrapWebhook } from "../../../../core/operations/provisioning/bootstrap-file.ts"
import { type EventName, emit } from "../../../../core/engine/event/event.ts"
import { feed } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { Deliveries, isGenuine } from "../../../../core/webhooks/webhook/webhook.ts"
import { World, account } from "../../../support/world.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const secret = "5e".repeat(32)

const hook = (path: string, parts: Partial<BootstrapWebhook> = {}): BootstrapWebhook => ({
  url: `https://hooks.example/${path}`,
  secret,
  ...parts
})

const open = async (...webhooks: ReadonlyArray<BootstrapWebhook>) => {
  const world = await World.open()
  const caller = await world.caller(account("first", { webhooks }))
  const announce = async (name: EventName, id = "evt_1") => {
    const parts = { id, owner: caller.account.id, name, subject: "dep_1", createdAt: world.clock.now }
    const { job, write } = emit(parts, { externalId: "order-1", name: "João" })
    await world.run(Store.use((store) => store.commit(changeSet({ writes: [write], jobs: [job] }))))
  }
  const deliveries = (id = "evt_1") =>
    world.run(feed(Deliveries, "byEvent", id, { limit: 200 })).then((rows) => rows.map(({ value }) => value))
  return { world, caller, announce, deliveries }
}

const fails = (status: number) => () => ({ _tag: "Answered" as const, status })

describe("an event", () => {
  it("goes once to each endpoint that wants it §delivery-all-endpoints", async () => {
    const { announce, deliveries, world } = await open(
      hook("all"),
      hook("these", { events: ["DEPOSIT_ASSET_FAILED", "KYC_APPROVED"] }),
      hook("others", { events: ["PAYOUT_FAILED"] }),
      hook("none", { events: [] })
    )
    await announce("KYC_APPROVED")
    await world.work()
    expect(world.notifier.posts.map(({ url }) => url).toSorted())
      .toEqual(["https://hooks.example/all", "https://hooks.example/these"])
    expect((await deliveries()).map(({ state }) => state)).toEqual(["DELIVERED", "DELIVERED"])
    expect(world.jobs.size).toBe(0)
  })

  it("of somebody else is not told §delivery-own-events", async () => {
    const { announce, world } = await open(hook("mine"))
    await world.caller(account("second", { webhooks: [hook("theirs")] }))
    await announce("KYC_APPROVED")
    await world.work()
    expect(world.notifier.posts.map(({ url }) => url)).toEqual(["https://hooks.example/mine"])
  })

  it("that no one wants ends there", async () => {
    const { announce, deliveries, world } = await open()
    await announce("KYC_APPROVED")
    await world.work()
    expect(await deliveries()).toEqual([])
    expect(world.jobs.size).toBe(0)
  })

  it("is handed out once, also by two workers of which one lost its lease", async () => {
    const { announce, deliveries, world } = await open(hook("all"))
    await announce("KYC_APPROVED")
    const [slow] = await world.claim(1)
    world.advance(minute)
    await world.work()
    if (slow !== undefined) await world.runJob(slow)
    await world.work()
    expect(await deliveries()).toHaveLength(1)
    expect(world.notifier.posts).toHaveLength(1)
  })
})

describe("a delivery", () => {
  it("carries the body and its proof, and verifies with the secret §delivery-body §delivery-signature", async () => {
    const { announce, world } = await open(hook("all"))
    await announce("KYC_APPROVED")
    world.advance(1_500)
    await world.work()
    const [post] = world.notifier.posts
    expect(post?.body).toBe(`{"event":"KYC_APPROVED","data":{"externalId":"order-1","name":"João"}}`)
    expect(post?.headers).toEqual({
      "content-type": "application/json",
      "x-service-event-id": "evt_1",
      "x-service-timestamp": String(Math.floor(world.clock.now / 1_000)),
      "x-service-signature": expect.stringMatching(/^[0-9a-f]{64}$/) as string
    })
    const proof = {
      timestamp: post?.headers["x-service-timestamp"] ?? "",
      signature: post?.headers["x-service-signature"] ?? "",
      body: post?.body ?? ""
    }
    expect(isGenuine(Redacted.make(secret), proof, world.clock.now)).toBe(true)
    expect(isGenuine(Redacted.make("00".repeat(32)), proof, world.clock.now)).toBe(false)
  })

  it("sends the webhook's own headers, none of which replaces ours in any case §delivery-headers", async () => {
    const headers = {
      "X-Env": "dev",
      "X-SERVICE-SIGNATURE": "forged",
      "x-Service-Timestamp": "0",
      "X-Service-Event-Id": "forged",
      "Content-Type": "text/plain",
      authorization: "Bearer mine"
    }
    const { announce, world } = await open(hook("all", { headers }))
    await announce("KYC_APPROVED")
    await world.work()
    const sent = world.notifier.posts[0]?.headers ?? {}
    expect(sent).toMatchObject({
      "x-env": "dev",
      authorization: "Bearer mine",
      "content-type": "application/json",
      "x-service-event-id": "evt_1"
    })
    expect(Object.values(sent)).not.toContain("forged")
    expect(Object.keys(sent).map((name) => name.toLowerCase()).toSorted()).toEqual(Object.keys(sent).toSorted())
  })

  it.each([199, 300, 301, 400, 404, 410, 429, 500, 503])(
    "that is answered %d has failed §delivery-2xx",
    async (status) => {
      const { announce, deliveries, world } = await open(hook("all"))
      world.notifier.answers = fails(status)
      await announce("KYC_APPROVED")
      await world.work()
      expect(await deliveries()).toMatchObject([
        {
          state: "EXHAUSTED",
          attemptCount: 1,
          attempts: [{ at: world.clock.now, status, problem: { code: "answered", status } }]
        }
      ])
    }
  )

  it.each([200, 201, 204, 299])("that is answered %d has arrived §delivery-2xx", async (status) => {
    const { announce, deliveries, world } = await open(hook("all"))
    world.notifier.answers = fails(status)
    await announce("KYC_APPROVED")
    await world.work()
    expect(await deliveries()).toMatchObject([{ state: "DELIVERED", attempts: [{ status, problem: null }] }])
  })

  it("that reaches no one has failed, with why §delivery-2xx", async () => {
    const { announce, deliveries, world } = await open(hook("all"))
    world.notifier.answers = () => ({ _tag: "Unreached", problem: { code: "connectionFailed" } })
    await announce("KYC_APPROVED")
    await world.work()
    expect(await deliveries()).toMatchObject([
      { state: "EXHAUSTED", attempts: [{ status: null, problem: { code: "connectionFailed" } }] }
    ])
  })

  it("of a persisted event is tried every minute for three days, and then no more §delivery-persisted", async () => {
    const { announce, deliveries, world } = await open(hook("all"))
    world.notifier.answers = fails(500)
    const start = world.clock.now
    await announce("DEPOSIT_ASSET_REFUNDED")
    await world.work()
    while (world.jobs.size > 0) {
      world.advance(minute)
      await world.work()
    }
    expect(world.clock.now - start).toBe(3 * day)
    expect(world.notifier.posts).toHaveLength(3 * 24 * 60 + 1)
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ state: "EXHAUSTED", attemptCount: 3 * 24 * 60 + 1 })
    // The log keeps the latest tries, so that it does not grow for three days.
    expect(delivery?.attempts).toHaveLength(20)
    expect(delivery?.attempts.at(-1)?.at).toBe(world.clock.now)
  })

  it("keeps its body and event id over all tries, with a signature of each §delivery-event-id", async () => {
    const { announce, deliveries, world } = await open(hook("all"))
    let tries = 0
    world.notifier.answers = () => ({ _tag: "Answered", status: ++tries < 4 ? 500 : 200 })
    await announce("DEPOSIT_ASSET_FAILED")
    await world.work()
    for (let n = 0; n < 6; n++) {
      world.advance(minute)
      await world.work()
    }
    const { posts } = world.notifier
    expect(posts).toHaveLength(4)
    expect(new Set(posts.map(({ body }) => body)).size).toBe(1)
    expect(new Set(posts.map(({ headers }) => headers["x-service-event-id"])).size).toBe(1)
    expect(new Set(posts.map(({ headers }) => headers["x-service-signature"])).size).toBe(4)
    expect(await deliveries()).toMatchObject([{ state: "DELIVERED", attemptCount: 4 }])
  })

  it("follows the schedule that a webhook asked for §delivery-retry-opt-in", async () => {
    const { announce, deliveries, world } = await open(hook("all", { retry: true }))
    world.notifier.answers = fails(500)
    await announce("KYC_APPROVED")
    const start = world.clock.now
    const at: Array<number> = []
    while (world.jobs.size > 0) {
      const before = world.notifier.posts.length
      await world.work()
      if (world.notifier.posts.length > before) at.push(world.clock.now - start)
      world.advance(5 * second)
    }
    const pauses = at.map((each, index) => each - (at[index - 1] ?? 0)).slice(1)
    expect(pauses).toEqual([5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour])
    expect(await deliveries()).toMatchObject([{ state: "EXHAUSTED", attemptCount: 8 }])
  })

  it.each(
    [
      { status: 410, event: "KYC_APPROVED", retry: false, pause: undefined },
      { status: 429, event: "KYC_APPROVED", retry: false, pause: undefined },
      { status: 410, event: "KYC_APPROVED", retry: true, pause: 5 * second },
      { status: 429, event: "KYC_APPROVED", retry: true, pause: 5 * second },
      { status: 410, event: "DEPOSIT_ASSET_FAILED", retry: false, pause: minute },
      { status: 429, event: "DEPOSIT_ASSET_FAILED", retry: true, pause: minute }
    ] as const
  )(
    "of $event that is answered $status (retry: $retry) keeps to the schedule, and so do those after it §webhook-gone-or-pause §delivery-2xx",
    async ({ event, pause, retry, status }) => {
      const { announce, deliveries, world } = await open(hook("all", { retry }))
      world.notifier.answers = fails(status)
      await announce(event)
      await world.work()
      expect([...world.jobs.keys()]).toEqual(
        pause === undefined ? [] : ["notify/evt_1/" + String((await deliveries())[0]?.webhookId)]
      )
      world.advance((pause ?? hour) - 1)
      await world.work()
      expect(world.notifier.posts).toHaveLength(1)
      world.advance(1)
      await world.work()
      expect(world.notifier.posts).toHaveLength(pause === undefined ? 1 : 2)
      // The endpoint is not given up either: another event is sent at once.
      world.notifier.answers = fails(204)
      await announce("KYC_REJECTED", "evt_2")
      await world.work()
      expect(await deliveries("evt_2")).toMatchObject([{ state: "DELIVERED", attemptCount: 1 }])
    }
  )

  it("that is put off is no try: it stays as it was, and nothing else is sent there until its lease has ended", async () => {
    const { announce, deliveries, world } = await open(hook("slow"), hook("fast"))
    const isSlow = (url: string) => url.endsWith("slow")
    world.notifier.answers = ({ url }) => isSlow(url) ? { _tag: "PutOff" } : { _tag: "Answered", status: 204 }
    const sent = () => world.notifier.posts.filter(({ url }) => isSlow(url)).length
    await announce("KYC_APPROVED", "evt_1")
    await announce("KYC_APPROVED", "evt_2")
    await world.work()
    expect(sent()).toBe(1)
    expect((await deliveries()).map(({ attemptCount, state }) => `${state} ${attemptCount}`).toSorted())
      .toEqual(["DELIVERED 1", "PENDING 0"])
    world.advance(minute)
    world.notifier.answers = fails(204)
    await world.work()
    expect(sent()).toBe(3)
    for (const id of ["evt_1", "evt_2"]) {
      expect(await deliveries(id)).toMatchObject([{ state: "DELIVERED", attemptCount: 1 }, { attemptCount: 1 }])
    }
    expect(world.jobs.size).toBe(0)
  })

  it("to a slow endpoint delays no other §delivery-all-endpoints", async () => {
    const { announce, deliveries, world } = await open(hook("down"), hook("up"))
    world.notifier.answers = ({ url }) => ({ _tag: "Answered", status: url.endsWith("down") ? 503 : 200 })
    await announce("DEPOSIT_ASSET_FAILED")
    await world.work()
    const states = (await deliveries()).map(({ state }) => state).toSorted()
    expect(states).toEqual(["DELIVERED", "PENDING"])
    world.advance(minute)
    await world.work()
    const posts = world.notifier.posts.map(({ url }) => new URL(url).pathname).toSorted()
    expect(posts).toEqual(["/down", "/down", "/up"])
  })
})
