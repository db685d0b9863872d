// A network on which two processes share one data store, and what is counted on the chain itself.
import type { Redacted } from "effect"
import type { Network } from "../../../core/standards/address/network.ts"
import type { AssetCode } from "../../../core/base/money/assets.ts"
import type { NativeCoin } from "../../../core/base/money/coins.ts"
import type { SpendOrder } from "../../../core/ports/chain.ts"
import type { OpenedChain } from "../delivering-child.ts"

export interface Stage {
  readonly network: Network
  readonly asset: AssetCode
  /** What runs a process, and the JSON that it opens the adapter with. */
  readonly script: URL
  readonly settings: string
  /** The same adapter in this process. */
  readonly open: () => OpenedChain
  /** An address that nothing was paid to. */
  readonly receiver: () => Promise<string>
  /** Units of each payment to an address. */
  readonly moved: (address: string) => Promise<ReadonlyArray<bigint>>
  /** A wallet with units of the asset, where wallets can spend. */
  readonly wallet?: { readonly seed: Redacted.Redacted<Uint8Array>; readonly addresses: SpendOrder["from"] }
  readonly coin: NativeCoin
  /** What those who pay the fees have lost since it was opened, given the addresses that were paid. */
  readonly lost: (paid: ReadonlyArray<string>) => Promise<bigint>
  /** A block, where none comes by itself. */
  readonly mine?: () => Promise<unknown>
  readonly close: () => Promise<unknown>
}
