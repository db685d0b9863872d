// Stablecoins and other assets on their chains, and Lightning for deliveries: one port, told apart by the network of the
// order. Two ways out: from the service's treasury, and from a user's own wallet with the user's signature.
import { Context, Data, type Effect, type Redacted } from "effect"
import type { Network } from "../address/network.ts"
import type { WalletAddresses, WalletFamily } from "../address/wallet-addresses.ts"
import type { AssetCode } from "../money/assets.ts"

/** An asset to be sent from the service's treasury. */
export interface DeliveryOrder {
  /** Our id of this movement: asked twice, it happens once. */
  readonly operationId: string
  readonly asset: AssetCode
  readonly network: Network
  /**
   * On Lightning a BOLT11 invoice, an LNURL or a Lightning address. An invoice without an amount is paid with these units.
   * One that names another amount (a satoshi is 1,000 millisatoshis), as it may after a late payment, and one that has
   * expired is Refused.
   */
  readonly address: string
  /** Smallest units of the asset; no more and no less is delivered. */
  readonly units: bigint
}

/** Evidence of a final transfer. */
export interface DeliveryReceipt {
  readonly transactionHash: string
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
}

/** An order that was signed: everything that sending it takes, and no key. Stored before it is sent. */
export interface SignedSpend {
  readonly operationId: string
  readonly network: Network
  /** The adapter's own text; opaque. */
  readonly payload: string
}

/** What an address holds. */
export interface Holding {
  readonly asset: AssetCode
  readonly network: Network
  /** Smallest units of the asset. */
  readonly units: bigint
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
  /** What a network settles on here: the sandbox settles every network on one. */
  readonly settlement: (network: Network) => { readonly chainId: number; readonly family: WalletFamily }
  /** Where wallets pay to on this network. */
  readonly treasury: (network: Network) => Effect.Effect<string, ChainUnavailable>
  /** How much of an asset a wallet can spend on a network, smallest units. */
  readonly spendable: (
    wallet: { readonly asset: AssetCode; readonly network: Network; readonly addresses: WalletAddresses }
  ) => Effect.Effect<bigint, ChainUnavailable>
  /** Everything that a wallet holds, for showing. */
  readonly holdings: (addresses: WalletAddresses) => Effect.Effect<ReadonlyArray<Holding>, ChainUnavailable>
}>()("pontepay/core/ports/Chain") {}
