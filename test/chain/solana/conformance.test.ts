// The Solana adapter on a node with the real token programs keeps the promises of its port, alone and as two instances on one data store;
// what moved is read from the node's own blocks.
import { Effect } from "effect"
import { afterAll, beforeAll, describe } from "vitest"
import { type ChainBench, type LineState, chainSuite } from "../../../adapters/conformance/index.ts"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import { conforms, notShown } from "../../conformance/conforms.ts"
import { openPlane } from "../../support/anvil-chain.ts"
import { until } from "../../support/anvil.ts"
import { isDeep } from "../../support/depth.ts"
import { type Fate, openLine } from "./line.ts"
import { hasSurfnet, notRun } from "./surfnet.ts"
import { type World, freshAddress, freshWallet, openWorld } from "./world.ts"

const fates: { readonly [S in LineState]: { readonly all: Fate; readonly broadcast?: Fate } } = {
  whole: { all: "passed" },
  cut: { all: "cut" },
  deaf: { all: "passed", broadcast: "lost" },
  silent: { all: "stuck" },
  unauthorised: { all: "unauthorised" },
  gateway: { all: "page" }
}

/** What is requested goes to one instance and then to the other, as it does with two processes. */
const inTurns = (one: ChainAdapter, other: ChainAdapter): ChainAdapter => {
  let turn = 0
  const next = (): ChainAdapter => turn++ % 2 === 0 ? one : other
  return {
    ...one,
    deliver: (order) => Effect.suspend(() => next().deliver(order)),
    sign: (order, seed) => Effect.suspend(() => next().sign(order, seed)),
    submit: (spend) => Effect.suspend(() => next().submit(spend)),
    lookUp: (movement) => Effect.suspend(() => next().lookUp(movement))
  }
}

describe.skipIf(!hasSurfnet)(`on a Solana node${notRun}`, () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const bench = (instances: 1 | 2) => async (): Promise<ChainBench> => {
    const [keys, plane, wallet, line] = await Promise.all([
      world.freshKeys(),
      openPlane(),
      freshWallet(),
      openLine(world.node.url)
    ])
    const { USDC } = world.tokens
    await world.give(USDC, wallet.address, 5_000_000n)
    await Effect.runPromise(world.opened(keys).prepare)
    const addresses = new Map<string, string>()
    const address = (operationId: string): string => {
      const found = addresses.get(operationId) ?? freshAddress()
      addresses.set(operationId, found)
      return found
    }
    const open = (): ChainAdapter =>
      world.open(plane, keys, { nodes: [{ name: "one", url: line.url }], patienceMs: 1_000, timeoutMs: 700 })
    const all = Array.from({ length: instances }, open)
    const [one, two] = all
    if (one === undefined) throw new Error("there is no instance")
    const answers = (chain: ChainAdapter) =>
      Effect.runPromise(
        Effect.match(chain.spendable({ asset: "USDC", network: "solana", addresses: wallet.addresses }), {
          onFailure: () => false,
          onSuccess: () => true
        })
      )
    return {
      chain: two === undefined ? one : inTurns(one, two),
      asset: "USDC",
      network: "solana",
      amounts: [1n, 1_000_001n],
      address,
      refused: "ana@example.com",
      moved: async (operationId) => {
        const to = addresses.get(operationId)
        return to === undefined ? [] : world.received(USDC, to)
      },
      wallet: { ...wallet, refused: USDC.mint },
      line: {
        states: ["whole", "cut", "deaf", "silent", "unauthorised", "gateway"],
        set: async (state) => {
          const { all: every, broadcast = every } = fates[state]
          line.always("*", every)
          line.always("sendTransaction", broadcast)
          // After failures in a row a node is not asked for a second or more.
          if (state === "whole") { for (const chain of all) await until(() => answers(chain), (isBack) => isBack) }
        }
      },
      reopen: async () => open(),
      patienceMs: 10_000,
      close: () => line.close()
    }
  }

  const gaps = notShown("a block settles it", / that was accepted and is not settled/, /^an open /)
  conforms("the Solana adapter on surfpool", chainSuite, bench(1), gaps)
  if (isDeep) conforms("two Solana adapters on one data store", chainSuite, bench(2), gaps)
})
