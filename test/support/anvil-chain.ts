// The chain adapter over a development network, as processes of a service would open it: several may share a data plane,
// and one may die and be opened again on what it left.
import { randomBytes } from "node:crypto"
import { type Context, Effect, Layer, Redacted, Scope } from "effect"
import { type Address, type Hex, hexToBytes } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { layer as memory } from "../../adapters/memory/store.ts"
import { localSecpSigner } from "../../adapters/custody/local.ts"
import type { SecpSigner } from "../../adapters/custody/signer.ts"
import { type EvmChain, type EvmConfig, makeChain } from "../../adapters/evm/chain.ts"
import { addressOf, codeHashOf } from "../../adapters/evm/devnet/test-token.ts"
import { makeNetwork } from "../../adapters/evm/network.ts"
import { makeNode } from "../../adapters/evm/node.ts"
import { verify } from "../../adapters/evm/verify.ts"
import { withWallet } from "../../adapters/evm/wallet-key.ts"
import { makeQuorum } from "../../adapters/rpc-quorum/quorum.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"
import type { SpendOrder } from "../../core/ports/chain.ts"
import type { Store } from "../../core/engine/store/store.ts"
import { type Devnet, devnetChainId } from "./anvil.ts"

/** The adapter, with the step that a host runs beside it. */
export type ChainService = EvmChain

const token = (asset: "BRLH" | "USDH", level: bigint) => ({
  asset,
  address: addressOf(asset),
  codeHash: codeHashOf(asset),
  level
})
const brlh = token("BRLH", 10_000n * 10n ** 18n)
const usdh = token("USDH", 10_000n * 10n ** 6n)

/** A test token that is not filled up: what an account lacks it lacks. */
export const worthUsdh = { ...usdh, asset: "USDC", level: undefined } as const

export const signerOf = (key: Hex): SecpSigner => localSecpSigner(Redacted.make(hexToBytes(key)))

const tokenOf = (asset: AssetCode) =>
  asset === "BRLA" || asset === "BRLH"
    ? brlh
    : asset === "USDC" || asset === "USDT" || asset === "USDH"
    ? usdh
    : undefined

const freshKey = (): Hex => `0x${randomBytes(32).toString("hex")}`

export interface Keys {
  readonly relayer: Hex
  readonly treasury: Hex
}

/** Keys no one used, with a relayer that can pay for gas. */
export const freshKeys = async (devnet: Devnet): Promise<Keys> => {
  const keys = { relayer: freshKey(), treasury: freshKey() }
  await devnet.fund(privateKeyToAccount(keys.relayer).address)
  return keys
}

export type Plane = Context.Context<Store>

/** A data plane that lives as long as the test. */
export const openPlane = (layer: Layer.Layer<Store, unknown> = memory): Promise<Plane> =>
  Effect.runPromise(
    Layer.build(layer).pipe(Effect.provideService(Scope.Scope, Scope.makeUnsafe())) as Effect.Effect<Plane>
  )

/** Opens the adapter, as a process does when it starts. */
export const openChain = (
  devnet: Pick<Devnet, "url"> | ReadonlyArray<Pick<Devnet, "url">>,
  plane: Plane,
  keys: Keys,
  parts: Partial<EvmConfig> = {}
): ChainService => {
  const nodes = [devnet].flat()
  const members = nodes.map(({ url }, place) => {
    const name = `node ${place + 1}`
    return { name, node: makeNode({ name, url: Redacted.make(url) }) }
  })
  const agree = (nodes.length >> 1) + 1
  const network = makeNetwork(makeQuorum({ members, agree }), agree)
  const chainId = parts.chainId ?? devnetChainId
  const shown = parts.shown ?? { network: "base", tokens: [brlh, usdh] }
  return Effect.runSync(Effect.provide(
    makeChain({
      network,
      chainId,
      relayer: signerOf(keys.relayer),
      treasury: signerOf(keys.treasury),
      tokenOf,
      shown,
      coin: "ETH",
      finality: { done: 1, refused: "finalized" },
      fees: { leastTip: 0n, ceiling: 1_000n * 10n ** 9n },
      gas: "fixed",
      patienceMs: 3_000,
      verify: verify(network, { chainId, members, agree, tokens: shown.tokens }),
      ...parts
    }),
    plane
  ))
}

export interface TestWallet {
  readonly seed: Redacted.Redacted<Uint8Array>
  readonly address: Address
  readonly addresses: SpendOrder["from"]
}

/** A wallet no one used. */
export const freshWallet = async (entropy: Uint8Array = randomBytes(16)): Promise<TestWallet> => {
  const address = await withWallet(entropy, async (account) => account.address)
  return { seed: Redacted.make(entropy), address, addresses: { evm: address, tron: "", solana: "" } }
}

let count = 0

/** Orders with their own ids. */
export const spendOf = (wallet: TestWallet, to: string, parts: Partial<SpendOrder> = {}): SpendOrder => ({
  operationId: `spend/${++count}`,
  asset: "BRLA",
  network: "polygon",
  from: wallet.addresses,
  to,
  units: 10n ** 18n,
  sendBefore: Date.now() + 3_600_000,
  ...parts
})

export const deliveryOf = (address: string, parts: Partial<Parameters<ChainService["deliver"]>[0]> = {}) => ({
  operationId: `deliver/${++count}`,
  asset: "USDC" as const,
  network: "base" as const,
  address,
  units: 5_000_000n,
  ...parts
})
