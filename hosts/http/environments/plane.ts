// What a data plane offers to the app: its ports, ready to run use cases with. Sandbox and production are two planes
// that share nothing.
import type { Context } from "effect"
import type { Environment } from "../../../core/base/environment/environment.ts"
import type { CallWindow } from "../../../core/ports/call-window.ts"
import type { ValuePorts } from "../../../core/payments/movement/kinds.ts"
import type { Chain } from "../../../core/ports/chain.ts"
import type { DocumentStore } from "../../../core/ports/document-store.ts"
import type { FxRates } from "../../../core/ports/fx-rates.ts"
import type { Ids } from "../../../core/engine/store/ids.ts"
import type { JobQueue } from "../../../core/engine/store/job-queue.ts"
import type { KycProvider } from "../../../core/ports/kyc-provider.ts"
import type { MasterKey } from "../../../core/engine/store/master-key.ts"
import type { LightningNode } from "../../../core/ports/lightning-node.ts"
import type { LivenessProvider } from "../../../core/ports/liveness-provider.ts"
import type { Notifier } from "../../../core/ports/notifier.ts"
import type { PasswordHasher } from "../../../core/ports/password-hasher.ts"
import type { PixRail } from "../../../core/ports/pix-rail.ts"
import type { Provider } from "../../../core/ports/provider-state.ts"
import type { PublicOrigin } from "../../../core/ports/public-origin.ts"
import type { ProviderInboxes } from "../../../core/ports/provider-inbox.ts"
import type { Restricting } from "../../../core/ports/restrictions.ts"
import type { Secrets } from "../../../core/engine/store/secrets.ts"
import type { SparkWallet } from "../../../core/ports/spark-wallet.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import type { SwapPool } from "../../../core/ports/swap-pool.ts"
import type { WalletVault } from "../../../core/ports/wallet-vault.ts"

/** Everything that the use cases behind the interface need. */
export type RequestServices =
  | Store
  | JobQueue
  | PixRail
  | ValuePorts
  | Chain
  | LightningNode
  | SparkWallet
  | SwapPool
  | KycProvider
  | LivenessProvider
  | DocumentStore
  | CallWindow
  | FxRates
  | Ids
  | Secrets
  | MasterKey
  | Notifier
  | ProviderInboxes
  | PublicOrigin
  | Restricting
  | WalletVault
  | PasswordHasher

export interface Plane {
  readonly environment: Environment
  /**
   * What stands behind each port beside the store, for people who ask whether the service is ready: `simulated`, `evm`, `local`,
   * `own`, `unconfigured`, `not installed`, or the name of a provider.
   */
  readonly adapters: Readonly<Record<string, string>>
  /** The providers behind them that say how they are. */
  readonly providers: ReadonlyArray<Provider>
  readonly services: Context.Context<RequestServices>
}
