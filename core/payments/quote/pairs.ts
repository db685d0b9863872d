// What can be quoted (spec "Quote", "Quote currencies", "Quote payment methods"), as data: one row for every conversion
// that an operation of ours makes, with the operation whose fee, limits and roundings it has. What has no row is not
// routable: USDB and SPARK are known names that no operation converts from or to reais.
import type { FeeOperation } from "../../base/fees/schedule.ts"
import { limits } from "../../base/limits/limits.ts"
import { assetRoutes, assetsWith } from "../../base/money/assets.ts"

const quotedAssets = assetsWith("isQuoted")

export const quoteCurrencies = ["BRL", ...quotedAssets, "USDB", "BTC"] as const
export type QuoteCurrency = (typeof quoteCurrencies)[number]

export const quoteMethods = ["PIX", "POLYGON", "BASE", "TRON", "LIGHTNING", "SPARK"] as const
export type QuoteMethod = (typeof quoteMethods)[number]

/** The operations that convert. */
export type QuotedOperation = Extract<FeeOperation, "deposit" | "payout" | "lightningInvoice">

/** One side of a conversion. */
export interface QuoteSide {
  readonly currency: QuoteCurrency
  readonly method: QuoteMethod
}

interface QuoteRow {
  readonly asset: Exclude<QuoteCurrency, "BRL">
  readonly method: QuoteMethod
  readonly operation: QuotedOperation
}

const methodsOf = (networks: ReadonlyArray<string>): ReadonlyArray<QuoteMethod> =>
  quoteMethods.filter((method) => networks.includes(method.toLowerCase()))

const deposits = quotedAssets.flatMap((asset) =>
  methodsOf(assetRoutes[asset].deposits).map((method) => ({ asset, method, operation: "deposit" as const }))
)

const payouts = quoteMethods.flatMap((method) =>
  quotedAssets.filter((asset) => methodsOf(assetRoutes[asset].payouts).includes(method))
    .map((asset) => ({ asset, method, operation: "payout" as const }))
)

/** Each row converts between the asset and BRL by PIX: a deposit from reais, the others into reais. */
export const quoteRows: ReadonlyArray<QuoteRow> = [
  ...deposits,
  { asset: "BTC", method: "LIGHTNING", operation: "deposit" },
  ...payouts,
  { asset: "BTC", method: "LIGHTNING", operation: "lightningInvoice" }
]

/** Cents that the operation of a row takes. */
export const valueLimits = {
  deposit: limits.depositValue,
  payout: limits.payoutValue,
  lightningInvoice: limits.lightningInvoiceValue
} as const satisfies Record<QuotedOperation, { readonly minimum: number; readonly maximum: number }>

const isReais = ({ currency, method }: QuoteSide): boolean => currency === "BRL" && method === "PIX"

/** The row of a conversion; undefined where none is made. */
export const rowOf = (input: QuoteSide, output: QuoteSide): QuoteRow | undefined => {
  if (isReais(input) === isReais(output)) return undefined
  const isDeposit = isReais(input)
  const side = isDeposit ? output : input
  return quoteRows.find(({ asset, method, operation }) =>
    (operation === "deposit") === isDeposit && asset === side.currency && method === side.method
  )
}
