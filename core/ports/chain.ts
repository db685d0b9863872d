// Delivery of assets: one port for every chain and for Lightning, told apart by the network of the order.
import { Context, type Effect } from "effect"
import type { Network } from "../address/network.ts"
import type { AssetCode } from "../money/assets.ts"
import type { LookUp, Outcome } from "./outcome.ts"

/** An asset to be sent from the service's treasury. */
export interface DeliveryOrder {
  /** Our id of this movement: asked twice, it happens once. */
  readonly operationId: string
  readonly asset: AssetCode
  readonly network: Network
  readonly address: string
  /** Smallest units of the asset. */
  readonly units: bigint
}

/** Evidence of a final transfer. */
export interface DeliveryReceipt {
  readonly transactionHash: string
}

export class Chain extends Context.Service<Chain, {
  readonly deliver: (order: DeliveryOrder) => Effect.Effect<Outcome<DeliveryReceipt>>
  readonly lookUp: (operationId: string) => Effect.Effect<LookUp<DeliveryReceipt>>
}>()("pontepay/core/ports/Chain") {}
