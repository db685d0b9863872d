// What may be asked of `POST /api/quote`: the shape of each field, then the rules between them. Everything here depends on
// the request alone.
import { Effect, Result, Schema } from "effect"
import { PairNotRoutable, ValidationFailed, invalidField } from "../../base/errors/errors.ts"
import { decimalsOf } from "../../base/money/assets.ts"
import { type DecimalError, parseDecimal } from "../../base/money/decimal.ts"
import { type BrCode, brCodeCaps } from "../../standards/pix/br-code.ts"
import { parseBrCode } from "../../standards/pix/parse-br-code.ts"
import { text } from "../../base/text/text.ts"
import { type QuoteCurrency, type QuoteSide, quoteCurrencies, quoteMethods, quoteRows, rowOf } from "./pairs.ts"
import type { QuotedAmount } from "./quote.ts"

const currency = Schema.Literals(quoteCurrencies)
const method = Schema.Literals(quoteMethods)
const amount = (what: string) =>
  Schema.optionalKey(text({ minimum: 1, maximum: 64 }).annotate({ description: `${what}; exactly one of the two` }))

export const QuoteRequest = Schema.Struct({
  inputCurrency: currency,
  inputPaymentMethod: method,
  outputCurrency: currency,
  outputPaymentMethod: method,
  inputAmount: amount("What is paid, a decimal string in whole units"),
  outputAmount: amount("What is received, a decimal string in whole units"),
  outputBrCode: Schema.optionalKey(
    text({ minimum: 1, maximum: brCodeCaps.code }).annotate({
      description: "PIX BR Code that is paid: routes and prices alone, and permits nothing"
    })
  )
}).annotate({ identifier: "QuoteRequest" })
export type QuoteRequest = typeof QuoteRequest.Type

/** A request that holds together. */
export interface QuoteOrder {
  readonly input: QuoteSide
  readonly output: QuoteSide
  readonly row: NonNullable<ReturnType<typeof rowOf>>
  /** The side that was requested; the other one is the answer's. */
  readonly exact: "input" | "output"
  readonly asked: QuotedAmount
  readonly brCode: BrCode | undefined
}

/** Checks what the fields say together: one amount, the code, the pair, then the amount in its currency. */
export const checkQuoteRequest = (
  request: QuoteRequest
): Effect.Effect<QuoteOrder, ValidationFailed | PairNotRoutable> =>
  Effect.gen(function*() {
    const input = { currency: request.inputCurrency, method: request.inputPaymentMethod }
    const output = { currency: request.outputCurrency, method: request.outputPaymentMethod }
    const exact = yield* exactSide(request)
    const brCode = yield* brCodeOf(request, output)
    const row = rowOf(input, output)
    if (row === undefined) {
      return yield* new PairNotRoutable({ input: named(input), output: named(output), routes: quoteConversions })
    }
    const side = exact === "input" ? input : output
    const asked = yield* askedOf(side.currency, request[amountField(exact)] ?? "", amountField(exact))
    return { input, output, row, exact, asked, brCode }
  })

/** The field of an amount. */
export const amountField = (exact: QuoteOrder["exact"]) => exact === "input" ? "inputAmount" : "outputAmount"

const named = ({ currency, method }: QuoteSide): string => `${currency} by ${method}`

const quoteConversions = quoteRows.map(({ asset, method, operation }) => {
  const [reais, side] = [named({ currency: "BRL", method: "PIX" }), named({ currency: asset, method })]
  return operation === "deposit" ? { input: reais, output: side } : { input: side, output: reais }
})

const exactSide = (
  { inputAmount, outputAmount }: QuoteRequest
): Effect.Effect<QuoteOrder["exact"], ValidationFailed> => {
  if ((inputAmount === undefined) !== (outputAmount === undefined)) {
    return Effect.succeed(inputAmount === undefined ? "output" : "input")
  }
  const message = "exactly one of inputAmount and outputAmount is required"
  return Effect.fail(
    new ValidationFailed({ details: [{ field: "inputAmount", message }, { field: "outputAmount", message }] })
  )
}

const askedOf = (
  currency: QuoteCurrency,
  text: string,
  field: string
): Effect.Effect<QuotedAmount, ValidationFailed> => {
  const wrong = ({ reason }: DecimalError) =>
    invalidField(
      field,
      reason === "aboveBound"
        ? `more than there can be of ${currency}`
        : `a decimal string such as "10.5" with at most ${decimalsOf(currency)} decimals for ${currency}`
    )
  const read: Result.Result<QuotedAmount, DecimalError> = currency === "BRL"
    ? Result.map(parseDecimal(currency, text), (cents) => ({ side: "reais", cents }))
    : Result.map(parseDecimal(currency, text), (units) => ({ side: "asset", units }))
  return Effect.fromResult(Result.mapError(read, wrong))
}

const brCodeOf = (
  { outputBrCode }: QuoteRequest,
  { currency, method }: QuoteSide
): Effect.Effect<BrCode | undefined, ValidationFailed> => {
  if (outputBrCode === undefined) return Effect.succeed(undefined)
  if (currency !== "BRL" || method !== "PIX") {
    return Effect.fail(invalidField("outputBrCode", "only with BRL by PIX as output"))
  }
  return Result.match(parseBrCode(outputBrCode), {
    onFailure: () => Effect.fail(invalidField("outputBrCode", "not a PIX BR Code")),
    onSuccess: (code) =>
      code.kind === "recurrence"
        ? Effect.fail(invalidField("outputBrCode", "authorises a recurrence and pays nothing now"))
        : Effect.succeed(code)
  })
}
