// Amounts as the interface writes them and as prices make them, worked out from integers alone.

// The audit believes no one else about them.
const decimals: Readonly<Record<string, number>> = {
  BRL: 2,
  BRLA: 18,
  BRLH: 18,
  BRS: 6,
  BTC: 8,
  DEPIX: 8,
  LBTC: 8,
  USDB: 6,
  USDC: 6,
  USDCE: 6,
  USDH: 6,
  USDT: 6
}

/** An amount in smallest units as a decimal text: cents with both decimals, all others without trailing zeros. */
export const decimalOf = (asset: string, units: bigint): string => {
  const scale = decimals[asset]
  if (scale === undefined) throw new Error(`${asset} is no asset that the audit knows`)
  const digits = units.toString().padStart(scale + 1, "0")
  const whole = `${digits.slice(0, digits.length - scale)}.${digits.slice(digits.length - scale)}`
  return asset === "BRL" ? whole : whole.replace(/\.?0*$/, "")
}

/** Cents as a decimal text. */
export const reais = (cents: number | bigint): string => decimalOf("BRL", BigInt(cents))

/** So many cents are worth so many smallest units. */
export interface Price {
  readonly numerator: string
  readonly denominator: string
}

/** What cents are worth, in smallest units, rounded down. */
export const worth = (cents: bigint, { denominator, numerator }: Price): bigint =>
  cents * BigInt(denominator) / BigInt(numerator)

/** What cents cost, in smallest units, rounded up. */
export const cost = (cents: bigint, price: Price): bigint =>
  (cents * BigInt(price.denominator) + BigInt(price.numerator) - 1n) / BigInt(price.numerator)

/** The sum of numbers. */
export const total = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, each) => sum + each, 0)
