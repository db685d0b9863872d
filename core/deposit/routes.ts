// Which asset is delivered where (spec "Valid on-ramp asset/network pairs", C38), as data: the ledger's asset, the
// networks, and the flag that gates the pair. The pair table rules over the schema's enum.
import type { Network } from "../address/network.ts"
import type { Flag } from "../account/flags.ts"
import type { AssetCode } from "../money/assets.ts"

interface DepositRoute {
  readonly networks: ReadonlyArray<Network>
  /** What is counted and delivered: Lightning delivers satoshis. */
  readonly delivers: AssetCode
  readonly flag: Flag | undefined
}

export const depositRoutes = {
  LIGHTNING: { networks: ["lightning"], delivers: "BTC", flag: undefined },
  BTC: { networks: ["bitcoin"], delivers: "BTC", flag: "BTC_RAIL" },
  USDT: { networks: ["polygon", "arbitrum"], delivers: "USDT", flag: undefined },
  USDC: { networks: ["polygon", "base", "gnosis"], delivers: "USDC", flag: undefined },
  USDCE: { networks: ["gnosis"], delivers: "USDCE", flag: undefined },
  BRLA: { networks: ["polygon", "base"], delivers: "BRLA", flag: undefined },
  DEPIX: { networks: ["liquid"], delivers: "DEPIX", flag: "LIQUID_RAIL" },
  LBTC: { networks: ["liquid"], delivers: "LBTC", flag: "LIQUID_RAIL" }
} as const satisfies Record<string, DepositRoute>

export type DepositAsset = keyof typeof depositRoutes

export const depositAssets = Object.keys(depositRoutes) as ReadonlyArray<DepositAsset>

/** Every pair that can be deposited, in both environments. */
export const depositPairs = depositAssets.flatMap((asset) =>
  depositRoutes[asset].networks.map((network) => ({ asset, network }))
)

/** The route of an asset. */
export const routeOf = (asset: DepositAsset): DepositRoute => depositRoutes[asset]
