// What chains say that they can deliver, without a node being asked (0260): what relaying demands of an address, and what the settings name.
import { Effect, Redacted } from "effect"
import { expect, it } from "vitest"
import { openBitcoin } from "../../../adapters/bitcoin/index.ts"
import { localSecpSigner } from "../../../adapters/custody/local.ts"
import { openEvm } from "../../../adapters/evm/index.ts"
import { openLiquid } from "../../../adapters/liquid/index.ts"
import * as memory from "../../../adapters/memory/store.ts"
import { simulatedChain } from "../../../adapters/sandbox/chain.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import { bitcoin } from "../../../hosts/http/environments/networks/bitcoin.ts"
import { liquid } from "../../../hosts/http/environments/networks/liquid.ts"

const treasury = localSecpSigner(Redacted.make(new Uint8Array(32).fill(7)))
const relayer = localSecpSigner(Redacted.make(new Uint8Array(32).fill(8)))
const nodes = [{ name: "only", url: Redacted.make("http://127.0.0.1:1") }]
const opened = (chain: Effect.Effect<ChainAdapter, never, Store>) =>
  Effect.runPromise(Effect.provide(chain, memory.layer))

it("bitcoin delivers what nodes relay to the address, and the most that any asks for where none is named §ways", async () => {
  const { leastDelivery } = await opened(openBitcoin({ network: "mainnet", agree: 1, nodes, treasury }).chain)
  const on = { asset: "BTC", network: "bitcoin" } as const
  expect(leastDelivery(on)).toBe(546n)
  expect(leastDelivery({ ...on, address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2" })).toBe(546n)
  expect(leastDelivery({ ...on, address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" })).toBe(294n)
  expect(leastDelivery({ asset: "USDT", network: "bitcoin" })).toBeUndefined()
})

it("liquid delivers the assets of its settings §ways", async () => {
  const { leastDelivery } = await opened(
    openLiquid({
      network: "mainnet",
      agree: 1,
      nodes,
      treasury,
      blindingKey: Redacted.make("0b".repeat(32)),
      assets: { LBTC: "6f".repeat(32) }
    }).chain
  )
  expect(leastDelivery({ asset: "LBTC", network: "liquid" })).toBe(20n)
  expect(leastDelivery({ asset: "DEPIX", network: "liquid" })).toBeUndefined()
})

it("an EVM network delivers its tokens, each from one unit on §ways", async () => {
  const token = {
    asset: "USDC",
    address: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359",
    codeHash: `0x${"1".repeat(64)}`
  } as const
  const chain = openEvm({ network: "polygon", agree: 1, nodes, tokens: [token], relayer, treasury }).chain
  const { leastDelivery } = await opened(chain)
  expect(leastDelivery({ asset: "USDC", network: "polygon" })).toBe(0n)
  expect(leastDelivery({ asset: "USDT", network: "polygon" })).toBeUndefined()
  expect(leastDelivery({ asset: "USDC", network: "base" })).toBeUndefined()
})

it("settings say the most demanding least of each asset, before the signer of their network answers §ways", () => {
  const common = {
    agree: 1,
    nodes: [{ name: "only", url: "http://127.0.0.1:1" }],
    signers: { treasury: "treasury" },
    blindingKey: "{BLINDING_KEY}"
  } as const
  expect([...bitcoin.delivers(common)]).toEqual([["BTC", 546n]])
  const [LBTC, DEPIX] = ["6f".repeat(32), "02".repeat(32)]
  expect([...liquid.delivers({ ...common, assets: { LBTC } })]).toEqual([["LBTC", 20n]])
  expect([...liquid.delivers({ ...common, assets: { LBTC, DEPIX }, dust: 30n })]).toEqual([["LBTC", 30n], [
    "DEPIX",
    0n
  ]])
})

it("the sandbox delivers everything, and bitcoin from its dust on §ways", async () => {
  const { leastDelivery } = await opened(simulatedChain)
  expect(leastDelivery({ asset: "BTC", network: "bitcoin" })).toBe(546n)
  expect(leastDelivery({ asset: "USDC", network: "gnosis" })).toBe(0n)
})
