// Stand-ins of the exchanges and of the central bank, on one port of loopback: each answers as its documentation shows, over a
// line that can be disturbed.
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { LineState } from "../../../adapters/conformance/index.ts"
import { type Market, type SourceName, markets, sourceNames } from "../../../adapters/market-prices/reading.ts"
import { onLoopback } from "../../support/loopback.ts"

export type Named = SourceName | "ptax"

/** What an exchange has of a market. */
export interface Book {
  readonly bid: string
  readonly ask: string
  /** Unix milliseconds, in whole seconds, as one of them counts. */
  readonly at: number
}

const wholeSecond = (): number => Math.floor(Date.now() / 1_000) * 1_000

/** A date as the central bank writes it, in the time of Brasília. */
export const brasilia = (at: number): string =>
  new Date(at - 3 * 3_600_000).toISOString().replace("T", " ").replace("Z", "")

const json = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { "content-type": "application/json;charset=UTF-8" }).end(text)
}

/** The stand-ins of all sources. */
export class Exchanges {
  /** The line of each. */
  readonly lines = new Map<Named, LineState>()
  readonly books = new Map<`${SourceName}/${Market}`, Book>()
  ptax = { rate: "5.40000", at: Date.now() - 3_600_000 }
  /** What one answers instead of what its book says. */
  readonly texts = new Map<Named, string>()
  /** How often each was asked about a market. */
  readonly asked = new Map<string, number>()
  readonly targets: Array<string> = []

  constructor() {
    this.set("BTC", "540000.00")
    this.set("USDT", "5.40")
    this.set("USDC", "5.40")
  }

  /** Changes a price everywhere, with bid and ask alike. */
  set(market: Market, price: string): void {
    for (const name of sourceNames) this.books.set(`${name}/${market}`, { bid: price, ask: price, at: wholeSecond() })
  }

  /** Puts the line of every source into a state. */
  disturb(state: LineState): void {
    for (const name of [...sourceNames, "ptax"] as const) this.lines.set(name, state)
  }

  private count(name: Named, market: string): void {
    const of = `${name}/${market}`
    this.asked.set(of, (this.asked.get(of) ?? 0) + 1)
  }

  private bookOf(name: SourceName, market: string | undefined): Book | undefined {
    this.count(name, market ?? "")
    return this.books.get(`${name}/${market as Market}`)
  }

  private answerOf(name: Named, url: URL): readonly [number, string] {
    const text = this.texts.get(name)
    switch (name) {
      case "mercado-bitcoin": {
        const wanted = markets.filter((market) => url.searchParams.get("symbols")?.split(",").includes(`${market}-BRL`))
        const tickers = wanted.flatMap((market) => {
          const book = this.bookOf(name, market)
          if (book === undefined) return []
          const { ask, at, bid } = book
          const others = { high: ask, low: bid, vol: "12.5", last: bid, open: bid }
          return [{ pair: `${market}-BRL`, ...others, buy: bid, sell: ask, date: at / 1_000 }]
        })
        return [200, text ?? JSON.stringify(tickers)]
      }
      case "binance": {
        const symbol = url.searchParams.get("symbol") ?? ""
        const book = this.bookOf(name, symbol.replace(/BRL$/, ""))
        if (book === undefined) return [400, "{\"code\":-1121,\"msg\":\"Invalid symbol.\"}"]
        const { ask: askPrice, bid: bidPrice } = book
        return [200, text ?? JSON.stringify({ symbol, bidPrice, bidQty: "1.0", askPrice, askQty: "2.0" })]
      }
      case "bitso": {
        const book = url.searchParams.get("book") ?? ""
        const found = this.bookOf(name, book.replace(/_brl$/, "").toUpperCase())
        if (found === undefined) {
          return [404, "{\"success\":false,\"error\":{\"code\":\"0301\",\"message\":\"Unknown book\"}}"]
        }
        const { ask, at, bid } = found
        const payload = { book, bid, ask, last: bid, high: ask, low: bid, volume: "3.2", vwap: bid }
        const created_at = new Date(at).toISOString().replace("Z", "+00:00")
        return [200, text ?? JSON.stringify({ success: true, payload: { ...payload, created_at } })]
      }
      case "ptax": {
        this.count(name, "")
        const of = `"dataHoraCotacao":${JSON.stringify(brasilia(this.ptax.at))}`
        const value = `{"cotacaoCompra":5.39940,"cotacaoVenda":${this.ptax.rate},${of}}`
        return [200, text ?? `{"@odata.context":"https://example.test/$metadata","value":[${value}]}`]
      }
    }
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    this.targets.push(request.url ?? "")
    const url = new URL(request.url ?? "", "http://stand-in")
    const name = url.pathname.split("/")[1] as Named
    switch (this.lines.get(name) ?? "whole") {
      case "cut":
      case "deaf":
        return void request.socket.destroy()
      case "silent":
        return
      case "unauthorised":
        return json(response, 401, "{\"error\":\"this address is not allowed\"}")
      case "gateway":
        return void response.writeHead(404, { "content-type": "text/html" }).end("<h1>404 Not Found</h1>")
      case "whole":
        return json(response, ...this.answerOf(name, url))
    }
  }
}

/** Opens the stand-ins. */
export const openExchanges = async () => {
  const exchanges = new Exchanges()
  const { base, close } = await onLoopback(createServer((request, response) => exchanges.answer(request, response)))
  const at = (name: Named) => `${base}/${name}`
  const baseUrls = {
    "mercado-bitcoin": at("mercado-bitcoin"),
    binance: at("binance"),
    bitso: at("bitso"),
    ptax: at("ptax")
  }
  return { exchanges, baseUrls, close }
}
