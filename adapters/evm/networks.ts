// What is known of each EVM network: its chain id and coin, when a transfer on it counts, and what its fees are like.
import type { Network } from "../../core/standards/address/network.ts"
import type { NativeCoin } from "../../core/base/money/coins.ts"
import type { FeeLimits } from "./fees.ts"
import type { Finality } from "./status.ts"

export type EvmNetworkName = Extract<Network, "polygon" | "base" | "arbitrum" | "gnosis">

export interface NetworkFacts {
  readonly chainId: number
  readonly coin: NativeCoin
  readonly finality: Finality
  readonly fees: FeeLimits
  readonly gas: "fixed" | "estimated"
}

const gwei = 10n ** 9n

export const networkFacts: { readonly [N in EvmNetworkName]: NetworkFacts } = {
  // Nodes refuse a tip below 25 gwei; older ones say 30.
  polygon: {
    chainId: 137,
    coin: "POL",
    finality: { done: "finalized", refused: "finalized" },
    fees: { leastTip: 30n * gwei, ceiling: 2_000n * gwei },
    gas: "fixed"
  },
  base: {
    chainId: 8_453,
    coin: "ETH",
    finality: { done: 10, refused: "finalized" },
    fees: { leastTip: 1_000_000n, ceiling: 20n * gwei },
    gas: "fixed"
  },
  // There are no tips, and the fee for data is taken in gas.
  arbitrum: {
    chainId: 42_161,
    coin: "ETH",
    finality: { done: 20, refused: "finalized" },
    fees: { leastTip: 0n, ceiling: 20n * gwei },
    gas: "estimated"
  },
  gnosis: {
    chainId: 100,
    coin: "XDAI",
    finality: { done: "finalized", refused: "finalized" },
    fees: { leastTip: gwei, ceiling: 500n * gwei },
    gas: "fixed"
  }
}
