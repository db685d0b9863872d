// GET /api/events: the owner's own events of 30 days as a feed, page by page without gap or repetition.
import { describe, expect, it } from "vitest"
import { emit } from "../../../../core/engine/event/event.ts"
import { listEvents } from "../../../../core/webhooks/event/list-events.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { World, account, startOfTests } from "../../../support/world.ts"

const open = async () => {
  const world = await World.open()
  const caller = await world.caller()
  const other = await world.caller(account("second"))
  const announce = (n: number, owner = caller.account.id) => {
    const parts = { id: `evt_${n}x`, owner, name: "KYC_FAILED", subject: "kyc_1", createdAt: world.clock.now } as const
    const { write } = emit(parts, { n })
    return world.run(Store.use((store) => store.commit(changeSet({ writes: [write] }))))
  }
  const page = (cursor?: string, as = caller) => world.run(listEvents(as, cursor === undefined ? {} : { cursor }))
  return { world, other, announce, page }
}

const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `evt_${from + n}x`)

describe("the feed of events", () => {
  it("shows id, name, data and instant, and nothing of anybody else §events-own-only §events-fields", async () => {
    const { announce, other, page } = await open()
    await announce(1)
    await announce(2, other.account.id)
    expect((await page()).events).toEqual([
      {
        id: "evt_1x",
        eventId: "evt_1x",
        event: "KYC_FAILED",
        data: { n: 1 },
        createdAt: new Date(startOfTests).toISOString()
      }
    ])
    expect((await page(undefined, other)).events.map(({ id }) => id)).toEqual(["evt_2x"])
  })

  it.each([49, 50, 51, 101])(
    "of %i events goes on from page to page, oldest first §events-cursor §limit-event-page",
    async (count) => {
      const { announce, page } = await open()
      for (let n = 1; n <= count; n++) await announce(n)
      const seen: Array<string> = []
      let cursor: string | undefined
      for (let more = true; more;) {
        const { events, hasMore, nextCursor } = await page(cursor)
        expect(events.length).toBe(Math.min(limits.eventPage, count - seen.length))
        seen.push(...events.map(({ id }) => id))
        cursor = nextCursor
        more = hasMore
      }
      expect(seen).toEqual(ids(1, count))
      expect(await page(cursor)).toEqual({ events: [], hasMore: false, nextCursor: cursor })
      await announce(count + 1)
      expect((await page(cursor)).events.map(({ id }) => id)).toEqual([`evt_${count + 1}x`])
    }
  )

  it("begins with what is exactly 30 days old, and leaves out what is a millisecond older §events-kept §limit-events-kept-ms", async () => {
    const { announce, other, page, world } = await open()
    for (let n = 1; n <= 60; n++) {
      await announce(n)
      await announce(1_000 + n, other.account.id)
      world.advance(1)
    }
    world.clock.now = startOfTests + 20 + limits.eventsKeptMs
    const first = await page()
    expect(first.events.map(({ id }) => id)).toEqual(ids(21, 60))
    expect(first.hasMore).toBe(false)
    world.advance(1)
    expect((await page()).events.map(({ id }) => id)).toEqual(ids(22, 60))
    world.clock.now = startOfTests + 59 + limits.eventsKeptMs
    expect((await page()).events.map(({ id }) => id)).toEqual(["evt_60x"])
    world.advance(1)
    const none = await page()
    expect([none.events, none.hasMore]).toEqual([[], false])
    await announce(61)
    expect((await page(none.nextCursor)).events.map(({ id }) => id)).toEqual(["evt_61x"])
  })

  it("goes on from a cursor that is older than what is kept §events-cursor", async () => {
    const { announce, page, world } = await open()
    await announce(1)
    const { nextCursor } = await page()
    for (let n = 2; n <= 200; n++) await announce(n)
    world.advance(limits.eventsKeptMs + 1)
    await announce(201)
    expect((await page(nextCursor)).events.map(({ id }) => id)).toEqual(["evt_201x"])
  })

  it("is empty for who has none, with a cursor for what comes", async () => {
    const { announce, page } = await open()
    const { events, hasMore, nextCursor } = await page()
    expect([events, hasMore]).toEqual([[], false])
    await announce(1)
    expect((await page(nextCursor)).events.map(({ id }) => id)).toEqual(["evt_1x"])
  })

  // S15
  it("refuses what is no cursor, and the cursor of another owner §cursor-opaque", async () => {
    const { announce, other, page, world } = await open()
    const caller = await world.caller()
    await announce(1)
    const { nextCursor } = await page()
    await announce(2, other.account.id)
    for (const cursor of ["x", "p1", nextCursor]) {
      expect(await world.refusal(listEvents(other, { cursor }))).toMatchObject({ details: [{ field: "cursor" }] })
    }
    expect((await page(nextCursor)).events).toEqual([])
    expect(await world.refusal(listEvents(caller, { cursor: "x" }))).toMatchObject({ _tag: "ValidationFailed" })
  })
})
