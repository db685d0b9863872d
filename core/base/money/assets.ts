// The assets we count, as data (spec "General notes", "Sandbox", "Pegs"; C37), and where each of them moves (C38, C39).
// Decimals, peg, bound and pairs are read from here and nowhere else; auditors alone keep figures of their own. Invariant: one
// whole unit is 10^decimals smallest units, and `maxUnits` is a sane ceiling.

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

interface AssetRoutes {
  /** Networks that deposits are delivered on. */
  readonly deposits?: ReadonlyArray<string>
  /** Networks on which wallets pay payouts in it. */
  readonly payouts?: ReadonlyArray<string>
  /** Networks on which wallets transfer it. */
  readonly transfers?: ReadonlyArray<string>
  /** The flag that each of these pairs needs. */
  readonly flag?: "BRS_RAIL" | "BTC_RAIL" | "LIQUID_RAIL"
  /** Whether it is a currency of quotes. */
  readonly isQuoted?: true
  /** The test token that stands for it in the sandbox. */
  readonly testToken?: "BRLH" | "USDH"
}

/**
 * Where each asset moves (spec "Valid on-ramp asset/network pairs", "Off-ramp asset/network pairs", "Wallet transfer"), in the order
 * of the interface: of several assets of a network the first is meant when none is named.
 */
export const assetRoutes = {
  BTC: { deposits: ["bitcoin"], flag: "BTC_RAIL" },
  USDT: {
    deposits: ["polygon", "arbitrum"],
    payouts: ["polygon", "tron", "solana"],
    transfers: ["polygon", "solana"],
    isQuoted: true,
    testToken: "USDH"
  },
  USDC: {
    deposits: ["polygon", "base", "gnosis"],
    payouts: ["base", "solana"],
    transfers: ["polygon", "base", "solana"],
    isQuoted: true,
    testToken: "USDH"
  },
  USDCE: { deposits: ["gnosis"] },
  BRLA: {
    deposits: ["polygon", "base"],
    payouts: ["polygon", "base"],
    transfers: ["polygon", "base"],
    testToken: "BRLH"
  },
  BRS: { payouts: ["solana"], transfers: ["solana"], flag: "BRS_RAIL" },
  DEPIX: { deposits: ["liquid"], flag: "LIQUID_RAIL" },
  LBTC: { deposits: ["liquid"], flag: "LIQUID_RAIL" }
} as const satisfies Partial<Record<AssetCode, AssetRoutes>>

type Routed = keyof typeof assetRoutes

/** The assets whose row says something of `Part`. */
export type AssetWith<Part extends keyof AssetRoutes> = {
  [A in Routed]: (typeof assetRoutes)[A] extends Readonly<Record<Part, unknown>> ? A : never
}[Routed]

/** The same, in the order of the interface. */
export const assetsWith = <Part extends keyof AssetRoutes>(part: Part): ReadonlyArray<AssetWith<Part>> =>
  (Object.keys(assetRoutes) as ReadonlyArray<Routed>).filter((asset): asset is AssetWith<Part> =>
    part in assetRoutes[asset]
  )

/** The flag that every pair of an asset needs, if any. */
export const flagOf = (asset: Routed): AssetRoutes["flag"] => (assetRoutes[asset] as AssetRoutes).flag

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
