// What the adapter is configured with: plain data but for who signs.
import type { Redacted } from "effect"
import type { AssetCode } from "../../core/base/money/assets.ts"
import type { SecpSigner } from "../custody/signer.ts"
import type { LiquidNetworkName } from "./network.ts"

/** One node (elementsd), with its index of transactions (`txindex=1`). */
export interface NodeSettings {
  /** For logs and `/ready`. */
  readonly name: string
  /** https, or http on this machine. */
  readonly url: Redacted.Redacted
  /** Of its interface (`rpcauth`); none where the address holds a key. */
  readonly login?: { readonly user: string; readonly password: Redacted.Redacted }
  /** Requests that it takes in a second; as many as there are unless given. */
  readonly perSecond?: number
}

/** Blocks: 1 is the newest one. */
export interface Finality {
  /** From which on a delivery is Done. */
  readonly done: bigint
  /** From which on a coin that somebody else spent ends a delivery. Coins are used from there on too. */
  readonly refused: bigint
  /** Up to which a delivery that is Done is carried. */
  readonly final: bigint
}

/** Rates are smallest units of L-BTC for 1,000 virtual bytes. */
export interface FeeSettings {
  /** What nodes relay at least, also above what they relay already: the step of a replacement. */
  readonly floor: bigint
  /** Above it nothing is sent, and nothing is raised. */
  readonly ceiling: bigint
  /** How long a transaction waits for a block before one that pays more replaces it. Milliseconds. */
  readonly raiseAfterMs: number
}

/** L-BTC in the open below this is not relayed. Smallest units. */
export const usualDust = 20n

export interface LiquidSettings {
  readonly network: LiquidNetworkName
  /** Hash of the first block: needed on regtest alone, where every chain has its own. */
  readonly genesis?: string
  readonly nodes: ReadonlyArray<NodeSettings>
  /** How many of them have to give the same answer where it decides. */
  readonly agree: number
  /** Ids of assets as they are shown, by our codes. LBTC, which fees are paid in, is needed. */
  readonly assets: Readonly<Partial<Record<AssetCode, string>>> & { readonly LBTC: string }
  /** Holds the coins under the hash of its public key (P2WPKH). Fees are paid out of its L-BTC. */
  readonly treasury: SecpSigner
  /** The treasury's master blinding key (SLIP-0077), 32 bytes of hex. It opens the amounts of its coins and spends nothing. */
  readonly blindingKey: Redacted.Redacted
  readonly finality?: Partial<Finality>
  readonly fees?: Partial<FeeSettings>
  /** L-BTC in the open below this is not relayed: smallest units, `usualDust` unless given. */
  readonly dust?: bigint
  /** For one call of a node. Milliseconds, 10,000 unless given. */
  readonly timeoutMs?: number
}

export const usualFinality: Finality = { done: 2n, refused: 2n, final: 30n }

export const usualFees: FeeSettings = { floor: 100n, ceiling: 1_000n, raiseAfterMs: 180_000 }
