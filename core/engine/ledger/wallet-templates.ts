// One named entry for every business fact of wallets whose balance the server decides by: USDT on polygon. Other balances
// are read from their chain. Amounts are smallest units.
import type { AssetCode } from "../../base/money/assets.ts"
import { type Posting, move } from "./journal.ts"

/** A wallet holds more than the books say: it received, or was topped up. */
export const walletReceived = (walletId: string, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, "custody", `wallet/${walletId}`)

/** A wallet holds less than the books say: its owner moved it by himself. */
export const walletReduced = (walletId: string, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `wallet/${walletId}`, "custody")

/** A wallet begins to spend: what is on its way cannot be spent again. */
export const walletHeld = (walletId: string, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `wallet/${walletId}`, `wallet-holds/${walletId}`)

/** The spending did not happen. */
export const walletReleased = (walletId: string, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `wallet-holds/${walletId}`, `wallet/${walletId}`)

/** The spending is final. */
export const walletSpent = (walletId: string, asset: AssetCode, units: bigint): ReadonlyArray<Posting> =>
  move(asset, units, `wallet-holds/${walletId}`, "custody")
