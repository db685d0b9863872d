// The assets we count, as data (spec "General notes", "Sandbox", "Pegs"; C37). Decimals, peg and bound are read
// from here and nowhere else. Invariant: one whole unit is 10^decimals smallest units, and `maxUnits` is a sane ceiling.

/** What an asset is worth: reais, US dollars, or its own market price. */
export type Peg = "BRL" | "USD" | "BTC"

interface AssetDefinition {
  readonly code: string
  readonly decimals: number
  readonly peg: Peg
  /** Largest amount that may enter or be stored: ten trillion whole units, for bitcoin all that can exist. */
  readonly maxUnits: bigint
}

/** Every asset that is counted, by its code. */
export const assets = {
  BRL: { code: "BRL", decimals: 2, peg: "BRL", maxUnits: 10n ** 15n },
  BRLA: { code: "BRLA", decimals: 18, peg: "BRL", maxUnits: 10n ** 31n },
  /** Sandbox test token that stands for BRLA. */
  BRLH: { code: "BRLH", decimals: 18, peg: "BRL", maxUnits: 10n ** 31n },
  BRS: { code: "BRS", decimals: 6, peg: "BRL", maxUnits: 10n ** 19n },
  DEPIX: { code: "DEPIX", decimals: 8, peg: "BRL", maxUnits: 10n ** 21n },
  USDT: { code: "USDT", decimals: 6, peg: "USD", maxUnits: 10n ** 19n },
  USDC: { code: "USDC", decimals: 6, peg: "USD", maxUnits: 10n ** 19n },
  USDCE: { code: "USDCE", decimals: 6, peg: "USD", maxUnits: 10n ** 19n },
  USDB: { code: "USDB", decimals: 6, peg: "USD", maxUnits: 10n ** 19n },
  /** Sandbox test token that stands for USDC and USDT. */
  USDH: { code: "USDH", decimals: 6, peg: "USD", maxUnits: 10n ** 19n },
  BTC: { code: "BTC", decimals: 8, peg: "BTC", maxUnits: 21n * 10n ** 14n },
  LBTC: { code: "LBTC", decimals: 8, peg: "BTC", maxUnits: 21n * 10n ** 14n }
} as const satisfies Record<string, AssetDefinition>

/** The code of an asset that is counted. */
export type AssetCode = keyof typeof assets

/** The assets that convert 1:1 to reais. */
export type BrlPegged = { [A in AssetCode]: (typeof assets)[A]["peg"] extends "BRL" ? A : never }[AssetCode]

/** Every asset code, in table order. */
export const assetCodes = Object.keys(assets) as ReadonlyArray<AssetCode>

/** Digits after the decimal point of one whole unit. */
export const decimalsOf = (code: AssetCode): number => assets[code].decimals

/** Smallest units in one whole unit. */
export const wholeUnit = (code: AssetCode): bigint => 10n ** BigInt(decimalsOf(code))

/** Whether an asset converts 1:1 to reais. */
export const isBrlPegged = (code: AssetCode): code is BrlPegged => assets[code].peg === "BRL"
