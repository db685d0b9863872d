// What networks took from those who pay their fees, counted in native coins on the chain itself, beside what receipts say that it cost.
import type { NativeCoin } from "../../core/base/money/coins.ts"
import type { ChainCost } from "../../core/ports/chain.ts"

/** What was spent that no receipt of a movement that happened says. */
export interface Unreceipted {
  readonly what: string
  readonly units: bigint
}

export interface Economics {
  readonly network: string
  readonly coin: NativeCoin
  /** What the payers of fees have lost on the chain, smallest units. */
  readonly lost: bigint
  /** The costs of all receipts; what happened without a cost in its receipt is left out. */
  readonly receipts: ReadonlyArray<ChainCost>
  /** What else is on record. */
  readonly unreceipted?: ReadonlyArray<Unreceipted>
}

export const sumOf = (units: ReadonlyArray<bigint>): bigint => units.reduce((total, each) => total + each, 0n)

/** What was lost, and what is said of it. */
export const inWords = ({ coin, lost, receipts, unreceipted = [] }: Economics): string => {
  const said = sumOf(receipts.map(({ units }) => units))
  const others = unreceipted.map(({ units, what }) => `, ${units} for ${what}`).join("")
  return `the payers lost ${lost} of ${coin}; ${receipts.length} receipts say ${said}${others}`
}

/** In words, where what was lost is not what is said of it; undefined where it is, to the unit. */
export const unexplained = (economics: Economics): string | undefined => {
  const { coin, lost, network, receipts, unreceipted = [] } = economics
  const foreign = receipts.find((cost) => cost.coin !== coin)
  if (foreign !== undefined) return `${network} takes ${coin}, and a receipt says ${foreign.coin}`
  const said = sumOf(receipts.map(({ units }) => units))
  const rest = lost - said - sumOf(unreceipted.map(({ units }) => units))
  return rest === 0n ? undefined : `${network}: ${inWords(economics)}; ${rest} is said nowhere`
}
