// POST /api/quote: what a conversion would cost now (spec "Quote", "Quote validity"; C4, C5, C6, C13). It reserves nothing,
// moves nothing and permits nothing; the operation prices itself again.
import { Clock, Effect, Result, Schema } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import {
  BelowMinimum,
  type UpstreamUnavailable,
  type ValidationFailed,
  invalidField
} from "../../base/errors/errors.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { type Attempt, type Remember, answered, once } from "../../customers/idempotency/idempotency.ts"
import { limits } from "../../base/limits/limits.ts"
import type { AssetCode } from "../../base/money/assets.ts"
import { printBrl, printDecimal } from "../../base/money/decimal.ts"
import { type Units, unitsUnsafe } from "../../base/money/units.ts"
import { Network } from "../../standards/address/network.ts"
import type { FxRates } from "../../ports/fx-rates.ts"
import { customerRate } from "../../ports/rate-spreads.ts"
import { Ids } from "../../engine/store/ids.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import {
  requireDelivery,
  requireLeast,
  requireLightningPayments,
  requirePixPayments,
  requirePixReturns
} from "../ways/require-ways.ts"
import { type QuoteMethod, quoteRows, valueLimits } from "./pairs.ts"
import { type OutOfBounds, type Price, type QuoteTerms, priceOf, valueFor } from "./quote.ts"
import { type QuoteOrder, type QuoteRequest, amountField, checkQuoteRequest } from "./quote-request.ts"
import { type QuoteAnswer, quoteAnswer } from "./quote-view.ts"

export interface CreateQuote {
  readonly caller: Caller
  readonly request: QuoteRequest
  readonly attempt?: Attempt<QuoteAnswer> | undefined
}

/** Prices the conversion, or gives the first answer again when the Idempotency-Key was used before. */
export const createQuote = Effect.fnUntraced(function*({ attempt, caller, request }: CreateQuote) {
  const order = yield* checkQuoteRequest(request)
  return yield* once(caller.account.id, attempt, (remember) => quoteOnce(caller, order, remember))
})

const quoteOnce = Effect.fnUntraced(function*(caller: Caller, order: QuoteOrder, remember: Remember<QuoteAnswer>) {
  const least = yield* requireWays(order)
  const terms = yield* termsOf(caller, order)
  const price = yield* Result.match(priceOf(terms, order.asked), {
    onSuccess: Effect.succeed,
    onFailure: (problem) => Effect.fail(outOfBounds(problem, order))
  })
  yield* requireLeast(
    amountField(order.exact),
    { units: price.units, least },
    (wanted) => leastAmount(order, terms, wanted)
  )
  yield* brCodeAgrees(order, price)
  const now = yield* Clock.currentTimeMillis
  const token = yield* Ids.use((ids) => ids.next("quo", caller.account.id))
  const answer = quoteAnswer({ token, order, terms, price, expiresAt: now + limits.quoteValidityMs })
  const writes = remember(answer, now)
  if (writes.length > 0) yield* Store.use((store) => store.commit(changeSet({ writes })))
  return answered(answer)
})

// An address is not part of a quote: the most demanding one counts.
const requireWays = Effect.fnUntraced(function*({ row }: QuoteOrder) {
  switch (row.operation) {
    case "deposit": {
      const asset = row.asset
      const least = yield* requireDelivery({ asset, network: networkOf(row.method) }, networksFor(asset))
      yield* requirePixReturns
      return least
    }
    case "lightningInvoice":
      yield* requireLightningPayments
      yield* requirePixPayments
      return 0n
    case "payout":
      yield* requirePixPayments
      return 0n
  }
})

const networkOf = (method: QuoteMethod): Network => Schema.decodeUnknownSync(Network)(method.toLowerCase())

const networksFor = (asset: QuoteOrder["row"]["asset"]): ReadonlyArray<Network> =>
  quoteRows.filter((row) => row.operation === "deposit" && row.asset === asset).map(({ method }) => networkOf(method))

// On the side that was requested.
const leastAmount = ({ exact, row }: QuoteOrder, terms: QuoteTerms, units: bigint): string =>
  exact === "input"
    ? printBrl(valueFor(terms, units))
    : printDecimal(row.asset, units as Units<AssetCode>)

const termsOf = ({ account }: Caller, { row }: QuoteOrder): Effect.Effect<QuoteTerms, UpstreamUnavailable, FxRates> =>
  customerRate(row.asset, row.operation === "deposit" ? "buys" : "sells").pipe(
    Effect.map((rate) => ({ operation: row.operation, rate, fees: account.fees })),
    Effect.catchTag(
      "RateUnavailable",
      () => Effect.fail(upstreamAway("The price source"))
    )
  )

const outOfBounds = (problem: OutOfBounds, { exact, row }: QuoteOrder): BelowMinimum | ValidationFailed => {
  const field = amountField(exact)
  switch (problem) {
    case "belowMinimum":
      return new BelowMinimum({ field })
    case "aboveMaximum": {
      const most = printBrl(unitsUnsafe("BRL", BigInt(valueLimits[row.operation].maximum)))
      return invalidField(field, `at most ${most} BRL can be converted at once`)
    }
  }
}

// A code without an amount leaves it to the payer; one with an amount is paid with exactly that.
const brCodeAgrees = ({ brCode }: QuoteOrder, { value }: Price): Effect.Effect<void, ValidationFailed> =>
  brCode?.amount === undefined || brCode.amount === value
    ? Effect.void
    : Effect.fail(
      invalidField("outputBrCode", `is for ${printBrl(brCode.amount)} BRL, and the output would be ${printBrl(value)}`)
    )
