// Prices of Bitso, API v3: `GET /v3/ticker`. Each market is a book of its own.
import { Clock, Effect, Schema } from "effect"
import type { HttpClient } from "../http-client/client.ts"
import { jsonAs } from "../http-client/json.ts"
import { type Market, type Source, instantOf, markets, readingOf } from "./reading.ts"

const Ticker = Schema.Struct({
  success: Schema.Literal(true),
  payload: Schema.Struct({
    book: Schema.String,
    bid: Schema.String,
    ask: Schema.String,
    /** ISO 8601 with its offset. */
    created_at: Schema.String.check(
      Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/)
    )
  })
})

const source = "bitso"

export const bitso = (client: HttpClient): Source => {
  const readMarket = Effect.fnUntraced(
    function*(market: Market) {
      const book = `${market.toLowerCase()}_brl`
      const answer = yield* client.call({
        route: "GET /v3/ticker",
        method: "GET",
        path: "/v3/ticker/",
        query: { book }
      })
      const receivedAt = yield* Clock.currentTimeMillis
      const ticker = answer.status === 200 ? jsonAs(answer, Ticker)?.payload : undefined
      if (ticker?.book !== book) return []
      const at = instantOf(Date.parse(ticker.created_at), receivedAt)
      const reading = readingOf({ source, market, bid: ticker.bid, ask: ticker.ask, at })
      return reading === undefined ? [] : [reading]
    },
    Effect.catch(() => Effect.succeed([]))
  )
  return {
    name: source,
    read: Effect.map(Effect.forEach(markets, readMarket, { concurrency: "unbounded" }), (all) => all.flat())
  }
}
