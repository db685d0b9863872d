// Which asset a wallet can transfer on which network (spec "Wallet transfer", "Sandbox rules" 6). A pair behind a feature
// flag is refused with 403 where the flag is off, one that is not listed with 400; none is replaced by another.
import { Schema } from "effect"
import type { Environment } from "../environment/environment.ts"
import type { Flag } from "../account/flags.ts"
import { assetRoutes, assetsWith, flagOf } from "../money/assets.ts"

export const TransferNetwork = Schema.Literals(["polygon", "base", "solana"])
export type TransferNetwork = typeof TransferNetwork.Type

export const TransferAsset = Schema.Literals(assetsWith("transfers"))
export type TransferAsset = typeof TransferAsset.Type

export interface TransferRoute {
  /** Beside WALLET_PAYOUT_API, which every transfer needs. */
  readonly flag: Flag | undefined
  readonly inSandbox: boolean
}

/** The route of a pair; `undefined` for one that does not exist. */
export const transferRoute = (network: TransferNetwork, asset: TransferAsset): TransferRoute | undefined => {
  const networks: ReadonlyArray<TransferNetwork> = assetRoutes[asset].transfers
  return networks.includes(network) ? { flag: flagOf(asset), inSandbox: network !== "solana" } : undefined
}

/** What a transfer moves where it names no network or no asset. */
export const transferDefaults = { network: "polygon", asset: "USDT" } as const

/** Every pair that an environment transfers. */
export const transferPairsIn = (environment: Environment) =>
  TransferNetwork.literals.flatMap((network) =>
    TransferAsset.literals.filter((asset) => {
      const route = transferRoute(network, asset)
      return route !== undefined && (environment === "production" || route.inSandbox)
    }).map((asset) => ({ asset, network }))
  )
