// What is shown and counted with, on three nodes of which one lies: the others are believed.
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import type { Lie } from "./line.ts"
import { openStage } from "./stage.ts"
import { type World, openWorld } from "./world.ts"

let world: World
beforeAll(async () => {
  world = await openWorld({ nodes: 3, agree: 2 })
})
afterAll(() => world.close())

type Json = Readonly<Record<string, unknown>>

const balances = (units: string): Lie => (answer) => ({ ...answer as Json, constant_result: [units.padStart(64, "0")] })
const lies: ReadonlyArray<readonly [route: string, what: string, lie: Lie]> = [
  ["/wallet/triggerconstantcontract", "nothing", balances("0")],
  ["/wallet/triggerconstantcontract", "too much", balances("ffffffffffffff")],
  ["/walletsolidity/triggerconstantcontract", "nothing", balances("0")],
  ["/walletsolidity/triggerconstantcontract", "too much", balances("ffffffffffffff")],
  ["/wallet/getaccount", "nothing", () => ({})],
  ["/wallet/getaccount", "too much", (answer) => ({ ...answer as Json, balance: 10 ** 15 })]
]

it.each(lies)(
  "floats and wallets are what they are while each node in turn says in %s that there is %s",
  async (route, _, lie) => {
    const stage = await openStage(world)
    const chain = stage.open().chain as Required<ChainAdapter>
    const { addresses } = stage.wallet
    for (const line of world.lines) {
      line.lie(route, lie)
      const [floats, holdings, spendable] = await Effect.runPromise(Effect.all([
        chain.floats("tron"),
        chain.holdings(addresses),
        chain.spendable({ asset: "USDT", network: "tron", addresses })
      ]))
      world.mend()
      expect(floats.map(({ units }) => units)).toEqual([1_000_000_000_000n, 10_000_000_000n, 10_000_000_000n])
      expect(holdings).toEqual([{ asset: "USDT", network: "tron", units: 1_000_000_000n }])
      expect(spendable).toBe(1_000_000_000n)
    }
  }
)
