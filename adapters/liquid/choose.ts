// Which coins of the treasury a delivery spends: the fewest that pay it, with as much L-BTC as the dearest version of it could cost.
import type { Coin } from "./movement.ts"

export interface Wanted {
  /** Id of the asset that is delivered, as it is shown, and how much of it. */
  readonly asset: string
  readonly units: bigint
  /** Id of the asset that fees are paid in. */
  readonly feeAsset: string
  /** The most that the fee can be with so many coins. */
  readonly mostFee: (coins: ReadonlyArray<Coin>) => bigint
}

export type Choice =
  | { readonly _tag: "Chosen"; readonly coins: ReadonlyArray<Coin> }
  | { readonly _tag: "Short"; readonly of: "float" | "fuel"; readonly there: bigint; readonly wanted: bigint }

/** More inputs make a transaction that is dear and slow to blind. */
const mostCoins = 16
/** What comes back in L-BTC at least: an output with a blinding key has to hold something. */
const leastChange = 1n

export const unitsIn = (coins: ReadonlyArray<Coin>, asset: string): bigint =>
  coins.reduce((sum, coin) => coin.asset === asset ? sum + coin.units : sum, 0n)

const bySize = (a: Coin, b: Coin): number => a.units < b.units ? -1 : a.units > b.units ? 1 : 0

// The smallest that is enough by itself; otherwise the largest, one after the other.
const added = (
  chosen: ReadonlyArray<Coin>,
  free: ReadonlyArray<Coin>,
  missing: (coins: ReadonlyArray<Coin>) => bigint
) => {
  const rising = free.toSorted(bySize)
  const enough = rising.find((coin) => missing([...chosen, coin]) <= 0n)
  if (enough !== undefined) return [...chosen, enough]
  let coins = [...chosen]
  for (const coin of rising.toReversed()) {
    if (missing(coins) <= 0n || coins.length >= mostCoins) break
    coins = [...coins, coin]
  }
  return coins
}

export const choose = (free: ReadonlyArray<Coin>, { asset, feeAsset, mostFee, units }: Wanted): Choice => {
  const ofAsset = (id: string) => free.filter((coin) => coin.asset === id)
  const isFuel = asset === feeAsset
  const missing = (coins: ReadonlyArray<Coin>): bigint => units - unitsIn(coins, asset)
  const paying = isFuel || missing([]) <= 0n ? [] : added([], ofAsset(asset), missing)
  if (!isFuel && missing(paying) > 0n) {
    return { _tag: "Short", of: "float", there: unitsIn(free, asset), wanted: units }
  }
  const needed = (coins: ReadonlyArray<Coin>): bigint => (isFuel ? units : 0n) + mostFee(coins) + leastChange
  const missingFuel = (coins: ReadonlyArray<Coin>): bigint => needed(coins) - unitsIn(coins, feeAsset)
  const coins = added(paying, ofAsset(feeAsset), missingFuel)
  return missingFuel(coins) > 0n
    ? { _tag: "Short", of: isFuel ? "float" : "fuel", there: unitsIn(free, feeAsset), wanted: needed(coins) }
    : { _tag: "Chosen", coins }
}
