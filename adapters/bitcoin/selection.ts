// Which coins a payment spends, and what it costs: the same for the same coins, in exact satoshis.
import { mulDivCeil } from "../../core/base/money/units.ts"

/** An output that can be spent. */
export interface Coin {
  /** Transaction id and index, as `<txid>:<index>`. */
  readonly outpoint: string
  readonly units: bigint
}

export interface SelectionOrder {
  /** Spent in any case, in this order: what a replacement took before. */
  readonly must: ReadonlyArray<Coin>
  readonly may: ReadonlyArray<Coin>
  /** What is paid, and the script that it is paid to; undefined where all is to come back to us. */
  readonly payment: { readonly units: bigint; readonly script: Uint8Array } | undefined
  /** Satoshis per 1,000 virtual bytes. */
  readonly rate: bigint
  /** Change below it is left to the fee. */
  readonly leastChange: bigint
  /** What a transaction that this one replaces paid; it has to pay as much and a step for its own size. */
  readonly replaces?: { readonly fee: bigint; readonly step: bigint }
}

export interface Selection {
  readonly coins: ReadonlyArray<Coin>
  readonly fee: bigint
  /** 0 where there is none. */
  readonly change: bigint
}

/** Coins of one payment: what is signed for each goes over all of them, so that many take long. */
const mostCoins = 100

// Weight units: four a byte, one a byte of witness. A signature is taken at its longest, so that the fee is known before it is made.
const baseWeight = 42
const inputWeight = 4 * 41 + 108
const outputWeight = (script: number): number => 4 * (9 + script)
const changeScript = 22

/**
 * Virtual bytes of a transaction that spends so many of our coins, below 253, and pays to a script of this length; undefined where
 * all comes back to us.
 */
export const virtualBytes = (coins: number, script: number | undefined, hasChange: boolean): bigint => {
  const outputs = (script === undefined ? 0 : outputWeight(script)) + (hasChange ? outputWeight(changeScript) : 0)
  return mulDivCeil(BigInt(baseWeight + coins * inputWeight + outputs), 1n, 4n)
}

const feeOf = ({ payment, rate, replaces }: SelectionOrder, coins: number, hasChange: boolean): bigint => {
  const size = virtualBytes(coins, payment?.script.length, hasChange)
  const wanted = mulDivCeil(size, rate, 1_000n)
  if (replaces === undefined) return wanted
  const least = replaces.fee + mulDivCeil(size, replaces.step, 1_000n)
  return wanted > least ? wanted : least
}

const sum = (coins: ReadonlyArray<Coin>): bigint => coins.reduce((total, { units }) => total + units, 0n)

/** What a payment with exactly these coins is; undefined where they are too few. */
const settled = (order: SelectionOrder, coins: ReadonlyArray<Coin>): Selection | undefined => {
  const left = sum(coins) - (order.payment?.units ?? 0n)
  const fee = feeOf(order, coins.length, true)
  const change = left - fee
  if (change >= order.leastChange) return { coins, fee, change }
  const isEnough = order.payment !== undefined && left >= feeOf(order, coins.length, false)
  return isEnough ? { coins, fee: left, change: 0n } : undefined
}

const largestFirst = (a: Coin, b: Coin): number =>
  a.units === b.units ? (a.outpoint < b.outpoint ? -1 : 1) : a.units > b.units ? -1 : 1

/**
 * The smallest coin that is enough alone, so that large ones stay whole; otherwise the largest until they are enough. Undefined where
 * all of them are too little.
 */
export const select = (order: SelectionOrder): Selection | undefined => {
  const { may, must } = order
  const asIs = must.length === 0 ? undefined : settled(order, must)
  if (asIs !== undefined) return asIs
  const sorted = may.toSorted(largestFirst)
  for (const coin of sorted.toReversed()) {
    const alone = settled(order, [...must, coin])
    if (alone !== undefined) return alone
  }
  for (let count = 2; count <= Math.min(sorted.length, mostCoins - must.length); count++) {
    const several = settled(order, [...must, ...sorted.slice(0, count)])
    if (several !== undefined) return several
  }
  return undefined
}
