// What a sandbox wallet holds without a node: 10,000 of each test token, again after each debit (spec "Sandbox rules" 9).
import { describe, expect, it } from "vitest"
import { credit, debit, open, tokenOf } from "../../../adapters/sandbox/chain.ts"
import { Store, type Write, changeSet } from "../../../core/engine/store/store.ts"
import { World } from "../../support/world.ts"

const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const brlh = 10_000n * 10n ** 18n
const usdh = 10_000n * 10n ** 6n

const keep = (world: World, writes: ReadonlyArray<Write>) =>
  world.run(Store.use((store) => store.commit(changeSet({ writes }))))

const held = async (world: World) => {
  const { BRLH, USDH } = await world.run(open(address))
  return [BRLH, USDH]
}

describe("a sandbox wallet", () => {
  it("begins with 10,000 of each test token §sandbox-funds", async () => {
    expect(await held(await World.open())).toEqual([brlh, usdh])
  })

  it("has them again when a debit confirms, whatever it took §sandbox-funds", async () => {
    const world = await World.open()
    for (const units of [1n, usdh]) {
      const write = await world.run(debit(address, "USDH", units))
      if (write === undefined) throw new Error("refused")
      await keep(world, [write])
      expect(await held(world)).toEqual([brlh, usdh])
    }
  })

  it("keeps what it was given beyond that, and is topped up no further §sandbox-funds", async () => {
    const world = await World.open()
    await held(world)
    await keep(world, await world.run(credit(address, "USDH", 5n)))
    const write = await world.run(debit(address, "USDH", 2n))
    if (write === undefined) throw new Error("refused")
    await keep(world, [write])
    expect(await held(world)).toEqual([brlh, usdh + 3n])
  })

  it("cannot spend a unit more than it holds §sandbox-funds", async () => {
    const world = await World.open()
    expect(await world.run(debit(address, "BRLH", brlh + 1n))).toBeUndefined()
    expect(await world.run(debit(address, "BRLH", brlh))).toBeDefined()
  })

  it.each([["BRLA", "BRLH"], ["USDC", "USDH"], ["USDT", "USDH"], ["BTC", "BTC"]] as const)(
    "settles %s in %s §sandbox-tokens",
    (asset, token) => expect(tokenOf(asset)).toBe(token)
  )
})
