// What has to be known to send on TRON, as data.
import type { SecpSigner } from "../custody/signer.ts"
import type { NodeSettings } from "./node.ts"
import type { Token } from "./tokens.ts"

export interface TronSettings {
  /** The id of the network's first block. */
  readonly genesis: string
  readonly nodes: ReadonlyArray<NodeSettings>
  /** How many nodes have to say the same of what decides: more than half. */
  readonly agree: number
  readonly tokens: ReadonlyArray<Token>
  /** Whose tokens are delivered, and who pays for what wallets spend: different keys. */
  readonly signers: { readonly treasury: SecpSigner; readonly fees: SecpSigner }
  /** Highest worth of energy that one transfer may take, in sun. */
  readonly feeLimitSun: bigint
  /** What the fee account may give for one spend, in sun. */
  readonly ceilingSun: bigint
  /** Energy that a transfer is taken to need at least: to who holds the token, and to who does not yet. */
  readonly energy: { readonly usual: bigint; readonly newHolder: bigint }
  /** How long a delivery can land before another one is made. Milliseconds, below 24 hours. */
  readonly deliveryMs: number
  /** How long `deliver` and `submit` wait before they answer. Milliseconds. */
  readonly patienceMs: number
  /** Between two looks at the nodes while something is waited for. Milliseconds. */
  readonly lookEveryMs: number
}

/** What is usual on the main network. */
export const usual = {
  feeLimitSun: 30_000_000n,
  ceilingSun: 30_000_000n,
  energy: { usual: 65_000n, newHolder: 131_000n },
  deliveryMs: 600_000,
  patienceMs: 6_000,
  lookEveryMs: 1_000
} as const
