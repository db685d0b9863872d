// Adapters of one's own, each by the port that it stands behind: an embedding server gives them to a plane, instead of what
// the plane has there. The double-payment guard and what is observed stand before them as before any other.
import { Layer } from "effect"
import type { Chain } from "../../core/ports/chain.ts"
import type { DocumentStore } from "../../core/ports/document-store.ts"
import type { FxRates } from "../../core/ports/fx-rates.ts"
import type { KycProvider } from "../../core/ports/kyc-provider.ts"
import type { LightningNode } from "../../core/ports/lightning-node.ts"
import type { LivenessProvider } from "../../core/ports/liveness-provider.ts"
import type { Notifier } from "../../core/ports/notifier.ts"
import type { PixRail } from "../../core/ports/pix-rail.ts"
import type { ProviderInbox } from "../../core/ports/provider-inbox.ts"
import type { SparkWallet } from "../../core/ports/spark-wallet.ts"
import type { Store } from "../../core/ports/store.ts"
import type { SwapPool } from "../../core/ports/swap-pool.ts"
import type { WalletVault } from "../../core/ports/wallet-vault.ts"

/** An adapter; it may keep what it has to remember in the plane's store. */
type Own<Port> = Layer.Layer<Port, unknown, Store>

/** What stands behind ports of a plane; a port that is left out keeps what the plane has. */
export interface OwnAdapters {
  /** Creates PIX charges, pays and returns PIX. */
  readonly pixRail?: Own<PixRail>
  /** Reads, signs and sends transactions of every network. */
  readonly chain?: Own<Chain>
  /** Prices of assets in BRL. */
  readonly fxRates?: Own<FxRates>
  /** Examines people and companies. */
  readonly kycProvider?: Own<KycProvider>
  /** Checks selfies for liveness. */
  readonly livenessProvider?: Own<LivenessProvider>
  /** Issues and pays Lightning invoices. */
  readonly lightningNode?: Own<LightningNode>
  /** Holds the Spark side of swaps. */
  readonly sparkWallet?: Own<SparkWallet>
  /** Exchanges DePix for BTC. */
  readonly swapPool?: Own<SwapPool>
  /** Verifies and reads the providers' events. */
  readonly providerInbox?: Own<ProviderInbox>
  /** Keeps uploaded documents. */
  readonly documentStore?: Own<DocumentStore>
  /** Keeps the keys of holders' wallets under their PINs. */
  readonly walletVault?: Own<WalletVault>
  /** Sends webhooks. */
  readonly notifier?: Own<Notifier>
}

/** All of them as one layer. */
export const ownLayer = (own: OwnAdapters): Layer.Layer<never, unknown, Store> =>
  Object.values<Layer.Layer<never, unknown, Store>>({ ...own })
    .reduce((all, each) => Layer.merge(all, each), Layer.empty as Layer.Layer<never, unknown, Store>)

/** What `/ready` says stands behind each port. */
export const withOwn = <State extends string>(
  adapters: Readonly<Record<string, State>>,
  own: OwnAdapters
): Readonly<Record<string, State | "own">> => ({
  ...adapters,
  ...Object.fromEntries(Object.keys(own).map((port) => [port, "own" as const]))
})
