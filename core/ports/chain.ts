// Stablecoins and other assets on their chains: one port, told apart by the network of the order; Lightning has one of its own. Two ways
// out: from the service's treasury, and from a user's own wallet with the user's signature.
import { Context, Data, type Effect, type Redacted } from "effect"
import type { Network, WalletNetwork } from "../standards/address/network.ts"
import type { WalletAddresses, WalletFamily } from "../standards/address/wallet-addresses.ts"
import type { AssetCode } from "../base/money/assets.ts"
import type { NativeCoin } from "../base/money/coins.ts"
import type { LeastDelivery } from "./way.ts"

/** An asset to be sent from the service's treasury. */
export interface DeliveryOrder {
  /** Our id of this movement: asked twice, it happens once. */
  readonly operationId: string
  readonly asset: AssetCode
  readonly network: Network
  readonly address: string
  /** Smallest units of the asset; no more and no less is delivered. */
  readonly units: bigint
}

/** Where a chain put a transfer. */
export interface ChainPlace {
  /** Number of the block, or the slot. */
  readonly height: bigint
  readonly hash: string
}

/** What the network took for a transfer, from whoever of the service pays its fees. */
export interface ChainCost {
  readonly coin: NativeCoin
  /** Smallest units of the coin. */
  readonly units: bigint
}

/** Evidence of a final transfer; place and cost where the chain tells them. */
export interface DeliveryReceipt {
  readonly transactionHash: string
  readonly place?: ChainPlace
  readonly cost?: ChainCost
}

/** An asset to be sent from a user's wallet; the service pays the network's fee. */
export interface SpendOrder {
  /** Our id of this movement: two orders of one id can never both take effect. */
  readonly operationId: string
  readonly asset: AssetCode
  readonly network: Network
  readonly from: WalletAddresses
  readonly to: string
  /** Smallest units of the asset. */
  readonly units: bigint
  /**
   * Unix milliseconds. A chain whose transactions can expire gets this deadline, so that nothing that was signed long ago takes
   * effect. The service sends nothing after it.
   */
  readonly sendBefore: number
}

/** An order that was signed: everything that sending it takes, and no key. Stored before it is sent. */
export interface SignedSpend {
  readonly operationId: string
  readonly network: Network
  /** The adapter's own text; opaque. */
  readonly payload: string
  /** As in its order. */
  readonly sendBefore: number
}

/** What the service holds on a network, to deliver from or to pay the network's fees with. */
export interface Float {
  readonly network: Network
  readonly what: AssetCode | NativeCoin
  /** Smallest units that can be spent now. */
  readonly units: bigint
  readonly role: "treasury" | "fuel"
}

/** What the chain itself shows to have left the treasury or a wallet: nothing of it is read from a record of ours. */
export interface Outflow {
  /** What the chain tells of our operation id, as `markOf` spells it; null where it tells nothing of it. */
  readonly mark: string | null
  readonly to: string
  /** Null where it is an asset that this adapter does not deliver. */
  readonly asset: AssetCode | null
  /** Smallest units of the asset. */
  readonly units: bigint
  readonly receipt: DeliveryReceipt
  /** Whether it is as deep as what a look-up answers Done for; otherwise it may still come or go. */
  readonly isDone: boolean
}

/** What an address holds. */
export interface Holding {
  readonly asset: AssetCode
  readonly network: Network
  /** Smallest units of the asset. */
  readonly units: bigint
}

/** What shows a wallet on Liquid, whose amounts its blinding key opens. */
export interface LiquidView {
  /** The hash of its public key, in hex. */
  readonly program: string
  /** Its master blinding key (SLIP-0077), in hex. */
  readonly blindingKey: Redacted.Redacted
}

/** A wallet on Liquid. */
export interface OnLiquid {
  readonly address: string
  readonly holdings: ReadonlyArray<Holding>
}

/** The chain cannot be asked; nothing happened. */
export class ChainUnavailable extends Data.TaggedError("ChainUnavailable")<{ readonly reason: string }> {}

/** Signatures, addresses and balances: what use cases ask of a chain. What moves assets is `ChainTransfers`. */
export class Chain extends Context.Service<Chain, {
  /** Signs with the wallet's seed (BIP-39 entropy), which is forgotten when this returns. Moves nothing. */
  readonly sign: (
    order: SpendOrder,
    seed: Redacted.Redacted<Uint8Array>
  ) => Effect.Effect<SignedSpend, ChainUnavailable>
  readonly leastDelivery: LeastDelivery
  /** What a network settles on here: the sandbox settles every network on one. */
  readonly settlement: (network: WalletNetwork) => { readonly chainId: number; readonly family: WalletFamily }
  /** Where wallets pay to on this network. */
  readonly treasury: (network: Network) => Effect.Effect<string, ChainUnavailable>
  /** How much of an asset a wallet can spend on a network, smallest units. */
  readonly spendable: (
    wallet: { readonly asset: AssetCode; readonly network: Network; readonly addresses: WalletAddresses }
  ) => Effect.Effect<bigint, ChainUnavailable>
  /** Everything that a wallet holds, for showing. */
  readonly holdings: (addresses: WalletAddresses) => Effect.Effect<ReadonlyArray<Holding>, ChainUnavailable>
  /** Where a wallet is on Liquid, and what it holds there, for showing. Only adapters that serve Liquid have it. */
  readonly liquid?: (view: LiquidView) => Effect.Effect<OnLiquid, ChainUnavailable>
  /** What the service holds on a network. An adapter without it has no deliveries reserved and no levels shown. */
  readonly floats?: (network: Network) => Effect.Effect<ReadonlyArray<Float>, ChainUnavailable>
}>()("pontepay/core/ports/Chain") {}
