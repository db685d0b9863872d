// The chain adapter on a real Bitcoin node keeps the promises of its port; what moved is read from the node's own outputs.
import { afterAll, beforeAll, describe } from "vitest"
import { chainSuite } from "../../adapters/conformance/index.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { bitcoindPath } from "../chain/bitcoin/bitcoind.ts"
import { displace } from "../chain/bitcoin/stranger.ts"
import { type Treasury, type World, freshAddress, openWorld } from "../chain/bitcoin/world.ts"
import { openPlane } from "../support/anvil-chain.ts"
import { conforms, notShown } from "./conforms.ts"

let world: World
let treasuries: Array<() => Promise<Treasury>>
beforeAll(async () => {
  if (bitcoindPath === undefined) return
  world = await openWorld(bitcoindPath)
  treasuries = [...await world.treasuries(2 * chainSuite.checks.length, [1_000_000n, 60_000_000n, 60_000_000n])]
})
afterAll(() => world?.close())

/** One adapter, or two of which every other sending is one's. */
const bench = (instances: 1 | 2) => async () => {
  const openNext = treasuries.pop()
  if (openNext === undefined) throw new Error("there is no treasury left")
  const [plane, treasury] = await Promise.all([openPlane(), openNext()])
  const addresses = new Map<string, string>()
  const address = (operationId: string): string => {
    const found = addresses.get(operationId) ?? freshAddress()
    addresses.set(operationId, found)
    return found
  }
  const open = (): ChainAdapter => treasury.open(plane, { timeoutMs: 3_000 }).adapter
  const one = open()
  const two = instances === 2 ? open() : one
  let turn = 0
  const chain: ChainAdapter = {
    ...one,
    deliver: (order) => (turn++ % 2 === 0 ? one : two).deliver(order),
    lookUp: (movement) => (turn++ % 2 === 0 ? one : two).lookUp(movement)
  }
  const slow = freshAddress()
  treasury.waiting.add(slow)
  return {
    chain,
    asset: "BTC",
    network: "bitcoin",
    // The least that nodes relay to such an address, and more than one coin.
    amounts: [294n, 100_000_000n],
    address,
    refused: "ana@example.com",
    open: {
      address: slow,
      settle: async (operationId: string) => {
        addresses.set(operationId, slow)
        await world.node.mine()
      },
      refuse: async (operationId: string) => {
        await displace(world.node, treasury, plane, operationId)
        await world.node.mineEmpty(5)
      }
    },
    moved: (operationId: string) => {
      const to = addresses.get(operationId)
      return to === undefined ? Promise.resolve([]) : treasury.moved(to)
    },
    line: { states: ["whole", "cut", "deaf", "silent", "unauthorised", "gateway"], set: treasury.line },
    reopen: async () => open(),
    patienceMs: 20_000,
    close: treasury.close
  } as const
}

const noWallets = notShown("users have no wallets on bitcoin", /spend/, /signature/, /^what a wallet/)

describe.skipIf(bitcoindPath === undefined)("with a node", () => {
  conforms("the Bitcoin adapter", chainSuite, bench(1), noWallets)
  conforms("the Bitcoin adapter in two processes on one store", chainSuite, bench(2), noWallets)
})
