// A store that lost commits knows nothing of what was sent meanwhile: before a first sending the other side is looked at, and what it
// shows is booked, waited for, or left to a person. Nothing is sent a second time.
import { Context, Effect, Option } from "effect"
import { afterEach, describe, expect, it, vi } from "vitest"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { StoreTaken, type TakenStore } from "../../../../core/engine/store/generation.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { get, list } from "../../../../core/engine/store/records.ts"
import { explainOutflows } from "../../../../core/inbox/explain-outflows.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { type Movement, Movements, type Plan, movementId, plan } from "../../../../core/payments/movement/movement.ts"
import type { MovementOrder } from "../../../../core/payments/movement/order.ts"
import { advanceMovement, bookMovement } from "../../../../core/payments/movement/perform-movement.ts"
import { cancelMovement } from "../../../../core/payments/movement/cancel-movement.ts"
import { resolveMovement } from "../../../../core/payments/movement/resolve-movement.ts"
import { subjects } from "../../../../core/payments/resources.ts"
import type { Outflow } from "../../../../core/ports/chain.ts"
import { absent, done, refused, unknown } from "../../../../core/ports/outcome.ts"
import type { WalletAddresses } from "../../../../core/standards/address/wallet-addresses.ts"
import { operator } from "../payout/payouts.ts"
import { World, startOfTests } from "../../../support/world.ts"

const minute = 60_000
const hour = 60 * minute

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const delivery: MovementOrder = { kind: "delivery", asset: "USDT", network: "polygon", units: 1_000n, address: "0x1" }
const pix: MovementOrder = {
  kind: "pixPayment",
  paymentId: "pay_1",
  value: unitsUnsafe("BRL", 1_000n),
  destination: { by: "key", key: "ana@example.com", keyType: "EMAIL" }
}
const spend: MovementOrder = {
  kind: "spend",
  asset: "USDT",
  network: "polygon",
  units: 1_000n,
  from: "0x2",
  to: "0x1",
  payload: "",
  sendBefore: startOfTests + hour
}
const sats = unitsUnsafe("BTC", 1_000n)
const lightning: MovementOrder = { kind: "lightningPayment", address: "ana@wallet.test", sats, maximumFee: sats }

const heard = { deposit: () => Effect.succeed(undefined) }

const flow = (hash: string, parts: Partial<Outflow> = {}): Outflow => ({
  mark: null,
  to: "0x1",
  asset: "USDT",
  units: 1_000n,
  receipt: { transactionHash: hash },
  isDone: true,
  ...parts
})

/** The store was restored an hour after the start of the tests, to how it was at that start. */
const restored: TakenStore = {
  at: startOfTests + hour,
  restored: { since: startOfTests, firstAt: startOfTests + hour, startedAt: startOfTests + hour }
}
/** The same, and once more an hour later. */
const restoredAgain: TakenStore = {
  at: startOfTests + 2 * hour,
  restored: { since: startOfTests, firstAt: startOfTests + hour, startedAt: startOfTests + 2 * hour }
}

const open = async (taken: TakenStore = restored) => {
  const opened = await World.open(undefined, (services) => Context.add(services, StoreTaken, { current: { ...taken } }))
  world = opened
  opened.advance(2 * hour)
  const movementOf = (id: string): Promise<Movement> =>
    opened.run(get(Movements, id)).then((found) => Option.getOrThrow(found).value)
  return {
    world: opened,
    /** A movement of a deposit, planned at an instant. */
    planned: async (order: MovementOrder, at = startOfTests, subject = "dep_1") => {
      const wanted: Plan = { owner: "acc_1", subjectKind: "deposit", subject, purpose: "deliver", order, at }
      await opened.run(Store.use((store) => store.commit(changeSet(plan(wanted)))))
      const id = movementId(subject, "deliver")
      if (order.kind === "spend") {
        const { asset, network, sendBefore, units } = order
        const from = { evm: order.from } as WalletAddresses
        opened.chain.signed.set(id, { operationId: id, asset, network, from, to: order.to, units, sendBefore })
      }
      return {
        id,
        // A worker fences the store of each job, so no two jobs have the same object.
        advance: (isReleased = false) =>
          opened.run(
            Effect.updateService(advanceMovement(heard, id, [], isReleased), Store, (store) => ({ ...store }))
          ),
        movement: () => movementOf(id)
      }
    }
  }
}

describe("a delivery from before a restore", () => {
  it("that the chain shows by our id is done, and not sent", async () => {
    const { planned, world } = await open()
    const { advance, id, movement } = await planned(delivery)
    world.chain.hasMarks = true
    world.chain.outflows = [flow("0xother"), flow("0xown", { mark: `mark of ${id}` })]
    expect(await advance()).toEqual({ _tag: "Ended" })
    expect(await movement()).toMatchObject({ state: "DONE", receipt: { transactionHash: "0xown" } })
    expect(world.chain.asked).toEqual([])
  })

  it("is looked for in what is read once for all of them", async () => {
    const { planned, world } = await open()
    const movements = await Promise.all(["dep_1", "dep_2", "dep_3"].map((id) => planned(delivery, startOfTests, id)))
    world.chain.hasMarks = true
    world.chain.outflows = movements.map(({ id }) => flow(`0x${id}`, { mark: `mark of ${id}` }))
    for (const { advance } of movements) expect(await advance()).toEqual({ _tag: "Ended" })
    expect(world.chain.asked).toEqual([])
    expect(world.chain.outflowsRead).toBe(1)
  })

  it("does not wait for a network whose nodes hang", async () => {
    const { planned, world } = await open()
    const hanging = await planned({ ...delivery, network: "base" }, startOfTests, "dep_1")
    const other = await planned(delivery, startOfTests, "dep_2")
    world.chain.hangsOn = "base"
    void hanging.advance()
    expect(await other.advance()).toEqual({ _tag: "Ended" })
    expect(world.chain.asked).toHaveLength(1)
  })

  it("that is in no deep block yet is waited for", async () => {
    const { planned, world } = await open()
    const { advance, id, movement } = await planned(delivery)
    world.chain.hasMarks = true
    world.chain.outflows = [flow("0xown", { mark: `mark of ${id}`, isDone: false })]
    expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "underWay" } })
    expect(await movement()).toMatchObject({ state: "HELD" })
    world.chain.outflows = [flow("0xown", { mark: `mark of ${id}` })]
    world.advance(minute)
    await advance()
    expect(await movement()).toMatchObject({ state: "DONE" })
    expect(world.chain.asked).toEqual([])
  })

  it.each(
    [
      ["amount", { units: 1_001n }],
      ["address", { to: "0x2" }],
      ["asset", { asset: "USDC" }]
    ] as const
  )("that the chain shows by our id with another %s is left to a person", async (_, parts) => {
    const { planned, world } = await open()
    const { advance, id, movement } = await planned(delivery)
    world.chain.hasMarks = true
    world.chain.outflows = [flow("0xown", { mark: `mark of ${id}`, ...parts })]
    expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "differs", detail: "0xown" } })
    expect(await movement()).toMatchObject({ state: "HELD", sentAt: null })
    expect(world.chain.asked).toEqual([])
  })

  it("that nothing proves is what an operator says, and nothing is sent", async () => {
    const { planned, world } = await open()
    const { advance, id, movement } = await planned(delivery)
    world.chain.outflows = undefined
    await advance()
    const asked = resolveMovement({ ...subjects, deposit: () => Effect.undefined })
    await world.run(asked(operator, { movementId: id, outcome: "DONE", evidence: "0xseen" }))
    expect(await movement()).toMatchObject({ state: "DONE", receipt: { transactionHash: "0xseen" } })
    expect(world.chain.asked).toEqual([])
  })

  it("that was sent cannot be cancelled, and is booked instead", async () => {
    const { planned, world } = await open()
    const { id, movement } = await planned(delivery)
    world.chain.hasMarks = true
    world.chain.outflows = [flow("0xown", { mark: `mark of ${id}` })]
    const asked = cancelMovement({ ...subjects, deposit: () => Effect.undefined })
    await world.run(asked(operator, { movementId: id, reason: "not wanted" }))
    expect(await movement()).toMatchObject({ state: "DONE", receipt: { transactionHash: "0xown" } })
  })

  it("that a chain with our ids does not show is sent", async () => {
    const { planned, world } = await open()
    const { advance, movement } = await planned(delivery)
    world.chain.hasMarks = true
    world.chain.outflows = [flow("0xother", { mark: "mark of another" })]
    await advance()
    expect(await movement()).toMatchObject({ state: "DONE" })
    expect(world.chain.asked).toHaveLength(1)
  })

  it("is the only transfer that it can be, where transfers tell no id", async () => {
    const { planned, world } = await open()
    const { advance, movement } = await planned(delivery)
    world.chain.outflows = [
      flow("0xmore", { units: 1_001n }),
      flow("0xelsewhere", { to: "0x2" }),
      flow("0xasset", { asset: "USDC" }),
      flow("0xown")
    ]
    await advance()
    expect(await movement()).toMatchObject({ state: "DONE", receipt: { transactionHash: "0xown" } })
    expect(world.chain.asked).toEqual([])
  })

  it("is not the transfer that another movement names", async () => {
    const { planned, world } = await open()
    const before = await planned(delivery, startOfTests, "dep_0")
    const receipt = { kind: "delivery", transactionHash: "0xOWN" } as const
    await world.run(bookMovement(heard, before.id, { on: "found", receipt }))
    const { advance, movement } = await planned(delivery)
    world.chain.outflows = [flow("0xown")]
    await advance()
    expect(await movement()).toMatchObject({ state: "DONE" })
    expect(world.chain.asked).toHaveLength(1)
  })

  it.each([
    ["two could claim the transfer", ["0xone"], 2],
    ["two transfers could be it", ["0xone", "0xtwo"], 1]
  ])("is left to a person where %s", async (_, hashes, claims) => {
    const { planned, world } = await open()
    const all = await Promise.all(
      Array.from({ length: claims }, (_, at) => planned(delivery, startOfTests, `dep_${at}`))
    )
    world.chain.outflows = hashes.map((hash) => flow(hash))
    for (const { advance, movement } of all) {
      expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "alikeWasSent" } })
      expect(await movement()).toMatchObject({ state: "HELD" })
    }
    expect(world.chain.asked).toEqual([])
    // An operator has looked at it.
    await all[0]?.advance(true)
    expect(world.chain.asked).toHaveLength(1)
  })

  it("is held while nobody can say what left, and goes on when somebody can", async () => {
    const { planned, world } = await open()
    const { advance, movement } = await planned(delivery)
    world.chain.outflows = undefined
    expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "notLookedUp" } })
    expect(await movement()).toMatchObject({ state: "HELD" })
    world.chain.outflows = []
    await advance()
    expect(await movement()).toMatchObject({ state: "DONE" })
  })

  it("waits until nothing that was signed before can land unseen", async () => {
    const { planned, world } = await open()
    const { advance } = await planned(delivery)
    world.chain.livesMs = hour + minute
    expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "mayStillLand" } })
    world.advance(minute)
    expect(await advance()).toEqual({ _tag: "Ended" })
  })

  it("that was being sent is looked for on the chain, for the adapter's own record may be gone", async () => {
    const { planned, world } = await open()
    const { advance, movement } = await planned(delivery)
    world.chain.script.push("cut")
    await advance()
    expect(await movement()).toMatchObject({ state: "SENDING" })
    world.chain.outflows = [flow("0xown")]
    world.advance(hour)
    await advance()
    expect(await movement()).toMatchObject({ state: "DONE", receipt: { transactionHash: "0xown" } })
    expect(world.chain.asked).toHaveLength(1)
  })

  it("that was being sent stays in doubt while nobody can say what left", async () => {
    const { planned, world } = await open()
    const { advance, movement } = await planned(delivery)
    world.chain.script.push("cut")
    await advance()
    world.chain.outflows = undefined
    world.advance(hour)
    expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "notLookedUp" } })
    expect(await movement()).toMatchObject({
      state: "SENDING",
      sentAt: expect.any(Number),
      doubtedAt: expect.any(Number)
    })
    expect(world.chain.asked).toHaveLength(1)
  })
})

describe("an order that is given after a restore", () => {
  it.each([minute, -minute])(
    "is held where a transfer like it left that no movement explains, also by a clock that is behind: %i ms",
    async (apart) => {
      const { planned, world } = await open()
      for (const hasMarks of [false, true]) {
        const subject = `dep_${String(hasMarks)}`
        const { advance, movement } = await planned(delivery, startOfTests + hour + apart, subject)
        world.chain.hasMarks = hasMarks
        world.chain.outflows = [flow("0xlost", { mark: hasMarks ? "mark of a lost one" : null })]
        expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "alikeWasSent", detail: "0xlost" } })
        expect(await movement()).toMatchObject({ state: "HELD" })
      }
      expect(world.chain.asked).toEqual([])
    }
  )

  it.each([null, "mark of a lost one"])(
    "is held where a transfer like it left that no movement explains: %s",
    async (mark) => {
      const { planned, world } = await open()
      const { advance } = await planned(delivery, startOfTests + 2 * hour)
      world.chain.hasMarks = mark !== null
      world.chain.outflows = [flow("0xlost", { mark })]
      expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "alikeWasSent", detail: "0xlost" } })
      expect(world.chain.asked).toEqual([])
    }
  )

  it.each([null, "mark of a lost one"])(
    "is held for it also where the store was restored once more since: %s",
    async (mark) => {
      const { planned, world } = await open(restoredAgain)
      const { advance } = await planned(delivery, startOfTests + 90 * minute)
      world.chain.hasMarks = mark !== null
      world.chain.outflows = [flow("0xlost", { mark })]
      expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "alikeWasSent", detail: "0xlost" } })
      expect(world.chain.asked).toEqual([])
    }
  )

  it("is held also where it was priced again, as a late payment is", async () => {
    const { planned, world } = await open()
    const { advance } = await planned(delivery, startOfTests + 2 * hour)
    world.chain.outflows = [flow("0xlost", { units: 1_100n })]
    expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "alikeWasSent", detail: "0xlost" } })
    expect(world.chain.asked).toEqual([])
  })

  it("meets its first where transfers tell our id", async () => {
    const { planned, world } = await open()
    const { advance, id, movement } = await planned(delivery, startOfTests + 2 * hour)
    world.chain.hasMarks = true
    world.chain.outflows = [flow("0xfirst", { mark: `mark of ${id}` })]
    await advance()
    expect(await movement()).toMatchObject({ state: "DONE", receipt: { transactionHash: "0xfirst" } })
  })

  it("is looked up for thirty days", async () => {
    const { planned, world } = await open()
    world.advance(30 * 24 * hour)
    const { advance } = await planned(delivery, world.clock.now)
    world.chain.outflows = [flow("0xlost")]
    expect(await advance()).toEqual({ _tag: "Ended" })
    expect(world.chain.asked).toHaveLength(1)
  })
})

describe("what left after a backup", () => {
  const reviewsIn = (opened: World) =>
    opened.run(list(Reviews, "all", "all", { limit: 20 })).then((rows) => rows.map(({ value }) => value.subject))

  it("is before a person once where no movement explains it", async () => {
    const { planned, world } = await open()
    const { advance, id } = await planned(delivery)
    world.chain.hasMarks = true
    world.chain.outflows = [
      flow("0xown", { mark: `mark of ${id}` }),
      flow("0xlost", { mark: "mark of another" }),
      flow("0xyoung", { mark: "mark of a third", isDone: false })
    ]
    await advance()
    world.advance(minute)
    await world.run(explainOutflows())
    await world.run(explainOutflows())
    expect(await reviewsIn(world)).toEqual(["0xlost"])
  })

  it("is solved once a movement names it", async () => {
    const { planned, world } = await open()
    const states = async () =>
      (await world.run(list(Reviews, "all", "all", { limit: 20 }))).map(({ value }) => value.state)
    world.chain.hasMarks = true
    world.chain.outflows = [flow("0xlost", { mark: "mark of another" })]
    world.advance(minute)
    await world.run(explainOutflows())
    expect(await states()).toEqual(["OPEN"])
    const { advance, id } = await planned(delivery)
    world.chain.outflows = [flow("0xlost", { mark: `mark of ${id}` })]
    // What left is not read again at once.
    world.advance(minute)
    await advance()
    await world.run(explainOutflows())
    expect(await states()).toEqual(["SOLVED"])
  })

  it("is not asked about while movements look for their own", async () => {
    const { planned, world } = await open()
    const { id } = await planned(delivery)
    world.chain.hasMarks = true
    world.chain.outflows = [flow("0xown", { mark: `mark of ${id}` })]
    await world.run(explainOutflows())
    expect(await reviewsIn(world)).toEqual([])
  })

  it("is before a person although something else of the same amount is open", async () => {
    const { planned, world } = await open()
    await planned({ ...delivery, address: "0x2" })
    world.chain.outflows = [flow("0xlost")]
    await world.run(explainOutflows())
    expect(await reviewsIn(world)).toEqual(["0xlost"])
  })

  it("is looked for from before the backup, because the chain has a clock of its own", async () => {
    const { world } = await open()
    world.chain.outflows = [flow("0xearly"), flow("0xold")]
    world.chain.leftAt.set("0xearly", startOfTests - 9 * minute).set("0xold", startOfTests - 11 * minute)
    await world.run(explainOutflows())
    expect(await reviewsIn(world)).toEqual(["0xearly"])
  })

  it("is not looked at where nothing was restored", async () => {
    const { world } = await open({ at: startOfTests, restored: undefined })
    world.chain.outflows = [flow("0xlost")]
    expect(await world.run(explainOutflows())).toMatchObject({ inMs: hour })
    expect(await reviewsIn(world)).toEqual([])
  })
})

describe("a PIX from before a restore", () => {
  it.each([
    ["was paid", done({ endToEndId: "E1", paidAt: 0, payerIspb: null, receiver: null }), "DONE", 0],
    ["is under way", unknown("underWay"), "HELD", 0],
    ["was never asked for", absent, "DONE", 1],
    ["was refused there", refused("failed"), "DONE", 1]
  ])("that the bank says %s", async (_, says, state, asked) => {
    const { planned, world } = await open()
    const { advance, movement } = await planned(pix)
    const answers = vi.spyOn(world.rail.payments, "lookUp").mockReturnValue(Effect.succeed(says))
    await advance()
    answers.mockRestore()
    expect(await movement()).toMatchObject({ state })
    expect(world.rail.payments.asked).toHaveLength(asked)
  })
})

describe("a Lightning payment from before a restore", () => {
  it("whose invoice was lost is held until an operator releases it", async () => {
    const { planned, world } = await open()
    const { advance, movement } = await planned(lightning)
    expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "notLookedUp" } })
    expect(await movement()).toMatchObject({ state: "HELD" })
    expect(world.lightning.resolved).toEqual([])
    await advance(true)
    expect(world.lightning.payments.asked).toHaveLength(1)
  })

  it("stays held when the time of looking is over", async () => {
    const { planned, world } = await open()
    const { advance, movement } = await planned(lightning)
    await advance()
    world.advance(31 * 24 * hour)
    expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "notLookedUp" } })
    expect(await movement()).toMatchObject({ state: "HELD" })
    await advance(true)
    expect(world.lightning.payments.asked).toHaveLength(1)
  })

  it("that was planned since is held where its record was there before: it may have been paid the first time", async () => {
    const opened = await World.open(undefined, (services) => Context.add(services, StoreTaken, { current: restored }))
    world = opened
    const { walletCharge: subject } = await opened.deposit(await opened.caller())
    opened.advance(2 * hour)
    const at = startOfTests + 2 * hour
    const wanted = {
      owner: "acc_1",
      subjectKind: "deposit",
      subject,
      purpose: "deliver",
      order: lightning,
      at
    } as const
    await opened.run(Store.use((store) => store.commit(changeSet(plan(wanted)))))
    expect(await opened.run(advanceMovement(heard, movementId(subject, "deliver")))).toMatchObject({
      _tag: "Waits",
      reason: { code: "notLookedUp" }
    })
    expect(opened.lightning.resolved).toEqual([])
  })

  it("that was planned since is paid", async () => {
    const { planned, world } = await open()
    const { advance } = await planned(lightning, startOfTests + 2 * hour)
    await advance()
    expect(world.lightning.payments.asked).toHaveLength(1)
  })
})

describe("what a wallet signed before a restore", () => {
  it("is done where the chain has it, also after its deadline", async () => {
    const { planned, world } = await open()
    const { advance, movement } = await planned(spend)
    world.chain.spends = () => done({ transactionHash: "0xspent" })
    await advance()
    expect(await movement()).toMatchObject({ state: "DONE", receipt: { transactionHash: "0xspent" } })
    expect(world.chain.asked).toEqual([])
  })

  it("is not refused for its deadline while the chain cannot be asked", async () => {
    const { planned, world } = await open()
    const { advance, movement } = await planned(spend)
    world.chain.spends = () => undefined
    expect(await advance()).toMatchObject({ _tag: "Waits" })
    expect(await movement()).toMatchObject({ state: "HELD" })
    world.chain.spends = () => absent
    await advance()
    expect(await movement()).toMatchObject({ state: "REFUSED", reason: { code: "deadlinePassed" } })
  })
})

describe("what a wallet signs anew after a restore", () => {
  const late = startOfTests + 2 * hour
  const again = { ...spend, sendBefore: late + hour }
  const left = (world: World, ...flows: ReadonlyArray<Outflow>) => void (world.chain.spent = new Map([["0x2", flows]]))

  it.each(
    [
      ["the same amount", 1_000n, null],
      ["another price", 1_990n, null],
      ["an order without a name, where transfers tell which movement they are", 1_000n, "mark of a lost one"]
    ] as const
  )("is held where the wallet has paid the same receiver before: %s", async (_, units, mark) => {
    const { planned, world } = await open()
    const { advance, movement } = await planned(again, late)
    world.chain.hasMarks = mark !== null
    left(world, flow("0xlost", { units, mark }))
    expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "alikeWasSent", detail: "0xlost" } })
    expect(await movement()).toMatchObject({ state: "HELD", sentAt: null })
    expect(world.chain.asked).toEqual([])
    // An operator has looked at it.
    await advance(true)
    expect(world.chain.asked).toHaveLength(1)
  })

  it("is held for it also where the store was restored once more since", async () => {
    const { planned, world } = await open(restoredAgain)
    const { advance } = await planned({ ...again, sendBefore: late + 2 * hour }, startOfTests + 90 * minute)
    left(world, flow("0xlost"))
    expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "alikeWasSent", detail: "0xlost" } })
    expect(world.chain.asked).toEqual([])
  })

  it.each(
    [
      ["to another receiver", { to: "0x3" }],
      ["of another asset", { asset: "USDC" }],
      ["of more than twice as much", { units: 2_001n }],
      ["of less than half as much", { units: 499n }]
    ] as const
  )("is sent where the wallet's transfer was %s", async (_, parts) => {
    const { planned, world } = await open()
    const { advance } = await planned(again, late)
    left(world, flow("0xother", parts))
    await advance()
    expect(world.chain.asked).toHaveLength(1)
  })

  it("is sent where a movement names the wallet's transfer", async () => {
    const { planned, world } = await open()
    const before = await planned(spend, startOfTests, "dep_0")
    const receipt = { kind: "spend", transactionHash: "0xOWN" } as const
    await world.run(bookMovement(heard, before.id, { on: "found", receipt }))
    const { advance } = await planned(again, late)
    left(world, flow("0xown"))
    await advance()
    expect(world.chain.asked).toHaveLength(1)
  })

  it("is done where transfers tell our id, and left to a person where it is of another amount", async () => {
    const { planned, world } = await open()
    const [same, other, young] = [
      await planned(again, late, "dep_1"),
      await planned(again, late, "dep_2"),
      await planned(again, late, "dep_3")
    ]
    world.chain.hasMarks = true
    left(
      world,
      flow("0xfirst", { mark: `mark of ${same.id}` }),
      flow("0xpriced", { mark: `mark of ${other.id}`, units: 1_001n }),
      flow("0xyoung", { mark: `mark of ${young.id}`, isDone: false })
    )
    await same.advance()
    expect(await same.movement()).toMatchObject({ state: "DONE", receipt: { transactionHash: "0xfirst" } })
    expect(await other.advance()).toMatchObject({ _tag: "Waits", reason: { code: "differs", detail: "0xpriced" } })
    // What is proven is not sent again, whoever releases it.
    expect(await other.advance(true)).toMatchObject({ _tag: "Waits", reason: { code: "differs" } })
    expect(await young.advance()).toMatchObject({ _tag: "Waits", reason: { code: "underWay" } })
    expect(world.chain.asked).toEqual([])
  })

  it("is held while what left the wallet cannot be read", async () => {
    const { planned, world } = await open()
    const { advance } = await planned(again, late)
    world.chain.spent = undefined
    expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "notLookedUp" } })
    left(world)
    await advance()
    expect(world.chain.asked).toHaveLength(1)
  })

  it("waits until nothing that was signed before can land unseen", async () => {
    const { planned, world } = await open()
    const { advance } = await planned(again, late)
    world.chain.livesMs = hour + minute
    expect(await advance()).toMatchObject({ _tag: "Waits", reason: { code: "mayStillLand" } })
    world.advance(minute)
    expect(await advance()).toEqual({ _tag: "Ended" })
  })

  it("is what it was where it is on record from before the restore", async () => {
    const { planned, world } = await open()
    const { advance } = await planned({ ...spend, sendBefore: late + hour })
    left(world, flow("0xlost"))
    await advance()
    expect(world.chain.asked).toHaveLength(1)
  })

  it("is looked at for thirty days", async () => {
    const { planned, world } = await open()
    world.advance(30 * 24 * hour)
    const { advance } = await planned({ ...spend, sendBefore: world.clock.now + hour }, world.clock.now)
    left(world, flow("0xlost"))
    expect(await advance()).toEqual({ _tag: "Ended" })
    expect(world.chain.asked).toHaveLength(1)
  })
})

describe("a process that took over a store which lost nothing", () => {
  const taken: TakenStore = { at: startOfTests + hour, restored: undefined }

  it("looks at what was planned before it, and sends where that cannot be read", async () => {
    const { planned, world } = await open(taken)
    const found = await planned(delivery, startOfTests, "dep_0")
    world.chain.outflows = [flow("0xown")]
    await found.advance()
    expect(world.chain.asked).toEqual([])
    const blind = await planned(delivery, startOfTests, "dep_1")
    world.chain.outflows = undefined
    world.advance(minute)
    await blind.advance()
    expect(world.chain.asked).toHaveLength(1)
  })

  it("looks at nothing that was planned since", async () => {
    const { planned, world } = await open(taken)
    const { advance } = await planned(delivery, startOfTests + 2 * hour)
    world.chain.outflows = [flow("0xown")]
    await advance()
    expect(world.chain.asked).toHaveLength(1)
  })
})
