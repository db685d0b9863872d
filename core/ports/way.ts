// How what is ordered can be made here. Adapters say it from their settings, without a call, so that nothing is sold that
// stays undone (C69; 0260).
import type { AssetCode } from "../base/money/assets.ts"
import type { Network } from "../standards/address/network.ts"

/** By the provider, by an operator there, or not at all. */
export type Way = "provider" | "operator" | "none"

/** What would be delivered, and where to; no address stands for any. */
export interface DeliveryPlace {
  readonly asset: AssetCode
  readonly network: Network
  readonly address?: string
}

/**
 * The least that can be delivered there, in smallest units of the asset, 0 where there is no least; undefined where no settings name the
 * asset on this network.
 */
export type LeastDelivery = (place: DeliveryPlace) => bigint | undefined
