// The provider, the account, the node, the treasury or the seed is changed while something is open there, or two hosts of one database
// disagree: whoever is configured now cannot know what somebody else was asked for, so nothing is sent twice and nothing expires.
import { Effect, Option, Redacted } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import type { WalletAddresses } from "../../../../core/standards/address/wallet-addresses.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { get, list } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { watchAccounts } from "../../../../core/inbox/watch-accounts.ts"
import {
  type Movement,
  Movements,
  type Plan,
  movementId,
  needsSeed,
  plan
} from "../../../../core/payments/movement/movement.ts"
import type { MovementOrder } from "../../../../core/payments/movement/order.ts"
import { advanceMovement, planAndClaim, sendClaimed } from "../../../../core/payments/movement/perform-movement.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { openInvoice } from "../lightning-invoice/lightning-invoice.scene.ts"
import { order, payer, recordOf } from "../payout/payouts.ts"
import { World, startOfTests } from "../../../support/world.ts"

const hour = 3_600_000

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

interface OtherSide {
  readonly script: Array<string>
  readonly asked: ReadonlyArray<unknown>
  readonly forget: () => void
}

interface Case {
  readonly order: MovementOrder
  readonly side: (world: World) => OtherSide
  /** Another account is configured. */
  readonly change: (world: World, account: string) => void
}

const chain = (world: World, account: string) => void (world.chain.account = account)
const rail = (world: World, account: string) => void (world.rail.account = account)
const spark = (world: World, account: string) => void (world.spark.account = account)
const asset = { asset: "USDT", network: "polygon", units: 1_000n } as const
const sats = unitsUnsafe("BTC", 1_000n)

const cases: Readonly<Record<MovementOrder["kind"], Case>> = {
  delivery: { order: { kind: "delivery", ...asset, address: "0x1" }, side: ({ chain }) => chain, change: chain },
  spend: {
    order: { kind: "spend", ...asset, from: "0x2", to: "0x1", payload: "", sendBefore: startOfTests + 100 * hour },
    side: ({ chain }) => chain,
    change: chain
  },
  pixPayment: {
    order: {
      kind: "pixPayment",
      paymentId: "pay_1",
      value: unitsUnsafe("BRL", 1_000n),
      destination: { by: "key", key: "ana@example.com", keyType: "EMAIL" }
    },
    side: ({ rail }) => rail.payments,
    change: rail
  },
  pixReturn: {
    order: { kind: "pixReturn", endToEndId: endToEndIdAt(1), value: unitsUnsafe("BRL", 1_000n) },
    side: ({ rail }) => rail,
    change: rail
  },
  lightningPayment: {
    order: { kind: "lightningPayment", address: "ana@wallet.test", sats, maximumFee: sats },
    side: ({ lightning }) => lightning.payments,
    change: (world, account) => void (world.lightning.account = account)
  },
  tokenTransfer: {
    order: { kind: "tokenTransfer", from: "spark1", units: unitsUnsafe("DEPIX", 1_000n) },
    side: ({ spark }) => spark.tokens,
    change: spark
  },
  poolSwap: {
    order: {
      kind: "poolSwap",
      units: unitsUnsafe("DEPIX", 1_000n),
      minimumSats: sats,
      mostSats: unitsUnsafe("BTC", 10_000n)
    },
    side: ({ pool }) => pool.swaps,
    change: (world, account) => void (world.pool.account = account)
  },
  satsTransfer: {
    order: { kind: "satsTransfer", to: "spark1", sats },
    side: ({ spark }) => spark.transfers,
    change: spark
  },
  userPayment: {
    order: { kind: "userPayment", from: "spark1", bolt11: "", sats, maximumFee: sats },
    side: ({ spark }) => spark.payments,
    change: spark
  }
}

const heard = { deposit: () => Effect.succeed(undefined) }

/** A movement of a kind, whose answer was lost before or after it happened. */
const inDoubt = async ({ order, side }: Case, fate: "cut" | "lost") => {
  const opened = await World.open()
  world = opened
  const wanted: Plan = {
    owner: "acc_1",
    subjectKind: "deposit",
    subject: "dep_1",
    purpose: "deliver",
    order,
    at: startOfTests
  }
  const actor = side(opened)
  actor.script.push(fate)
  const id = movementId(wanted.subject, wanted.purpose)
  if (order.kind === "spend") {
    const { asset, network, sendBefore, units } = order
    const from = { evm: "0x2" } as WalletAddresses
    opened.chain.signed.set(id, { operationId: id, asset, network, from, to: "0x1", units, sendBefore })
  }
  const advance = () => opened.run(advanceMovement(heard, id))
  if (needsSeed(order.kind)) {
    await opened.run(Effect.gen(function*() {
      const { claim, parts } = yield* planAndClaim(wanted)
      yield* Store.use((store) => store.commit(changeSet(parts)))
      yield* sendClaimed(heard, claim, [], Redacted.make(new Uint8Array(16)))
    }))
  } else {
    await opened.run(Store.use((store) => store.commit(changeSet(plan(wanted)))))
    await advance()
  }
  const movement = (): Promise<Movement> =>
    opened.run(get(Movements, id)).then((found) => Option.getOrThrow(found).value)
  return { actor, advance, id, movement, world: opened }
}

describe.each(Object.entries(cases))("a %s in doubt", (_, each) => {
  it.each(["cut", "lost"] as const)("is left alone by another account (%s), and goes on with its own", async (fate) => {
    const { actor, advance, movement, world } = await inDoubt(each, fate)
    expect(await movement()).toMatchObject({ state: "SENDING", via: expect.any(String) })
    const { via } = await movement()
    each.change(world, "another")
    actor.forget()
    for (let tries = 0; tries < 3; tries++) {
      world.advance(hour)
      expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "otherAccount", detail: via } })
    }
    expect(actor.asked).toHaveLength(1)
    expect(await movement()).toMatchObject({ state: "SENDING", via })
    // Its own account is asked again, and says that it never heard of it: then that is believed.
    each.change(world, via ?? "")
    await advance()
    expect(await movement()).toMatchObject(needsSeed(each.order.kind) ? { state: "REFUSED" } : { state: "DONE", via })
  })
})

it("of which nobody was asked is sent by whoever is configured next", async () => {
  const opened = await World.open()
  world = opened
  const caller = await opened.caller()
  const { trackId, walletCharge } = await opened.deposit(caller)
  opened.chain.script.push("held")
  await opened.settle(trackId, endToEndIdAt(1))
  await opened.work()
  opened.chain.account = "another"
  opened.advance(hour)
  await opened.work()
  const found = await opened.run(get(Movements, `deliver/${walletCharge}`))
  expect(Option.getOrThrow(found).value).toMatchObject({ state: "DONE", via: "another" })
})

it("a payout that was paid at the account before is not paid again, and is settled by its word", async () => {
  const by = await payer()
  const { rail } = by.world
  world = by.world
  rail.payments.script.push("lost")
  const id = await order(by)
  await by.world.work()
  rail.account = "another"
  rail.payments.forget()
  by.world.advance(24 * hour)
  await by.world.work()
  expect(rail.payments.asked).toHaveLength(1)
  expect(await recordOf(by, id)).toMatchObject({ status: "PENDING" })
  await by.world.provider("PIX-OUT", { type: "PAYOUT-SUCCESS", payment: { id } })
  expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED" })
})

const reviewsIn = async (opened: World) =>
  (await opened.run(list(Reviews, "all", "all", { limit: 20 }))).map(({ value }) => value.reason)

const statesIn = async (opened: World) =>
  (await opened.run(list(Reviews, "all", "all", { limit: 20 }))).map(({ value: { reason, state } }) =>
    `${reason.code} ${state}`
  )

describe("a charge", () => {
  const charged = async () => {
    const opened = await World.open()
    world = opened
    const caller = await opened.caller()
    const deposit = await opened.deposit(caller)
    return { caller, deposit, world: opened, record: () => opened.record(caller, deposit.externalId) }
  }

  it("does not expire because another account has never heard of it", async () => {
    const { record, world } = await charged()
    world.rail.account = "another"
    world.rail.hasForgotten = true
    world.advance(25 * hour)
    await world.work()
    expect(await record()).toMatchObject({ status: "PENDING" })
    world.advance(25 * hour)
    await world.work()
    expect(await reviewsIn(world)).toContainEqual({
      code: "chargeUnknown",
      reason: { code: "otherAccount", detail: "bank:1" }
    })
  })

  it("that its own account has forgotten expires before a person, and a late payment counts", async () => {
    const { deposit, record, world } = await charged()
    world.rail.hasForgotten = true
    world.advance(25 * hour)
    await world.work()
    expect(await record()).toMatchObject({ status: "EXPIRED" })
    expect(await reviewsIn(world)).toContainEqual({ code: "chargeNotKnown", account: "bank:1" })
    await world.settle(deposit.trackId, endToEndIdAt(1))
    expect(await record()).toMatchObject({ status: "PROCESSING", processingStep: "LATE_PAYMENT" })
    expect(await statesIn(world)).toEqual(["chargeNotKnown SOLVED"])
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
  })

  it("is returned at its own account alone", async () => {
    const { deposit, world } = await charged()
    // Paid twice: the second goes back.
    await world.settle(deposit.trackId, endToEndIdAt(1))
    await world.settle(deposit.trackId, endToEndIdAt(2))
    world.rail.account = "another"
    await world.work()
    expect(world.rail.asked).toEqual([])
    const surplus = () => world.run(get(Movements, `surplus/${endToEndIdAt(2).toUpperCase()}`))
    expect(Option.getOrThrow(await surplus()).value).toMatchObject({
      state: "HELD",
      via: "bank:1",
      reason: { code: "otherAccount", detail: "bank:1" }
    })
    world.rail.account = "bank:1"
    world.advance(hour)
    await world.work()
    expect(Option.getOrThrow(await surplus()).value).toMatchObject({ state: "DONE" })
  })
})

describe("a Lightning invoice", () => {
  it("does not expire because another node has never heard of it", async () => {
    const { record, world: opened } = await openInvoice()
    world = opened
    opened.lightning.account = "another"
    opened.lightning.hasForgotten = true
    opened.advance(2 * hour)
    await opened.work()
    expect(await record()).toMatchObject({ status: "PENDING" })
    opened.lightning.account = "node:1"
    opened.advance(hour)
    await opened.work()
    expect(await record()).toMatchObject({ status: "EXPIRED" })
    expect(await reviewsIn(opened)).toEqual([{ code: "chargeNotKnown", account: "node:1" }])
  })
})

describe("what is open at an account that is not configured", () => {
  it("is before a person once, with how much it is", async () => {
    const { deposit, world } = await (async () => {
      const opened = await World.open()
      const caller = await opened.caller()
      await opened.deposit(caller)
      return { deposit: await opened.deposit(caller), world: opened }
    })()
    await world.run(watchAccounts())
    expect(await reviewsIn(world)).toEqual([])
    world.rail.account = "another"
    await world.run(watchAccounts())
    await world.run(watchAccounts())
    expect(await reviewsIn(world)).toEqual([{ code: "otherAccount", open: 2, first: expect.stringMatching(/^dep_/) }])
    expect(deposit.walletCharge).toMatch(/^dep_/)
    const states = async () =>
      (await world.run(list(Reviews, "all", "all", { limit: 20 }))).map(({ value }) => value.state)
    expect(await states()).toEqual(["OPEN"])
    world.rail.account = "bank:1"
    await world.run(watchAccounts())
    expect(await states()).toEqual(["SOLVED"])
    await world.close()
  })

  it("is looked for by processes that start at once", async () => {
    const opened = await World.open()
    world = opened
    // Both have read before either commits.
    const watch = Effect.updateService(watchAccounts(), Store, (store) => ({
      ...store,
      commit: (changes) => Effect.andThen(Effect.yieldNow, store.commit(changes))
    }))
    for (const account of ["one", "another"]) {
      opened.rail.account = account
      const ended = await opened.run(Effect.all([watch, watch], { concurrency: 2 }))
      expect(ended.map(({ _tag }) => _tag)).toEqual(["Again", "Again"])
    }
  })

  it("is not looked for while an account cannot be read", async () => {
    const opened = await World.open()
    world = opened
    await opened.deposit(await opened.caller())
    opened.rail.account = "another"
    opened.lightning.account = undefined
    expect(await opened.run(watchAccounts())).toMatchObject({ problem: { code: "accountUnread" } })
    expect(await reviewsIn(opened)).toEqual([])
  })
})

it("an account that cannot be read is asked for nothing", async () => {
  const by = await payer()
  world = by.world
  by.world.rail.account = undefined
  const id = await order(by)
  await by.world.work()
  expect(by.world.rail.payments.asked).toEqual([])
  expect(await recordOf(by, id)).toMatchObject({ status: "PENDING" })
  by.world.rail.account = "bank:1"
  by.world.advance(hour)
  await by.world.work()
  expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED" })
})
