// The TRON adapter on the model keeps the promises of its port, alone and, in the deep tier, as two instances on one data store; what moved is counted in the
// logs of the model's blocks.
import { Effect } from "effect"
import { afterAll, beforeAll } from "vitest"
import { type ChainBench, chainSuite } from "../../../adapters/conformance/index.ts"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import { openPlane } from "../../support/anvil-chain.ts"
import { until } from "../../support/anvil.ts"
import { isDeep } from "../../support/depth.ts"
import { conforms, notShown } from "../../conformance/conforms.ts"
import { type World, openWorld } from "./world.ts"
import { fates, inTurns } from "../kit-bench.ts"

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const bench = (instances: 1 | 2) => async (): Promise<ChainBench> => {
  const [keys, plane, wallet] = await Promise.all([world.fundedKeys(), openPlane(), world.fundedWallet()])
  const addresses = new Map<string, string>()
  const address = (operationId: string): string => {
    const found = addresses.get(operationId) ?? world.receiver()
    addresses.set(operationId, found)
    return found
  }
  const open = () => world.open(keys, plane)
  const all = Array.from({ length: instances }, open)
  const [one, two] = all
  if (one === undefined) throw new Error("there is no instance")
  const [line] = world.lines
  const answers = (chain: ChainAdapter) =>
    Effect.runPromise(
      chain.spendable({ asset: "USDT", network: "tron", addresses: wallet.addresses }).pipe(
        Effect.match({ onFailure: () => false, onSuccess: () => true })
      )
    )
  return {
    chain: two === undefined ? one : inTurns(one, two),
    asset: "USDT",
    network: "tron",
    amounts: [1n, 1_000_001n],
    address,
    refused: "ana@example.com",
    moved: async (operationId) => {
      const to = addresses.get(operationId)
      return to === undefined ? [] : world.moved(to)
    },
    wallet: { ...wallet, refused: world.token.address },
    line: {
      states: ["whole", "cut", "deaf", "silent", "unauthorised", "gateway"],
      set: async (state) => {
        const { all: every, broadcast = every } = fates[state]
        line?.always("*", every)
        line?.always("/wallet/broadcasthex", broadcast)
        // After failures in a row a node is not asked for a second or more.
        if (state === "whole") { for (const chain of all) await until(() => answers(chain), (isBack) => isBack) }
      }
    },
    reopen: async () => open(),
    patienceMs: 30_000
  }
}

const gaps = notShown("a block settles it", / that was accepted and is not settled/, /^an open /)

conforms("the TRON adapter on the model", chainSuite, bench(1), gaps)
if (isDeep) conforms("two TRON adapters on one data store", chainSuite, bench(2), gaps)
