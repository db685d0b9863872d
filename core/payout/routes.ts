// Which asset pays a payout on which network (spec "Off-ramp asset/network pairs", C39): the default of each network,
// the flags that gate a pair on top of WALLET_PAYOUT_API, and what exists in production alone.
import type { Environment } from "../environment/environment.ts"
import type { Flag } from "../account/flags.ts"
import { type AssetWith, assetRoutes, assetsWith, flagOf } from "../money/assets.ts"

interface AssetRow {
  readonly asset: PayoutAsset
  readonly flag: Flag | undefined
}

interface PayoutRoute {
  /** The first one is meant when none is named. */
  readonly assets: readonly [AssetRow, ...ReadonlyArray<AssetRow>]
  /** Whether the asset that a request names is not looked at. */
  readonly ignoresAsset: boolean
  readonly environments: ReadonlyArray<Environment>
  /**
   * Where a manual refund goes instead of back to this network. Then no reversal is refunded automatically (C55); what a failed
   * PIX gives back stays on this network.
   */
  readonly manualRefundsOn?: PayoutNetwork
}

export type PayoutAsset = AssetWith<"payouts">
export const payoutAssets = assetsWith("payouts")

export const payoutNetworks = ["polygon", "base", "tron", "solana"] as const
export type PayoutNetwork = (typeof payoutNetworks)[number]

const everywhere = ["sandbox", "production"] as const

/** What each payout needs, whatever its pair. */
export const payoutFlag: Flag = "WALLET_PAYOUT_API"

const networksOf = (asset: PayoutAsset): ReadonlyArray<PayoutNetwork> => assetRoutes[asset].payouts

/** The assets of a network; `flag` is the network's own. */
const assetsOn = (network: PayoutNetwork, flag?: Flag): PayoutRoute["assets"] => {
  const [first, ...others] = payoutAssets.filter((asset) => networksOf(asset).includes(network))
    .map((asset) => ({ asset, flag: flag ?? flagOf(asset) }))
  if (first === undefined) throw new Error(`nothing is paid out on ${network}`)
  return [first, ...others]
}

export const payoutRoutes: Readonly<Record<PayoutNetwork, PayoutRoute>> = {
  polygon: { assets: assetsOn("polygon"), ignoresAsset: false, environments: everywhere },
  base: { assets: assetsOn("base"), ignoresAsset: false, environments: everywhere },
  tron: {
    assets: assetsOn("tron", "TRON_PAYOUT"),
    ignoresAsset: true,
    environments: everywhere,
    manualRefundsOn: "polygon"
  },
  solana: { assets: assetsOn("solana"), ignoresAsset: false, environments: ["production"] }
}

/** Every pair that an environment pays out. */
export const payoutPairsIn = (environment: Environment) =>
  payoutNetworks.filter((network) => payoutRoutes[network].environments.includes(environment)).flatMap((network) =>
    payoutRoutes[network].assets.map(({ asset }) => ({ asset, network }))
  )

/** The row of a pair, of the network's default when no asset is named; `undefined` for a pair that pays nothing. */
export const payoutPair = (network: PayoutNetwork, asset: PayoutAsset | undefined): AssetRow | undefined => {
  const { assets, ignoresAsset } = payoutRoutes[network]
  return asset === undefined || ignoresAsset ? assets[0] : assets.find((row) => row.asset === asset)
}

const assetInWords = ({ asset, flag }: AssetRow, index: number): string =>
  `${asset}${index === 0 ? " (default)" : ""}${flag === undefined ? "" : ` with the flag ${flag}`}`

/** The assets of every network, for people. */
export const payoutAssetsInWords: string = payoutNetworks.map((network) => {
  const { assets, ignoresAsset } = payoutRoutes[network]
  return `${network}: ${ignoresAsset ? `${assets[0].asset}, whatever is sent` : assets.map(assetInWords).join(", ")}`
}).join("; ")
