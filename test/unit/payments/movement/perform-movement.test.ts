// The step that moves value, with real stores and scripted ports: once whatever comes of the answer, booked in one commit
// with what it means for its record, and by the store's time alone.
import { Clock, Context, Effect, Option } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { subjects } from "../../../../core/payments/resources.ts"
import { advanceMovement, bookMovement } from "../../../../core/payments/movement/perform-movement.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { Movements, movementOfJob, plan } from "../../../../core/payments/movement/movement.ts"
import { resolveMovement } from "../../../../core/payments/movement/resolve-movement.ts"
import { get, list } from "../../../../core/engine/store/records.ts"
import { chainAdapter, lightningNodeAdapter } from "../../../../core/ports/moving/adapter.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { createTransfer } from "../../../../core/payments/transfer/create-transfer.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import { planes } from "../../../support/planes.ts"
import { type Fate, ManualClock } from "../../../support/ports.ts"
import { openWithWallet, walletAccount } from "../../../support/wallets.ts"
import { type PlaneLayer, World } from "../../../support/world.ts"

const onItsWayMs = 40_000

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

/** A deposit that was paid, and the movement that delivers it. */
const paid = async (plane: PlaneLayer = planes.memory, decorate?: Parameters<typeof World.open>[1]) => {
  const opened = await World.open(plane, decorate)
  world = opened
  const caller = await opened.caller()
  const deposit = await opened.deposit(caller)
  await opened.settle(deposit.trackId, endToEndIdAt(1))
  const id = `deliver/${deposit.walletCharge}`
  const movement = () => opened.run(get(Movements, id)).then((found) => Option.getOrThrow(found).value)
  const advance = advanceMovement(subjects, id)
  return { advance, caller, deposit, id, movement, world: opened }
}

describe.each(Object.entries(planes))("a movement on %s", (_, plane) => {
  it("is booked in one commit with what it means for its record", async () => {
    const { movement, world } = await paid(plane)
    const before = world.commits.length
    await world.work()
    const kinds = world.commits.slice(before, before + 2).map(({ finished, writes }) => [
      writes.map(({ kind }) => kind).toSorted(),
      finished.map(({ id }) => id)
    ])
    const { id } = await movement()
    expect(kinds).toEqual([[["movement"], []], [["deposit", "event", "movement"], [`move/${id}`]]])
    expect(await movement()).toMatchObject({ state: "DONE", sendings: 1, receipt: { kind: "delivery" } })
  })

  it.each<[Fate, string, number]>([
    ["lost", "DONE", 1],
    ["lostRefusal", "REFUSED", 1],
    ["cut", "DONE", 2]
  ])("whose answer is %s is looked up, and ends %s", async (fate, state, sent) => {
    const { advance, movement, world } = await paid(plane)
    world.chain.script.push(fate)
    expect(await world.run(advance)).toMatchObject({ _tag: "Waits" })
    const doubted = await movement()
    expect(doubted).toMatchObject({ state: "SENDING", doubtedAt: world.clock.now })
    // Twice as long: PostgreSQL tells the time of a real server, which may be slow to answer.
    world.advance(2 * onItsWayMs)
    expect(await world.run(advance)).toMatchObject({ _tag: "Ended" })
    expect(await movement()).toMatchObject({ state, doubtedAt: null, sendings: sent })
    expect(world.chain.asked).toHaveLength(sent)
  })

  it("that two workers perform at once is sent once", async () => {
    const { advance, movement, world } = await paid(plane)
    await Promise.allSettled([world.run(advance), world.run(advance), world.run(advance)])
    world.advance(onItsWayMs)
    await world.run(advance)
    expect(world.chain.asked).toHaveLength(1)
    expect(await movement()).toMatchObject({ state: "DONE" })
  })
})

it("that is absent is not believed to be so before its time has passed", async () => {
  const { advance, movement, world } = await paid()
  world.chain.script.push("cut", "cut")
  await world.run(advance)
  world.advance(onItsWayMs - 1)
  expect(await world.run(advance)).toMatchObject({ _tag: "Waits" })
  expect(world.chain.asked).toHaveLength(1)
  world.advance(1)
  await world.run(advance)
  // It was sent again, and that one may be on its way now.
  expect(await world.run(advance)).toMatchObject({ _tag: "Waits" })
  expect(world.chain.asked).toHaveLength(2)
  expect(await movement()).toMatchObject({ state: "SENDING", sendings: 2 })
  world.advance(onItsWayMs)
  expect(await world.run(advance)).toMatchObject({ _tag: "Ended" })
})

it.each([
  ["an hour", 3_600_000, 3_600_000],
  ["less than anything can be on its way", 1_000, onItsWayMs]
])("that is absent is believed to be so after what the adapter says: %s", async (_, said, believedAfter) => {
  const { advance, world } = await paid(planes.memory, (services) => {
    const chain = { ...chainAdapter.of(services), absentAfterMs: said }
    return Context.merge(services, chainAdapter.services(chain))
  })
  world.chain.script.push("cut")
  await world.run(advance)
  world.advance(believedAfter - 1)
  expect(await world.run(advance)).toMatchObject({ _tag: "Waits" })
  expect(world.chain.asked).toHaveLength(1)
  world.advance(1)
  expect(await world.run(advance)).toMatchObject({ _tag: "Ended" })
  expect(world.chain.asked).toHaveLength(2)
})

it("that is absent where that proves nothing is in doubt, also when whoever sent it died", async () => {
  const { advance, movement, world } = await paid(planes.memory, (services) => {
    const dies = () => Effect.die("killed")
    const chain = { ...chainAdapter.of(services), absentAfterMs: "never" as const, deliver: dies }
    return Context.merge(services, chainAdapter.services(chain))
  })
  await expect(world.run(advance)).rejects.toThrow("killed")
  expect(await movement()).toMatchObject({ state: "SENDING", doubtedAt: null })
  expect(await world.run(advance)).toMatchObject({ _tag: "Waits", reason: { code: "absenceProvesNothing" } })
  const { doubtedAt } = await movement()
  expect(doubtedAt).toBe(world.clock.now)
  world.advance(60_000)
  await world.run(advance)
  expect(await movement()).toMatchObject({ state: "SENDING", doubtedAt })
})

it("that is absent is never sent again where that proves nothing: an operator says what became of it", async () => {
  const { advance, id, movement, world } = await paid(planes.memory, (services) => {
    const chain = { ...chainAdapter.of(services), absentAfterMs: "never" as const }
    return Context.merge(services, chainAdapter.services(chain))
  })
  world.chain.script.push("cut")
  await world.run(advance)
  world.advance(365 * 86_400_000)
  expect(await world.run(advance)).toMatchObject({ _tag: "Waits", reason: { code: "absenceProvesNothing" } })
  expect(await movement()).toMatchObject({ state: "SENDING", sendings: 1 })
  const operator = { environment: "sandbox", requestId: "request-1" } as const
  const resolved = resolveMovement(subjects)(operator, {
    movementId: id,
    outcome: "REFUSED",
    evidence: "told by phone"
  })
  expect(await world.run(resolved)).toMatchObject({ status: "REFUSED" })
})

// M13
it("is sent by the store's time: two processes whose clocks are ten minutes apart pay once", async () => {
  let storeNow = 0
  const { advance, world } = await paid(planes.memory, (services) => {
    const store = Context.get(services, Store)
    return Context.add(services, Store, { ...store, now: Effect.sync(() => storeNow) })
  })
  storeNow = world.clock.now
  world.chain.script.push("cut")
  await world.run(advance)
  storeNow += 1_000
  const ahead = new ManualClock(world.clock.now + 600_000)
  // What was sent a second ago may still be on its way, whatever time this process believes it to be.
  expect(await world.run(Effect.provideService(advance, Clock.Clock, ahead))).toMatchObject({ _tag: "Waits" })
  expect(world.chain.asked).toHaveLength(1)
  storeNow += onItsWayMs
  const behind = new ManualClock(world.clock.now - 600_000)
  expect(await world.run(Effect.provideService(advance, Clock.Clock, behind))).toMatchObject({ _tag: "Ended" })
  expect(world.chain.effects.size).toBe(1)
})

it("is claimed by the store's time also by the request that plans it, whose clock is a day ahead", async () => {
  let storeNow = 0
  const opened = await openWithWallet(walletAccount(), planes.memory, (services) => {
    const store = Context.get(services, Store)
    return Context.add(services, Store, { ...store, now: Effect.sync(() => storeNow) })
  })
  world = opened.world
  storeNow = world.clock.now - 86_400_000
  // The request never reached the chain.
  world.chain.script.push("cut")
  const request = { recipientAddress: "0x52908400098527886E0F7030069857D2E4169EE7", amount: "1.5", ...opened.proof }
  await world.run(createTransfer({ caller: opened.caller, request }))
  const job = world.commits.flatMap(({ jobs }) => jobs).find(({ task }) => task === "perform-movement")
  expect(job).toMatchObject({ runAt: storeNow + 5_000 })
  const id = movementOfJob({ id: job?.id ?? "" })
  const movement = async () => Option.getOrThrow(await opened.world.run(get(Movements, id))).value
  expect(await movement()).toMatchObject({ state: "SENDING", sentAt: storeNow })
  // The chain keeps ids, and has none of this one: the same bytes are sent again once no one can be about to send them, and not
  // after a day.
  storeNow += 4_999
  expect(await world.run(advanceMovement(subjects, id))).toMatchObject({ _tag: "Waits" })
  expect(opened.world.chain.asked).toHaveLength(1)
  storeNow += 1
  expect(await world.run(advanceMovement(subjects, id))).toMatchObject({ _tag: "Ended" })
  expect(await movement()).toMatchObject({ state: "DONE", sendings: 2 })
  expect(opened.world.chain.effects.size).toBe(1)
})

it("is not sent by whoever slept for five seconds since the claim", async () => {
  let sleepMs = 0
  const { advance, movement, world } = await paid(planes.memory, (services) => {
    const store = Context.get(services, Store)
    const commit: typeof store.commit = (changes) =>
      Effect.tap(store.commit(changes), () => Effect.sync(() => sleepMs > 0 && world.advance(sleepMs)))
    return Context.add(services, Store, { ...store, commit })
  })
  sleepMs = 5_000
  expect(await world.run(advance)).toMatchObject({ _tag: "Late" })
  expect(world.chain.asked).toEqual([])
  world.advance(onItsWayMs)
  sleepMs = 4_999
  await world.run(advance)
  expect(world.chain.asked).toHaveLength(1)
  expect(await movement()).toMatchObject({ state: "DONE" })
})

it("that was refused and has happened after all is booked, and a person looks at it", async () => {
  const { caller, deposit, id, movement, world } = await paid()
  world.chain.script.push("refused")
  await world.work()
  expect(await movement()).toMatchObject({
    state: "REFUSED",
    reason: { code: "refusedByProvider", detail: "no such account" }
  })
  const receipt = { kind: "delivery", transactionHash: "0xlate" } as const
  await world.run(bookMovement(subjects, id, { on: "done", receipt }))
  expect(await movement()).toMatchObject({ state: "DONE", receipt })
  const reviews = await world.run(list(Reviews, "all", "all", { limit: 9 }))
  expect(reviews.map(({ value }) => value.id.slice(value.subject.length + 1)).toSorted()).toEqual([
    `settledAfterRefusal/${id}`
  ])
  expect(await world.record(caller, deposit.externalId)).toMatchObject({ status: "COMPLETED" })
})

it("that is not wanted any more is never sent again, and cancelled once nothing can arrive", async () => {
  const { advance, movement, world } = await paid()
  world.chain.script.push("cut")
  await world.run(advance)
  await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 1_000)
  expect(await movement()).toMatchObject({ state: "CANCELLING" })
  expect(await world.run(advance)).toMatchObject({ _tag: "Waits" })
  world.advance(onItsWayMs)
  expect(await world.run(advance)).toMatchObject({ _tag: "Ended" })
  expect(await movement()).toMatchObject({ state: "CANCELLED", sendings: 1 })
  expect(world.chain.asked).toHaveLength(1)
})

it("of which nothing was sent cannot have an outcome: whoever reports one has to report it again", async () => {
  const { id, movement, world } = await paid()
  const receipt = { kind: "delivery", transactionHash: "0xearly" } as const
  expect(await world.run(bookMovement(subjects, id, { on: "done", receipt }))).toBe("Rejected")
  expect(await movement()).toMatchObject({ state: "PLANNED", receipt: null })
})

it("that another worker has sent while its invoice was resolved is looked up, and not sent again", async () => {
  const slow = Promise.withResolvers<void>()
  let resolved = 0
  const opened = await World.open(planes.memory, (services) => {
    const node = lightningNodeAdapter.of(services)
    const resolveAddress: typeof node.resolveAddress = (address, amount) => {
      const isFirst = ++resolved === 1
      return Effect.andThen(
        Effect.promise(() => isFirst ? slow.promise : Promise.resolve()),
        node.resolveAddress(address, amount)
      )
    }
    return Context.merge(services, lightningNodeAdapter.services({ ...node, resolveAddress }))
  })
  world = opened
  const sats = unitsUnsafe("BTC", 10n)
  const order = { kind: "lightningPayment", address: "ana@wallet.test", sats, maximumFee: sats } as const
  const wanted = { purpose: "restore", owner: "acc_1", subjectKind: "lightningInvoice", subject: "inv_of_1" } as const
  const parts = plan({ ...wanted, order, at: opened.clock.now })
  await opened.run(Store.use((store) => store.commit(changeSet(parts))))
  const advance = advanceMovement({ lightningInvoice: () => Effect.succeed(undefined) }, "restore/inv_of_1")
  const first = opened.run(advance)
  await expect.poll(() => resolved).toBe(1)
  opened.lightning.payments.script.push("lost")
  expect(await opened.run(advance)).toMatchObject({ _tag: "Waits" })
  slow.resolve()
  expect(await first).toMatchObject({ _tag: "Waits" })
  expect(opened.lightning.payments.asked).toHaveLength(1)
})
