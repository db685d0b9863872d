// The quote endpoint (spec "Endpoints", Quote).
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { quoteCurrencies } from "../../../../core/payments/quote/pairs.ts"
import { QuoteRequest } from "../../../../core/payments/quote/quote-request.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { Scope, Upstream } from "./needs.ts"

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })
const currency = Schema.Literals(quoteCurrencies)
const amount = described(Schema.String, "Whole units of its currency")
const sats = Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))

export const createQuote = HttpApiEndpoint.post("createQuote", "/api/quote", {
  payload: QuoteRequest,
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      quoteToken: described(Schema.String, "For your records: no endpoint takes it"),
      pairName: described(Schema.String, "The asset and the currency that its price is in, such as `USDT/BRL`"),
      basePrice: described(Schema.Finite, "BRL for one unit of the asset, before fees"),
      inputCurrency: currency,
      outputCurrency: currency,
      inputAmount: amount,
      outputAmount: amount,
      inputAmountSats: described(sats, "Only from BTC to BRL with `outputAmount` given"),
      outputAmountSats: described(sats, "Only from BRL to BTC with `inputAmount` given"),
      feeInCents: described(
        Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
        "The total fee, what is special to the account included; it is in the amounts already"
      ),
      appliedFees: described(
        Schema.Array(Schema.Struct({
          type: Schema.Literals(["FIXED", "PERCENTAGE"]),
          amount: Schema.String,
          currency: Schema.Literal("BRL")
        })),
        "What the fee is made of"
      ),
      expiresAt: Schema.String.annotate({
        format: "date-time",
        description: "Two minutes after creation: then the price is stale"
      })
    })
  }).annotate({ identifier: "QuoteResponse" }),
  error: failsWith(...bodyFailures)
}).annotate(Scope, "read").annotate(Upstream, "fxRates").annotateMerge(OpenApi.annotations({
  summary: "Price a conversion",
  description: "Indicative: a quote reserves nothing and locks no rate, and the operation is priced when it is made. "
    + "Give exactly one amount; the other is worked out with the fees and the roundings of the operation."
}))

export const quotes = HttpApiGroup.make("quotes").add(createQuote).middleware(ApiKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Quotes", description: "Indicative prices." }))
