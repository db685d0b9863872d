// The chain adapter on a real EVM node keeps the promises of its port; what moved is read from the node's own logs.
import { afterAll, beforeAll } from "vitest"
import { type LineState, chainSuite } from "../../adapters/conformance/index.ts"
import { type Devnet, startDevnet } from "../support/anvil.ts"
import { freshKeys, freshWallet, openChain, openPlane } from "../support/anvil-chain.ts"
import { openRpcProxy } from "../support/rpc-proxy.ts"
import { conforms, notShown } from "./conforms.ts"
import { fates } from "../chain/kit-bench.ts"

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())

const bench = async () => {
  const [keys, plane, wallet, proxy] = await Promise.all([
    freshKeys(devnet),
    openPlane(),
    freshWallet(),
    openRpcProxy(devnet.url)
  ])
  // An address of its own for each movement tells them apart on the chain.
  const known = await Promise.all(Array.from({ length: 6 }, () => freshWallet()))
  const addresses = new Map<string, string>()
  const address = (operationId: string): string => {
    const found = addresses.get(operationId) ?? known[addresses.size]?.address ?? ""
    addresses.set(operationId, found)
    return found
  }
  const open = () => openChain(proxy, plane, keys, { patienceMs: 1_000 })
  return {
    chain: open(),
    asset: "BRLA",
    network: "polygon",
    amounts: [1n, 1_000_000_000_000_000_001n],
    address,
    refused: "ana@example.com",
    moved: (operationId: string) => {
      const to = addresses.get(operationId)
      return to === undefined ? Promise.resolve([]) : devnet.received("BRLH", to as `0x${string}`)
    },
    wallet: { ...wallet, isFilledUp: true },
    line: {
      states: ["whole", "cut", "deaf", "silent", "unauthorised", "gateway"],
      set: async (state: LineState) => {
        const { all, broadcast = all } = fates[state]
        proxy.always("*", all)
        proxy.always("eth_sendRawTransaction", broadcast)
      }
    },
    reopen: async () => open(),
    patienceMs: 10_000,
    close: () => proxy.close()
  } as const
}

conforms("the EVM adapter on anvil", chainSuite, bench, [
  ...notShown("a block settles it", / that was accepted and is not settled/, /^an open /),
  ...notShown("what can be signed is sent", /^a refused spend/),
  ...notShown("test tokens fill wallets up", /^what a wallet can spend/)
])
