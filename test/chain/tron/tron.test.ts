// Payments on the model of TRON: who pays for them, to the sun, and what is the same whoever makes it.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Effect } from "effect"
import { hexOf } from "../../../adapters/tron/address.ts"
import { until } from "../../support/anvil.ts"
import { rules } from "./model/accounts.ts"
import { type Stage, openStage } from "./stage.ts"
import { type World, freshAddress, openWorld, spendOf } from "./world.ts"

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const costOf = (answer: Awaited<ReturnType<ReturnType<Stage["open"]>["deliver"]>>): bigint => {
  if (answer._tag !== "Done" || answer.value.cost === undefined) throw new Error(JSON.stringify(answer))
  expect(answer.value.cost.coin).toBe("TRX")
  return answer.value.cost.units
}

it("a token with other decimals than its asset is found at the start", async () => {
  const keys = await world.fundedKeys()
  const problemWith = (asset: "USDT" | "BRLA") =>
    Effect.runPromise(
      Effect.match(world.opened(keys, { tokens: [{ asset, address: world.token.address }] }).verify, {
        onSuccess: () => "none",
        onFailure: (failure) => JSON.stringify(failure)
      })
    )
  expect(await problemWith("USDT")).toBe("none")
  expect(await problemWith("BRLA")).toContain(`${world.token.address} has 6 decimals, and BRLA 18`)
})

describe("a spend from a wallet whose account does not exist", () => {
  it("arrives, and costs what the fee account lost, to the sun", async () => {
    const stage = await openStage(world)
    const before = world.sunOf(stage.fees)
    expect(world.model.accounts.of(hexOf(stage.wallet.address)).exists).toBe(false)
    const adapter = stage.open()
    const first = costOf(await adapter.spend(stage.order()))
    expect(first).toBe(before - world.sunOf(stage.fees))
    // The account was made, and TRX were given for 131,000 energy, as the receiver had no such token.
    expect(first).toBe(rules.newAccountSun + rules.newAccountBytesSun + 131_000n * rules.energySun)
    expect(stage.moved()).toEqual([2_000_003n])
  })

  it("costs less the second time, by what is left of the first", async () => {
    const stage = await openStage(world)
    const adapter = stage.open()
    const first = costOf(await adapter.spend(stage.order()))
    await adapter.carry()
    const before = world.sunOf(stage.fees)
    const second = costOf(await adapter.spend(stage.order()))
    expect(second).toBe(before - world.sunOf(stage.fees))
    expect(second).toBeLessThan(first)
    expect(stage.moved()).toEqual([2_000_003n, 2_000_003n])
  })

  it("counts on what is left of spends that are over", async () => {
    const stage = await openStage(world)
    const adapter = stage.open()
    await adapter.spend(stage.order())
    await world.solidified()
    await adapter.carry()
    // What the first one left is enough for the second one, and less than the first one was given.
    const before = world.sunOf(stage.fees)
    await adapter.spend(stage.order())
    expect(world.sunOf(stage.fees)).toBe(before)
  })

  it("is lent energy where the fee account has a stake, which is taken back, and then costs an account and bytes alone", async () => {
    const stage = await openStage(world)
    world.stake(stage.fees, 100_000_000_000n)
    const { accounts } = world.model
    const before = world.sunOf(stage.fees)
    const adapter = stage.open()
    const order = stage.order()
    const cost = costOf(await adapter.spend(order))
    expect(cost).toBe(before - world.sunOf(stage.fees))
    expect(cost).toBe(rules.newAccountSun + rules.newAccountBytesSun)
    expect(world.sunOf(stage.wallet.address)).toBe(0n)
    expect(accounts.lentSun(hexOf(stage.fees))).toBeGreaterThan(0n)
    for (let steps = 0; accounts.lentSun(hexOf(stage.fees)) > 0n && steps < 100; steps++) {
      await adapter.carry()
      await world.solidified()
    }
    expect(accounts.lentSun(hexOf(stage.fees))).toBe(0n)
    expect(stage.moved()).toEqual([order.units])
  })

  it("does not count on what the wallet was given for another spend", async () => {
    const stage = await openStage(world)
    const adapter = stage.open()
    const [one, two] = [await adapter.sign(stage.order()), await adapter.sign(stage.order())]
    const before = world.sunOf(stage.fees)
    // The first has what it needs, and has not used it when the second begins.
    const { txid } = JSON.parse(one.payload) as { readonly txid: string }
    world.model.faults.loses = (id) => id === txid
    const waiting = adapter.submit(one)
    await until(async () => world.model.broadcasts.some(({ id }) => id === txid), (isSent) => isSent)
    const second = costOf(await adapter.submit(two))
    expect(second).toBe(131_000n * rules.energySun)
    world.mend()
    const first = costOf(await waiting)
    expect(first + second).toBe(before - world.sunOf(stage.fees))
    expect(stage.moved()).toHaveLength(2)
  })
})

describe("spends of one wallet at the same moment", () => {
  it("are all made, and the wallet is given no more than twice what they take", async () => {
    const stage = await openStage(world)
    const adapter = stage.open({ patienceMs: 500 })
    const count = 8
    const spends: Array<Awaited<ReturnType<typeof adapter.sign>>> = []
    for (let place = 0; place < count; place++) spends.push(await adapter.sign(stage.order({ to: freshAddress() })))
    const before = world.sunOf(stage.fees)
    const made = await until(
      async () => {
        const answers = await Promise.all(spends.map((spend) => adapter.submit(spend)))
        await adapter.carry()
        return answers
      },
      (answers) => answers.every(({ _tag }) => _tag === "Done"),
      Number.POSITIVE_INFINITY
    )
    const lost = before - world.sunOf(stage.fees)
    expect(made.reduce((sum, answer) => sum + costOf(answer), 0n)).toBe(lost)
    // The account is made once, and each takes 131,000 energy and some 345 bytes.
    const each = 131_000n * rules.energySun + 400n * rules.byteSun
    expect(lost).toBeLessThanOrEqual(rules.newAccountSun + rules.newAccountBytesSun + 2n * BigInt(count) * each)
  })
})

describe("a delivery", () => {
  it("costs what the treasury lost, to the sun, and names its block", async () => {
    const stage = await openStage(world)
    const adapter = stage.open()
    for (const units of [1n, 2n, 3n]) {
      const before = world.sunOf(stage.treasury)
      const answer = await adapter.deliver(stage.delivery({ units }))
      expect(costOf(answer)).toBe(before - world.sunOf(stage.treasury))
      if (answer._tag !== "Done") continue
      const { place } = answer.value
      expect(world.model.block(Number(place?.height))?.id).toBe(place?.hash)
    }
    expect(stage.moved()).toEqual([1n, 2n, 3n])
  })

  it("that is like another one is another transaction", async () => {
    const stage = await openStage(world)
    const adapter = stage.open()
    await Promise.all(Array.from({ length: 6 }, () => adapter.deliver(stage.delivery())))
    expect(stage.answers).toEqual(Array.from({ length: 6 }, () => "Done"))
    expect(stage.moved()).toHaveLength(6)
  })
})

describe("a signature", () => {
  it("is the same for the same order, and of an id that stands for another order there is none", async () => {
    const stage = await openStage(world)
    const adapter = stage.open()
    const order = stage.order()
    expect(await adapter.sign(order)).toEqual(await stage.open().sign(order))
    await expect(adapter.sign({ ...order, to: freshAddress() })).rejects.toMatchObject({ _tag: "ChainUnavailable" })
  })

  it("expires with its order", async () => {
    const stage = await openStage(world)
    const late = spendOf(stage.wallet, stage.to, { sendBefore: Date.now() - 60_000 })
    await expect(stage.open().sign(late)).rejects.toMatchObject({ _tag: "ChainUnavailable" })
  })
})

it("floats are what treasury and fee account have", async () => {
  const stage = await openStage(world)
  world.fund(stage.fees, 5n)
  const floats = await Effect.runPromise(stage.open().chain.floats?.("tron") ?? Effect.die("no floats"))
  expect(floats).toEqual([
    { network: "tron", what: "USDT", units: 1_000_000_000_000n, role: "treasury" },
    { network: "tron", what: "TRX", units: 10_000_000_005n, role: "fuel" },
    { network: "tron", what: "TRX", units: 10_000_000_000n, role: "fuel" }
  ])
})
