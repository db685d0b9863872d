// What the adapter is configured with: plain data but for who signs.
import type { Redacted } from "effect"
import type { SecpSigner } from "../custody/signer.ts"
import type { NetworkName } from "./network.ts"

/** One node. */
export interface NodeSettings {
  /** For logs and `/ready`. */
  readonly name: string
  /** https, or http on this machine, without a path where it has a wallet. */
  readonly url: Redacted.Redacted
  /** Of its interface (`rpcauth`); none where the address holds a key. */
  readonly login?: { readonly user: string; readonly password: Redacted.Redacted }
  /** Requests that it takes in a second; as many as there are unless given. */
  readonly perSecond?: number
  /**
   * Name of a wallet without keys that watches the treasury there; made where it is missing. One node needs it at least: nodes of others
   * have none.
   */
  readonly wallet?: string
}

/** Confirmations: 1 is the newest block. */
export interface Finality {
  /** From which on a delivery is Done. */
  readonly done: number
  /** The same for deliveries above an amount, in satoshis. */
  readonly above: { readonly units: bigint; readonly done: number }
  /** From which on nothing is expected to change any more: deliveries are carried up to it, and one is Refused from it on alone. */
  readonly final: number
}

export interface CoinSettings {
  /**
   * Confirmations that a coin needs to be spent: change of our own, which is carried until it is final, and what others paid in or
   * a replaced delivery gave back.
   */
  readonly ours: number
  readonly others: number
  /** Change below it, in satoshis, is left to the fee. */
  readonly leastChange: bigint
}

/** Rates are satoshis per 1,000 virtual bytes. */
export interface FeeSettings {
  /** How soon a delivery should be in a block. */
  readonly withinBlocks: number
  readonly floor: bigint
  /** Above it nothing is sent, and nothing is raised. */
  readonly ceiling: bigint
  /** Where too few nodes have an estimate. */
  readonly fallback: bigint
  /** How much a replacement pays more at least: what nodes ask for relaying it. */
  readonly step: bigint
  /** How long a transaction waits before a higher rate of the market replaces it. Milliseconds. */
  readonly raiseAfterMs: number
}

export interface BitcoinSettings {
  readonly network: NetworkName
  readonly nodes: ReadonlyArray<NodeSettings>
  /** How many of them have to give the same answer where it decides. */
  readonly agree: number
  /** Holds the coins under the hash of its public key (P2WPKH). Fees are paid out of them too. */
  readonly treasury: SecpSigner
  readonly finality?: Partial<Finality>
  readonly coins?: Partial<CoinSettings>
  readonly fees?: Partial<FeeSettings>
  /** Unix seconds from which on wallets look for coins when they are made; from then on where it is not given. */
  readonly since?: number
  /** For one call of a node. Milliseconds, 10,000 unless given. */
  readonly timeoutMs?: number
}

export const usualFinality: Finality = { done: 1, above: { units: 100_000_000n, done: 3 }, final: 6 }

export const usualCoins: CoinSettings = { ours: 1, others: 6, leastChange: 1_000n }

export const usualFees: FeeSettings = {
  withinBlocks: 6,
  floor: 1_000n,
  ceiling: 200_000n,
  fallback: 20_000n,
  step: 1_000n,
  raiseAfterMs: 1_800_000
}
