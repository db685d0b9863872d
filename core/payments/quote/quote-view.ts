// What the interface shows of a quote (spec "QuoteResponse"). Units and names are the wire's.
import type { AssetCode } from "../../base/money/assets.ts"
import { printBrl, printDecimal } from "../../base/money/decimal.ts"
import { rateNumber } from "../../base/money/rate.ts"
import type { Units } from "../../base/money/units.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { type Price, type QuoteTerms, feeParts } from "./quote.ts"
import type { QuoteOrder } from "./quote-request.ts"

interface Quoted {
  readonly token: string
  readonly order: QuoteOrder
  readonly terms: QuoteTerms
  readonly price: Price
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** The answer. The sats stand beside an amount of BTC that was worked out, not beside one that was requested. */
export const quoteAnswer = ({ expiresAt, order, price, terms, token }: Quoted) => {
  const { exact, input, output, row } = order
  const reais = printBrl(price.value)
  const asset = printDecimal(row.asset, price.units as Units<AssetCode>)
  const isDeposit = row.operation === "deposit"
  const worksOutBtc = row.asset === "BTC" && (exact === "input") === isDeposit
  const sats = Number(price.units)
  return {
    success: true as const,
    data: {
      quoteToken: token,
      pairName: `${row.asset}/BRL`,
      basePrice: rateNumber(terms.rate),
      inputCurrency: input.currency,
      outputCurrency: output.currency,
      inputAmount: isDeposit ? reais : asset,
      outputAmount: isDeposit ? asset : reais,
      ...(worksOutBtc && !isDeposit ? { inputAmountSats: sats } : {}),
      ...(worksOutBtc && isDeposit ? { outputAmountSats: sats } : {}),
      feeInCents: Number(price.fee),
      appliedFees: feeParts(terms, price.fee).map(({ cents, type }) => ({
        type,
        amount: printBrl(cents),
        currency: "BRL" as const
      })),
      expiresAt: isoInstant(expiresAt)
    }
  }
}
export type QuoteAnswer = ReturnType<typeof quoteAnswer>
