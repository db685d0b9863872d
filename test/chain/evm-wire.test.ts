// What a wire to a node does to answers: torn in the middle, replaced by a gateway, late, at one question or at all of
// them. Whatever it is, a receiver gets his units once and the movement ends once the wire is whole.
import { Effect, References } from "effect"
import type { Address } from "viem"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type Devnet, startDevnet, until } from "../support/anvil.ts"
import {
  type Keys,
  type Plane,
  deliveryOf,
  freshKeys,
  freshWallet,
  openChain,
  openPlane
} from "../support/anvil-chain.ts"
import { type RpcProxy, openRpcProxy } from "../support/rpc-proxy.ts"

let devnet: Devnet
let keys: Keys
let plane: Plane
let proxy: RpcProxy

beforeAll(async () => {
  devnet = await startDevnet()
})

beforeEach(async () => {
  keys = await freshKeys(devnet)
  plane = await openPlane()
  proxy = await openRpcProxy(devnet.url)
})

afterEach(() => proxy.close())
afterAll(() => devnet.stop())

const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provideService(effect, References.MinimumLogLevel, "None"))

describe("a wire on which answers are", () => {
  it.each(["torn", "garbled", "late", "lost"] as const)(
    "%s moves the money once, and ends when it is whole",
    async (fate) => {
      const chain = openChain(proxy, plane, keys, { patienceMs: 1_000 })
      const orders = await Promise.all([1, 2].map(async () => deliveryOf((await freshWallet()).address)))
      const [first, second] = orders
      if (first === undefined || second === undefined) throw new Error("there are two")
      // One only where the transaction is sent, the other everywhere.
      proxy.next("eth_sendRawTransaction", fate)
      expect((await run(chain.deliver(first)))._tag).toMatch(/^(?:Done|Unknown)$/)
      proxy.always("*", fate)
      // What was not stored was not sent.
      expect((await run(chain.deliver(second)))._tag).toMatch(/^(?:Done|Held|Unknown)$/)
      expect((await run(chain.lookUp(first)))._tag).toMatch(/^(?:Done|Unknown)$/)
      proxy.always("*", "passed")
      for (const order of orders) {
        const answer = await until(
          () => run(Effect.andThen(Effect.ignore(chain.carry), chain.lookUp(order))),
          ({ _tag }) => _tag === "Done" || _tag === "Absent"
        )
        // What never left can be requested again under the same id.
        if (answer._tag === "Absent") await run(chain.deliver(order))
        expect((await run(chain.deliver(order)))._tag).toBe("Done")
        expect(await devnet.received("USDH", order.address as Address)).toEqual([order.units])
      }
    }
  )
})
