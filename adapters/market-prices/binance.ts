// Prices of Binance, Spot API v3: `GET /ticker/bookTicker`. A market is requested by itself, since one symbol that is not listed
// fails a call for several. Its answers have no instant: they are of when we asked.
import { Clock, Effect, Schema } from "effect"
import type { HttpClient } from "../http-client/client.ts"
import { jsonAs } from "../http-client/json.ts"
import { type Market, type Source, markets, readingOf } from "./reading.ts"

const BookTicker = Schema.Struct({ symbol: Schema.String, bidPrice: Schema.String, askPrice: Schema.String })

const source = "binance"

export const binance = (client: HttpClient): Source => {
  const readMarket = Effect.fnUntraced(
    function*(market: Market) {
      const symbol = `${market}BRL`
      const at = yield* Clock.currentTimeMillis
      const answer = yield* client.call({
        route: "GET /ticker/bookTicker",
        method: "GET",
        path: "/ticker/bookTicker",
        query: { symbol }
      })
      const ticker = answer.status === 200 ? jsonAs(answer, BookTicker) : undefined
      if (ticker?.symbol !== symbol) return []
      const reading = readingOf({ source, market, bid: ticker.bidPrice, ask: ticker.askPrice, at })
      return reading === undefined ? [] : [reading]
    },
    Effect.catch(() => Effect.succeed([]))
  )
  return {
    name: source,
    read: Effect.map(Effect.forEach(markets, readMarket, { concurrency: "unbounded" }), (all) => all.flat())
  }
}
