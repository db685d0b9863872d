// The quote endpoint to its use case.
import * as create from "../../../core/quote/create-quote.ts"
import { createQuote } from "../api/quote.ts"
import { route } from "../route.ts"

export const quoteRoutes = [
  route(createQuote, ({ attempt, caller, payload }) => create.createQuote({ caller, request: payload, attempt }))
]
