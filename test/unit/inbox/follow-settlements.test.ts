// A node that tells by itself which invoices were paid: each is taken once, whatever it repeats, and a line that breaks is opened
// again.
import { Context, Duration, Effect, Stream } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { followSettlements } from "../../../core/inbox/follow-settlements.ts"
import { LightningNode, NodeSilent } from "../../../core/ports/lightning-node.ts"
import { Store, StoreUnavailable } from "../../../core/engine/store/store.ts"
import type { World } from "../../support/world.ts"
import { eventsOf, openInvoice, reviewsOf } from "../payments/lightning-invoice/lightning-invoice.scene.ts"

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

/** A node that tells what `told` gives for each time that it is listened to, and then breaks; at last it only listens. */
const listening = async (
  told: (paymentHash: string) => ReadonlyArray<ReadonlyArray<string>>,
  received = 2_050n
) => {
  const lines: Array<ReadonlyArray<string>> = []
  const over = Promise.withResolvers<void>()
  const settlements = Stream.suspend(() => {
    const line = lines.shift()
    if (line === undefined) over.resolve()
    return line === undefined
      ? Stream.never
      : Stream.concat(
        Stream.fromIterable(line.map((paymentHash) => ({ paymentHash, received: unitsUnsafe("BTC", received) }))),
        Stream.fail(new NodeSilent({ reason: "the line broke" }))
      )
  })
  const state = { failing: 0 }
  const opened = await openInvoice({}, (services) => {
    const store = Context.get(services, Store)
    return services.pipe(
      Context.add(LightningNode, { ...Context.get(services, LightningNode), settlements }),
      Context.add(Store, {
        ...store,
        commit: (changes) =>
          state.failing-- > 0 ? Effect.fail(new StoreUnavailable({ cause: "away" })) : store.commit(changes)
      })
    )
  })
  world = opened.world
  // Pauses pass at once.
  opened.world.clock.sleep = (duration) => Effect.sync(() => opened.world.advance(Duration.toMillis(duration)))
  lines.push(...told(opened.paymentHash))
  return {
    ...opened,
    state,
    hear: () => opened.world.run(Effect.race(followSettlements, Effect.promise(() => over.promise)))
  }
}

describe("a node that tells what was paid §lightning-settlements", () => {
  it("has the PIX paid, once, whatever it repeats", async () => {
    const { caller, hear, record, world } = await listening((hash) => [[hash, hash.toUpperCase()], [hash]])
    await hear()
    expect(await record()).toMatchObject({ status: "PAID" })
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
    expect((await eventsOf(world, caller.account.id)).map(({ event }) => event)).toEqual(["PAYOUT_SUCCESSFUL"])
    expect(await reviewsOf(world)).toEqual([])
  })

  it.each([[2_049n, "PENDING", ["paidLess"]], [2_051n, "PAID", []]] as const)(
    "is compared with the invoice: %s satoshis",
    async (received, status, reviews) => {
      const { hear, record, world } = await listening((hash) => [[hash]], received)
      await hear()
      expect(await record()).toMatchObject({ status })
      expect(await reviewsOf(world)).toEqual(reviews)
    }
  )

  it("goes on after an invoice that is not ours, which a person looks at", async () => {
    const other = "ab".repeat(32)
    const { hear, record, world } = await listening((hash) => [[other, hash]])
    await hear()
    expect(await record()).toMatchObject({ status: "PAID" })
    expect(await reviewsOf(world)).toEqual([`unknownInvoice`])
  })

  it("is not heard for nothing while the data store is away", async () => {
    const { hear, record, state } = await listening((hash) => [[hash]])
    state.failing = 2
    await hear()
    expect(await record()).toMatchObject({ status: "PAID" })
  })

  it("is listened to in no other way where it tells nothing", async () => {
    const { world } = await openInvoice()
    expect(await world.run(followSettlements)).toBeUndefined()
    await world.close()
  })
})
