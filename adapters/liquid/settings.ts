// What an operator says of Liquid: nodes, keys, assets, fees, and how deep a block counts. Plain data but for the signer.
import type { Redacted } from "effect"
import type { AssetCode } from "../../core/money/assets.ts"
import type { SecpSigner } from "../custody/signer.ts"
import type { Credentials } from "../http-client/client.ts"
import type { LiquidNetworkName } from "./network.ts"

export interface LiquidSettings {
  readonly network: LiquidNetworkName
  /** Hash of the first block: needed on regtest, where every chain has its own. */
  readonly genesis?: string
  readonly nodes: ReadonlyArray<{
    readonly name: string
    readonly url: Redacted.Redacted
    readonly credentials?: Credentials
    /** Milliseconds, 10,000 unless given. */
    readonly timeoutMs?: number
  }>
  /** How many nodes have to give the same answer: more than half. */
  readonly agree: number
  /** Ids of assets as they are shown, by our codes. LBTC, which fees are paid in, is needed. */
  readonly assets: Readonly<Partial<Record<AssetCode, string>>> & { readonly LBTC: string }
  /** The key of the treasury's coins, of which L-BTC pays the fees. */
  readonly treasury: SecpSigner
  /** The treasury's master blinding key (SLIP-0077), 32 bytes of hex. It opens the amounts of its coins and spends nothing. */
  readonly blindingKey: Redacted.Redacted
  /**
   * Depths in blocks. `done`: from where a delivery is reported. `refused`: from where a coin that somebody else spent ends one; coins are
   * used from there too. `over`: from where nothing is sent again. 2, 2 and 30 unless given.
   */
  readonly finality?: { readonly done: bigint; readonly refused: bigint; readonly over: bigint }
  /** Smallest units of L-BTC for 1,000 virtual bytes: what nodes take at least (100 unless given), and the most that is paid (1,000). */
  readonly fees?: { readonly floor: bigint; readonly ceiling: bigint }
  /** L-BTC in the open below this is not relayed: smallest units, 20 unless given. */
  readonly dust?: bigint
  /** A transaction that waits longer for a block is replaced by one that pays more. Milliseconds, 180,000 unless given. */
  readonly hurryAfterMs?: number
}
