// A movement that the provider takes no order for is done by a person there, who says so with evidence. No job sends it meanwhile.
import { Context, Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { subjects } from "../../../../core/payments/resources.ts"
import type { HoldCode } from "../../../../core/base/reason/reason.ts"
import { Events } from "../../../../core/engine/event/event.ts"
import { cancelMovement } from "../../../../core/payments/movement/cancel-movement.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { releaseMovement } from "../../../../core/payments/movement/release-movement.ts"
import { resolveMovement } from "../../../../core/payments/movement/resolve-movement.ts"
import { pixRailAdapter } from "../../../../core/ports/moving/adapter.ts"
import { absent, held } from "../../../../core/ports/outcome.ts"
import { list } from "../../../../core/engine/store/records.ts"
import { Store } from "../../../../core/engine/store/store.ts"
import { OperatorActs } from "../../../../core/engine/review/operator-act.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import { type Services, World } from "../../../support/world.ts"

const operator = { environment: "sandbox", requestId: "request-1" } as const
const hour = 3_600_000

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

/** A failed deposit on a rail that holds each return for this reason, until it is open; at the first a process may die. */
const failed = async (code: HoldCode, first?: "dies first") => {
  const rail = { orders: 0, isOpen: false }
  const opened = await World.open(undefined, (services: Context.Context<Services>) => {
    const plain = pixRailAdapter.of(services)
    return Context.merge(
      services,
      pixRailAdapter.services({
        ...plain,
        returnsFailed: false,
        sendReturn: (request) =>
          Effect.suspend(() => {
            rail.orders++
            if (first !== undefined && rail.orders === 1) return Effect.die("killed")
            return rail.isOpen ? plain.sendReturn(request) : Effect.succeed(held(code, "return it there"))
          }),
        lookUpReturn: (request) => rail.isOpen ? plain.lookUpReturn(request) : Effect.succeed(absent)
      })
    )
  })
  world = opened
  const caller = await opened.caller()
  const deposit = await opened.deposit(caller)
  opened.chain.script.push("refused")
  await opened.settle(deposit.trackId, endToEndIdAt(1))
  await opened.work()
  const movementId = `return/${deposit.walletCharge}`
  return {
    world: opened,
    rail,
    movementId,
    movement: async () =>
      (await opened.run(list(Movements, "bySubject", deposit.walletCharge, { limit: 9 })))[0]?.value,
    record: () => opened.record(caller, deposit.externalId),
    later: async () => {
      for (let passed = 0; passed < 24; passed++) {
        opened.advance(hour)
        await opened.work()
      }
    },
    resolve: (outcome: "DONE" | "REFUSED") =>
      resolveMovement(subjects)(operator, { movementId, outcome, evidence: returnIdAt(1) }),
    release: releaseMovement(subjects)(operator, { movementId }),
    cancel: cancelMovement(subjects)(operator, { movementId, reason: "the account is closed" }),
    events: async () =>
      (await opened.run(list(Events, "byOwner", caller.account.id, { limit: 20 }))).map(({ value }) => value.name),
    owed: async () =>
      (await opened.run(Store.use((store) => store.balances("deposit-owed")))).map(({ amount }) => amount),
    actions: async () =>
      (await opened.run(list(OperatorActs, "all", "all", { limit: 9 }))).map(({ value }) => value.action),
    reviews: async () =>
      (await opened.run(list(Reviews, "all", "all", { limit: 9 }))).map(({ value }) =>
        value.id.slice(value.subject.length + 1)
      )
  }
}

describe("a return that the provider takes no order for §movement-by-hand", () => {
  it("waits with its reason, and no job orders it again", async () => {
    const { later, movement, rail } = await failed("manual")
    expect(await movement()).toMatchObject({
      state: "HELD",
      reason: { code: "manual", detail: "return it there" },
      sentAt: null
    })
    const { history } = await movement() ?? {}
    await later()
    expect(rail.orders).toBe(1)
    expect(await movement()).toMatchObject({ state: "HELD", history })
  })

  it("is done by the evidence of whoever did it there, with what that means for its deposit", async () => {
    const { actions, events, later, owed, rail, record, resolve, reviews, world } = await failed("manual")
    expect(await world.run(resolve("DONE"))).toMatchObject({ status: "DONE", evidence: returnIdAt(1) })
    expect(await record()).toMatchObject({
      status: "REFUNDED",
      refundedValue: 1_000,
      refundEndToEndId: returnIdAt(1)
    })
    expect(await owed()).toEqual([0n])
    expect(await events()).toEqual(["DEPOSIT_ASSET_REFUNDED", "DEPOSIT_ASSET_FAILED"])
    expect(await actions()).toEqual(["movement.resolve"])
    expect(await reviews()).toEqual([])
    await later()
    expect(rail.orders).toBe(1)
    expect(world.jobs.size).toBe(0)
    expect(await world.refusal(resolve("DONE"))).toMatchObject({ _tag: "StateConflict", state: "DONE" })
  })

  it.each(["canceled", "resolved"])("is %s where it cannot be done, and its deposit is for a person", async (how) => {
    const { cancel, record, resolve, reviews, world } = await failed("manual")
    expect(await world.run(how === "canceled" ? cancel : resolve("REFUSED"))).toMatchObject({ status: "REFUSED" })
    expect(await record()).toMatchObject({ status: "FAILED" })
    expect((await reviews())[0]).toMatch(/^paymentNotReturned/)
    expect(await world.refusal(resolve("DONE"))).toMatchObject({ _tag: "StateConflict", state: "REFUSED" })
  })

  it("is no order of a job either after a process died that was about to give it", async () => {
    const { later, movement, rail, resolve, world } = await failed("manual", "dies first")
    expect(await movement()).toMatchObject({ state: "SENDING", sentAt: world.clock.now })
    await later()
    expect(await movement()).toMatchObject({ state: "HELD", reason: { code: "manual", detail: "return it there" } })
    expect(rail.orders).toBe(2)
    rail.isOpen = true
    await later()
    expect(rail.orders).toBe(2)
    rail.isOpen = false
    expect(await world.run(resolve("REFUSED"))).toMatchObject({ status: "REFUSED" })
  })

  it("is sent by whoever releases it, once the provider takes it", async () => {
    const { movement, rail, record, release, world } = await failed("manual")
    expect(await world.run(release)).toMatchObject({ status: "HELD" })
    expect(await movement()).toMatchObject({ reason: { code: "manual", detail: "return it there" }, sentAt: null })
    rail.isOpen = true
    expect(await world.run(release)).toMatchObject({ status: "DONE" })
    expect(await record()).toMatchObject({ status: "REFUNDED" })
    expect(world.rail.effects.size).toBe(1)
  })
})

it("a return that is held for a reason that ends is not resolved: its job sends it §movement-by-hand", async () => {
  const { later, rail, record, resolve, world } = await failed("paused")
  expect(await world.refusal(resolve("DONE"))).toMatchObject({ _tag: "StateConflict", state: "HELD" })
  rail.isOpen = true
  await later()
  expect(await record()).toMatchObject({ status: "REFUNDED" })
  expect(world.rail.effects.size).toBe(1)
})
