// Prices of Mercado Bitcoin, API v4: `GET /tickers`. One call brings all markets, since an endpoint answers once a second.
import { Clock, Effect, Schema } from "effect"
import type { HttpClient } from "../http-client/client.ts"
import { jsonAs } from "../http-client/json.ts"
import { type Market, type Source, instantOf, markets, readingOf } from "./reading.ts"

const Ticker = Schema.Struct({ pair: Schema.String, buy: Schema.String, sell: Schema.String, date: Schema.Int })
/** A ticker that is wrong leaves the others as they are. */
const Tickers = Schema.Array(Schema.Union([Ticker, Schema.Unknown]))

const source = "mercado-bitcoin"
const pairOf = (market: Market): string => `${market}-BRL`
const secondMs = 1_000

export const mercadoBitcoin = (client: HttpClient): Source => ({
  name: source,
  read: Effect.gen(function*() {
    const answer = yield* client.call({
      route: "GET /tickers",
      method: "GET",
      path: "/tickers",
      query: { symbols: markets.map(pairOf).join(",") }
    })
    const receivedAt = yield* Clock.currentTimeMillis
    const tickers = answer.status === 200 ? (jsonAs(answer, Tickers) ?? []).filter(Schema.is(Ticker)) : []
    return markets.flatMap((market) => {
      const ticker = tickers.find(({ pair }) => pair === pairOf(market))
      if (ticker === undefined) return []
      const at = instantOf(ticker.date * secondMs, receivedAt)
      return readingOf({ source, market, bid: ticker.buy, ask: ticker.sell, at }) ?? []
    })
  }).pipe(Effect.catch(() => Effect.succeed([])))
})
