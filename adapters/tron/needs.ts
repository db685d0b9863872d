// What a wallet lacks to pay the network for a spend, and what giving it takes from the fee account (0240).
import { mulDivCeil } from "../../core/base/money/units.ts"
import type { Call } from "./call.ts"
import type { Account, Prices } from "./node-answers.ts"

/** What a spend takes. */
export interface Need {
  readonly energy: bigint
  /** Bytes. */
  readonly size: bigint
  readonly prices: Prices
}

/** Bytes of a step, at most. */
const stepSize = 400n
/** The network lends no less than one TRX. */
const leastStakeSun = 1_000_000n

/** How much has to be staked for so much energy, in sun. */
const stakeFor = (energy: bigint, { totalEnergy, totalEnergyWeight }: Account): bigint | undefined => {
  if (totalEnergy <= 0n) return undefined
  const sun = mulDivCeil(energy, totalEnergyWeight * 1_000_000n, totalEnergy)
  return sun < leastStakeSun ? leastStakeSun : sun
}

const above = (value: bigint, floor: bigint): bigint => value > floor ? value - floor : 0n

/** What a wallet was given. */
export interface Given {
  readonly energy: bigint
  readonly sun: bigint
}

const larger = (a: bigint, b: bigint): bigint => a > b ? a : b

/**
 * The next thing that a wallet needs; undefined when it can spend. `lendable` is what of the stake can be lent, in sun. What it was given
 * for this spend is there whatever others use; what it was given for others that are not over is theirs.
 */
export const nextStep = (
  from: string,
  to: string,
  wallet: Account,
  { energy, prices, size }: Need,
  lendable: bigint,
  given: { readonly own: Given; readonly others: Given }
): Call | undefined => {
  if (!wallet.exists) return { _tag: "Activate", from, to }
  const own = larger(above(wallet.energy, given.others.energy), given.own.energy)
  const bytesSun = wallet.bandwidth < size ? size * prices.byte : 0n
  const stake = own < energy ? stakeFor(energy, wallet) : undefined
  if (stake !== undefined && stake <= lendable) return { _tag: "Delegate", from, to, sun: stake }
  const energySun = own < energy ? (energy - own) * prices.energy : 0n
  const missing = bytesSun + energySun - larger(above(wallet.sun, given.others.sun), given.own.sun)
  return missing > 0n ? { _tag: "TopUp", from, to, sun: missing } : undefined
}

/** What a step takes from the fee account at most, in sun. */
export const priceOf = (step: Call, { account, accountBytes, byte }: Prices): bigint => {
  const bytesSun = stepSize * byte
  switch (step._tag) {
    case "Activate":
      return account + accountBytes + bytesSun
    case "TopUp":
      return step.sun + bytesSun
    case "Delegate":
    case "TakeBack":
    case "TokenTransfer":
      return bytesSun
  }
}
