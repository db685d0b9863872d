// What users of a simulation pay with: each asset that wallets hold, on the network that pays it out first.
import { assetRoutes, assetsWith } from "../../../core/base/money/assets.ts"

export const walletPairs = assetsWith("testToken").map((asset) => ({ asset, network: assetRoutes[asset].payouts[0] }))
