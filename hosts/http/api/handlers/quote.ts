// The quote endpoint to its use case.
import * as create from "../../../../core/payments/quote/create-quote.ts"
import { createQuote } from "../definition/quote.ts"
import { route } from "../request/route.ts"

export const quoteRoutes = [
  route(createQuote, ({ attempt, caller, payload }) => create.createQuote({ caller, request: payload, attempt }))
]
