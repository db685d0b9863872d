// Stand-ins of three exchanges and of the central bank's PTAX, on one port: each under a path of its own, as it answers in public.
import { type Handler, type Reply, listen } from "./server.ts"

const markets = ["BTC", "USDT", "USDC"] as const
type Market = (typeof markets)[number]

/** Brasília is three hours behind. */
const brasilia = (at: number): string => new Date(at - 3 * 3_600_000).toISOString().replace("T", " ").replace("Z", "")

export class Exchanges {
  /** What one costs in reais: the middle one of three exchanges. */
  readonly prices: Readonly<Record<Market, string>> = { BTC: "540000.00", USDT: "5.40", USDC: "5.40" }
  /** What the two others say of USDC, so that the median is what it says it is. */
  private readonly low = "5.39"
  private readonly high = "5.41"

  open() {
    return listen(this.handle)
  }

  private price(market: Market, exchange: string): string {
    if (market !== "USDC") return this.prices[market]
    return exchange === "binance" ? this.low : exchange === "bitso" ? this.high : this.prices.USDC
  }

  private readonly handle: Handler = ({ path, query }) => {
    const [, exchange = ""] = path.split("/")
    switch (exchange) {
      case "mercado-bitcoin":
        return this.mercadoBitcoin(query.get("symbols") ?? "")
      case "binance": {
        const market = markets.find((each) => `${each}BRL` === query.get("symbol"))
        if (market === undefined) return { status: 400, json: { code: -1121, msg: "Invalid symbol." } }
        const price = this.price(market, exchange)
        const json = { symbol: `${market}BRL`, bidPrice: price, bidQty: "1.0", askPrice: price, askQty: "1.0" }
        return { status: 200, json }
      }
      case "bitso": {
        const book = query.get("book") ?? ""
        const market = markets.find((each) => `${each.toLowerCase()}_brl` === book)
        if (market === undefined) return { status: 404, json: { success: false } }
        const price = this.price(market, exchange)
        const created_at = new Date().toISOString().replace("Z", "+00:00")
        const payload = { book, bid: price, ask: price, last: price, volume: "3.2", vwap: price, created_at }
        return { status: 200, json: { success: true, payload } }
      }
      default: {
        const dataHoraCotacao = brasilia(Date.now() - 3_600_000)
        return { status: 200, json: { value: [{ cotacaoCompra: 5.3994, cotacaoVenda: 5.4001, dataHoraCotacao }] } }
      }
    }
  }

  private mercadoBitcoin(symbols: string): Reply {
    const wanted = markets.filter((market) => symbols.split(",").includes(`${market}-BRL`))
    const date = Math.floor(Date.now() / 1_000)
    return {
      status: 200,
      json: wanted.map((market) => {
        const price = this.price(market, "mercado-bitcoin")
        return {
          pair: `${market}-BRL`,
          buy: price,
          sell: price,
          last: price,
          open: price,
          high: price,
          low: price,
          vol: "1",
          date
        }
      })
    }
  }
}
