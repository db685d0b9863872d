// One named entry for every leg of a DePix swap that moves value on our side (spec "DePix swap"). Amounts are smallest
// units: 1 DePix = 100,000,000, and satoshis.
import { type Posting, move } from "./journal.ts"

/** The DePix of a swap reached the settlement wallet. */
export const swapReceived = (owner: string, units: bigint): ReadonlyArray<Posting> =>
  move("DEPIX", units, "treasury", `swap-owed/${owner}`)

/** The pool took the DePix and gave satoshis. */
export const swapExchanged = (owner: string, units: bigint, sats: bigint): ReadonlyArray<Posting> => [
  ...move("DEPIX", units, `swap-owed/${owner}`, "treasury"),
  ...move("BTC", sats, "treasury", `swap-owed/${owner}`)
]

/** The satoshis of a swap reached the user's Spark destination. */
export const swapDelivered = (owner: string, sats: bigint): ReadonlyArray<Posting> =>
  move("BTC", sats, `swap-owed/${owner}`, "treasury")
