// A movement that is not sent for a reason of our own waits, and is neither a doubt nor a failure (C51). An operator releases it,
// or cancels what was not sent.
import { Option } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { subjects } from "../../../../core/payments/resources.ts"
import { cancelMovement } from "../../../../core/payments/movement/cancel-movement.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { advanceMovement } from "../../../../core/payments/movement/perform-movement.ts"
import { releaseMovement } from "../../../../core/payments/movement/release-movement.ts"
import { get, list } from "../../../../core/engine/store/records.ts"
import { OperatorActs } from "../../../../core/engine/review/operator-act.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import type { Fate } from "../../../support/ports.ts"
import { World } from "../../../support/world.ts"

const operator = { environment: "sandbox", requestId: "request-1" } as const

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

/** A deposit that was paid, whose delivery had these fates so far, one a try. */
const paid = async (...fates: ReadonlyArray<Fate>) => {
  const opened = await World.open()
  world = opened
  const caller = await opened.caller()
  const deposit = await opened.deposit(caller)
  await opened.settle(deposit.trackId, endToEndIdAt(1))
  const movementId = `deliver/${deposit.walletCharge}`
  for (const fate of fates) {
    opened.chain.script.push(fate)
    await opened.run(advanceMovement(subjects, movementId))
  }
  return {
    world: opened,
    movementId,
    movement: async () => Option.getOrThrow(await opened.run(get(Movements, movementId))).value,
    record: () => opened.record(caller, deposit.externalId),
    release: releaseMovement(subjects)(operator, { movementId }),
    cancel: cancelMovement(subjects)(operator, { movementId, reason: "the treasury is closed" }),
    actions: async () =>
      (await opened.run(list(OperatorActs, "all", "all", { limit: 9 }))).map(({ value }) => value.action)
  }
}

describe("a movement that is held §movement-held", () => {
  it("waits with its reason, without a doubt, and is sent by its job", async () => {
    const { movement, record, world } = await paid("held")
    expect(await movement()).toMatchObject({
      state: "HELD",
      reason: { code: "float", detail: "5 are missing" },
      sendings: 0,
      sentAt: null,
      doubtedAt: null
    })
    expect(await record()).toMatchObject({ status: "PROCESSING", processingStep: null })
    world.advance(60_000)
    await world.work()
    expect(await movement()).toMatchObject({ state: "DONE", reason: null, sendings: 1 })
    expect(await record()).toMatchObject({ status: "COMPLETED" })
  })

  it("is looked up before it is sent again where it had been sent before", async () => {
    const { movement, world } = await paid("lost")
    world.chain.isDark = true
    const before = await movement()
    expect(before).toMatchObject({ state: "SENDING", sendings: 1 })
    world.chain.isDark = false
    await world.work()
    expect(await movement()).toMatchObject({ state: "DONE", sendings: 1 })
    expect(world.chain.asked).toHaveLength(1)
  })
})

describe("an operator §movement-held", () => {
  it("releases it, and it is sent at once", async () => {
    const { actions, movement, release, world } = await paid("held")
    expect(await world.run(release)).toMatchObject({ status: "DONE" })
    expect(await actions()).toEqual(["movement.release"])
    expect(await movement()).toMatchObject({ state: "DONE", sendings: 1 })
    await world.work()
    expect(world.chain.effects.size).toBe(1)
  })

  it("releases it, and it is held again where nothing has changed", async () => {
    const { release, world } = await paid("held")
    world.chain.script.push("held")
    expect(await world.run(release)).toMatchObject({
      status: "HELD",
      cause: { code: "float", detail: "5 are missing" }
    })
  })

  it("releases it beside the worker, and it is sent once", async () => {
    const { movementId, release, world } = await paid("held")
    await Promise.allSettled([world.run(release), world.run(advanceMovement(subjects, movementId)), world.run(release)])
    expect(world.chain.effects.size).toBe(1)
    expect(world.chain.repeats).toEqual([])
  })

  it.each([["held"], []] satisfies ReadonlyArray<ReadonlyArray<Fate>>)(
    "cancels what was not sent, and its record goes on as if it had been refused: %s",
    async (...fates) => {
      const { actions, cancel, movement, record, world } = await paid(...fates)
      const before = world.commits.length
      expect(await world.run(cancel)).toMatchObject({
        status: "REFUSED",
        cause: { code: "withdrawn", detail: "the treasury is closed" }
      })
      expect(world.commits).toHaveLength(before + 1)
      expect(await actions()).toEqual(["movement.cancel"])
      expect(await record()).toMatchObject({ status: "FAILED" })
      world.advance(60_000)
      await world.work()
      expect(await movement()).toMatchObject({ state: "REFUSED", sendings: 0 })
      expect(world.chain.effects.size).toBe(0)
    }
  )

  it.each([["lost"], ["done"], ["refused"], ["cut", "held"]] satisfies ReadonlyArray<ReadonlyArray<Fate>>)(
    "cannot cancel what was sent: %s",
    async (...fates) => {
      const { actions, cancel, world } = await paid(...fates)
      expect(await world.refusal(cancel)).toMatchObject({ _tag: "StateConflict", resource: "movement" })
      expect(await actions()).toEqual([])
    }
  )

  it("releases nothing that is not held, and finds nothing that is not there", async () => {
    const { release, world } = await paid("lost")
    expect(await world.refusal(release)).toMatchObject({ _tag: "StateConflict", state: "SENDING" })
    const nothing = { movementId: "deliver/dep_none" }
    expect(await world.refusal(releaseMovement(subjects)(operator, nothing))).toMatchObject({ _tag: "NotFound" })
    expect(await world.refusal(cancelMovement(subjects)(operator, { ...nothing, reason: "none" })))
      .toMatchObject({ _tag: "NotFound" })
  })

  it("may find a return that was reported meanwhile: nothing is sent any more", async () => {
    const { record, release, world } = await paid("held")
    await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 1_000)
    expect(await world.refusal(release)).toMatchObject({ _tag: "StateConflict", state: "CANCELLED" })
    expect(await record()).toMatchObject({ status: "REFUNDED" })
    expect(world.chain.effects.size).toBe(0)
  })
})
