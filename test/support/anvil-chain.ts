// The chain adapter over a development network, as processes of a service would open it: several may share a data plane,
// and one may die and be opened again on what it left.
import { randomBytes } from "node:crypto"
import { type Context, Effect, Layer, Redacted, Scope } from "effect"
import type { Address, Hex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { layer as memory } from "../../adapters/memory/store.ts"
import { type EvmConfig, makeChain } from "../../adapters/evm/chain.ts"
import { addressOf } from "../../adapters/evm/devnet/test-token.ts"
import { walletAccount } from "../../adapters/evm/wallet-key.ts"
import type { AssetCode } from "../../core/money/assets.ts"
import type { SpendOrder } from "../../core/ports/chain.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import type { Store } from "../../core/ports/store.ts"
import { type Devnet, devnetChainId } from "./anvil.ts"

export type ChainService = ChainAdapter

const brlh = { asset: "BRLH", address: addressOf("BRLH"), level: 10_000n * 10n ** 18n } as const
const usdh = { asset: "USDH", address: addressOf("USDH"), level: 10_000n * 10n ** 6n } as const

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

/** Keys nobody used, with a relayer that can pay for gas. */
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
  devnet: Pick<Devnet, "url">,
  plane: Plane,
  keys: Keys,
  parts: Partial<EvmConfig> = {}
): ChainService =>
  Effect.runSync(Effect.provide(
    makeChain({
      url: Redacted.make(devnet.url),
      chainId: devnetChainId,
      relayer: Redacted.make(keys.relayer),
      treasury: Redacted.make(keys.treasury),
      tokenOf,
      shown: { network: "base", tokens: [brlh, usdh] },
      coin: "ETH",
      finality: { confirmations: 1 },
      patienceMs: 3_000,
      ...parts
    }),
    plane
  ))

export interface TestWallet {
  readonly seed: Redacted.Redacted<Uint8Array>
  readonly address: Address
  readonly addresses: SpendOrder["from"]
}

/** A wallet nobody used. */
export const freshWallet = async (entropy: Uint8Array = randomBytes(16)): Promise<TestWallet> => {
  const { address } = await walletAccount(entropy)
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
