// The auditors' own arithmetic: fees, prices and decimals from plain numbers.

/** Decimals of the assets that are paid with. */
const decimals: Readonly<Record<string, number>> = { BRL: 2, USDT: 6, USDC: 6, BRLA: 18, BTC: 8 }

/** A share of a value in hundredths of a percent, a half rounded up to the cent. */
export const shareOf = (value: bigint, basisPoints: bigint): bigint => (value * basisPoints * 2n + 10_000n) / 20_000n

const ceilOf = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/** A price as a record keeps it: so many cents for so many smallest units. */
export interface Price {
  readonly numerator: bigint
  readonly denominator: bigint
  /** Unix milliseconds. */
  readonly at: number
}

export const priceIn = (rate: unknown): Price => {
  const { at, denominator, numerator } = rate as { numerator: string; denominator: string; at: number }
  return { numerator: BigInt(numerator), denominator: BigInt(denominator), at }
}

/** Smallest units that have to be paid for cents: rounded up. */
export const unitsToPay = ({ denominator, numerator }: Price, cents: bigint): bigint =>
  ceilOf(cents * denominator, numerator)

/** Smallest units that cents are worth: rounded down. */
export const unitsWorth = ({ denominator, numerator }: Price, cents: bigint): bigint => cents * denominator / numerator

/** Whether a price is so many reais (a decimal with four places) for a whole unit of the asset. */
export const isPrice = ({ denominator, numerator }: Price, asset: string, reais: string): boolean => {
  const scaled = BigInt(Math.round(Number(reais) * 10_000))
  const whole = 10n ** BigInt(decimals[asset] ?? 0)
  return numerator * whole * 10_000n === scaled * 100n * denominator
}

/** A decimal as smallest units of an asset. */
export const unitsIn = (asset: string, decimal: string): bigint => {
  const places = decimals[asset] ?? 0
  const [whole = "0", fraction = ""] = decimal.split(".")
  return BigInt(whole + fraction.padEnd(places, "0"))
}
