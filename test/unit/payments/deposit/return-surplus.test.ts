// The return of a surplus PIX: sent once, looked up when its answer was lost, and booked when it has settled (C10, C41).
import { Option } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { subjects } from "../../../../core/payments/resources.ts"
import { bookMovement } from "../../../../core/payments/movement/perform-movement.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { retryMovement } from "../../../../core/payments/movement/retry-movement.ts"
import { get, list } from "../../../../core/engine/store/records.ts"
import { OperatorActs } from "../../../../core/engine/review/operator-act.ts"
import { Store } from "../../../../core/engine/store/store.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import type { Fate } from "../../../support/ports.ts"
import { World } from "../../../support/world.ts"

const minute = 60_000

let opened: World | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

const open = async () => {
  const world = await World.open()
  opened = world
  const caller = await world.caller()
  const deposit = await world.deposit(caller)
  await world.settle(deposit.trackId, endToEndIdAt(1))
  await world.work()
  await world.settle(deposit.trackId, endToEndIdAt(2))
  const owed = () =>
    world.run(Store.use((store) => store.balances("surplus-owed"))).then((rows) => rows.map(({ amount }) => amount))
  return { world, owed }
}

describe("a surplus", () => {
  it("is owed until it has gone back §deposit-surplus", async () => {
    const { owed, world } = await open()
    expect(await owed()).toEqual([-1_000n])
    await world.work()
    expect(await owed()).toEqual([0n])
    expect(world.rail.effects.size).toBe(1)
  })

  it.each<[Fate, number]>([["lost", 1], ["cut", 2]])(
    "that is %s on its way is sent once §deposit-surplus",
    async (fate, asked) => {
      const { owed, world } = await open()
      world.rail.script.push(fate)
      await world.work()
      expect(await owed()).toEqual([-1_000n])
      world.advance(minute)
      await world.work()
      expect(await owed()).toEqual([0n])
      expect(world.rail.asked).toHaveLength(asked)
      expect(world.rail.repeats).toEqual([])
    }
  )

  it("is looked up by its whole request", async () => {
    const { world } = await open()
    world.rail.script.push("lost")
    await world.work()
    world.advance(minute)
    await world.work()
    const request = { returnId: `surplus/${endToEndIdAt(2)}`, endToEndId: endToEndIdAt(2), value: 1_000n }
    expect(world.rail.returnsLookedUp).toEqual([request])
  })

  it.each<Fate>(["refused", "lostRefusal"])(
    "that cannot go back stays owed and is left to a person: %s",
    async (fate) => {
      const { owed, world } = await open()
      world.rail.script.push(fate)
      await world.work()
      world.advance(minute)
      await world.work()
      expect(await owed()).toEqual([-1_000n])
      const reviews = await world.run(list(Reviews, "all", "all", { limit: 9 }))
      expect(reviews.map(({ value }) => value.id.slice(value.subject.length + 1))).toEqual([
        `surplusNotReturned/${endToEndIdAt(2)}`
      ])
      expect(world.jobs.size).toBe(1)
    }
  )

  it("is sent once by whoever takes over from a worker that died", async () => {
    const { owed, world } = await open()
    world.rail.script.push("diesAfter")
    const [job] = await world.claim(1)
    if (job === undefined) throw new Error("no job")
    expect(await world.runJobInProcess(job)).toBe("killed")
    world.advance(minute)
    await world.work()
    expect(await owed()).toEqual([0n])
    expect(world.rail.asked).toHaveLength(1)
  })
})

describe("a surplus that was refused §movement-held", () => {
  const first = `surplus/${endToEndIdAt(2)}`
  const second = `${first}/2`
  const operator = { environment: "sandbox", requestId: "request-1" } as const

  const refused = async () => {
    const { owed, world } = await open()
    world.rail.script.push("refused")
    await world.work()
    return {
      owed,
      world,
      retry: (movementId = first) => retryMovement(subjects)(operator, { movementId }),
      state: async (id: string) => Option.getOrUndefined(await world.run(get(Movements, id)))?.value.state,
      actions: async () =>
        (await world.run(list(OperatorActs, "all", "all", { limit: 9 }))).map(({ value }) => value.action)
    }
  }

  it("goes back by another attempt that an operator orders, under an id of its own", async () => {
    const { actions, owed, retry, state, world } = await refused()
    expect(await world.run(retry())).toMatchObject({ movementId: second, status: "PLANNED" })
    await world.work()
    expect(await state(second)).toBe("DONE")
    expect(await owed()).toEqual([0n])
    const reviews = await world.run(list(Reviews, "all", "all", { limit: 9 }))
    expect(reviews.map(({ value }) => [value.reason.code, value.state])).toEqual([["surplusNotReturned", "SOLVED"]])
    expect(world.commits.find(({ entries }) => entries.some(({ template }) => template === "surplusReturned"))?.writes)
      .toEqual(expect.arrayContaining([expect.objectContaining({ kind: "review" })]))
    expect(await actions()).toEqual(["movement.retry"])
    expect(world.rail.asked.map(({ id }) => id)).toEqual([first, second])
  })

  it("is tried once more however often it is ordered", async () => {
    const { actions, retry, state, world } = await refused()
    const orders = await Promise.allSettled([world.run(retry()), world.run(retry())])
    expect(orders.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
    expect(await world.refusal(retry())).toMatchObject({ _tag: "StateConflict", state: "REFUSED" })
    expect(await world.refusal(retry(second))).toMatchObject({ _tag: "StateConflict", state: "PLANNED" })
    expect(await actions()).toEqual(["movement.retry"])
    expect(await state(`${first}/3`)).toBeUndefined()
  })

  it("can be tried a third time once the second was refused too", async () => {
    const { owed, retry, world } = await refused()
    await world.run(retry())
    world.rail.script.push("refused")
    await world.work()
    expect(await world.run(retry(second))).toMatchObject({ movementId: `${first}/3` })
    await world.work()
    expect(await owed()).toEqual([0n])
  })

  it("is not sent again when it turns out to be settled: that is booked, and what was planned is dropped", async () => {
    const { owed, retry, state, world } = await refused()
    await world.run(retry())
    const receipt = { kind: "pixReturn", returnEndToEndId: "D123" } as const
    await world.run(bookMovement(subjects, first, { on: "done", receipt }))
    expect(await state(second)).toBe("CANCELLED")
    await world.work()
    expect(await owed()).toEqual([0n])
    expect(world.rail.asked).toHaveLength(1)
    const reviews = await world.run(list(Reviews, "all", "all", { limit: 9 }))
    expect(reviews.map(({ value }) => value.id.slice(value.subject.length + 1))).toContain(
      `settledAfterRefusal/${first}`
    )
  })

  it("books nothing twice when both attempts settle, and a person is told", async () => {
    const { owed, retry, world } = await refused()
    await world.run(retry())
    await world.work()
    const receipt = { kind: "pixReturn", returnEndToEndId: "D123" } as const
    await world.run(bookMovement(subjects, first, { on: "done", receipt }))
    expect(await owed()).toEqual([0n])
    const reviews = await world.run(list(Reviews, "all", "all", { limit: 9 }))
    expect(reviews.map(({ value }) => value.id.slice(value.subject.length + 1))).toContain(
      `settledAfterRefusal/${first}`
    )
  })

  it("waits while no one can say what became of it", async () => {
    const { retry, state, world } = await refused()
    world.rail.isDark = true
    expect(await world.refusal(retry())).toMatchObject({ _tag: "StateConflict", state: "REFUSED" })
    expect(await state(second)).toBeUndefined()
  })

  it("is no way to order what its record orders itself", async () => {
    const { world } = await open()
    const caller = await world.caller()
    const deposit = await world.deposit(caller, { externalId: "another" })
    await world.settle(deposit.trackId, endToEndIdAt(7))
    world.chain.script.push("refused")
    await world.work()
    const order = retryMovement(subjects)(operator, { movementId: `deliver/${deposit.walletCharge}` })
    expect(await world.refusal(order)).toMatchObject({ _tag: "StateConflict", state: "REFUSED" })
  })
})
