// A day of the exchanges, minute by minute, as a seed makes it: prices that wander, sources that are away for a while, that lag,
// and that are wrong for a moment. The same seed is the same day on every machine, for all of it is computed in integers.
import {
  type Market,
  type Reading,
  type SourceName,
  markets,
  readingOf,
  sourceNames
} from "../../../adapters/market-prices/reading.ts"

const minutes = 1_440
const minuteMs = 60_000

/** Numbers below a bound, by xorshift (Marsaglia, 2003) on 32 bits. */
const drawing = (seed: number) => {
  let state = seed | 0
  return (below: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** Cents as a decimal string. */
const reais = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`

/** Ten-thousandths of a real as one: dollars move in those. */
const decimal = (parts: number): string => `${Math.floor(parts / 10_000)}.${String(parts % 10_000).padStart(4, "0")}`

/** The day that begins at an instant. */
export const dayOfTape = (seed: number, start: number) => {
  const draw = drawing(seed)
  const rows = new Map<string, Reading>()
  const price: Record<Market, number> = { BTC: 54_000_000, USDT: 54_000, USDC: 54_000 }
  const awayUntil: Record<SourceName, number> = { "mercado-bitcoin": 0, binance: 0, bitso: 0 }
  for (let minute = 0; minute < minutes; minute++) {
    for (const market of markets) price[market] += (draw(201) - 100) * (market === "BTC" ? 200 : 1)
    for (const source of sourceNames) {
      if (draw(120) === 0) awayUntil[source] = minute + draw(60)
      if (minute < awayUntil[source]) continue
      const lagMs = draw(40) === 0 ? 25_000 : draw(5_000)
      for (const market of markets) {
        const away = draw(100) === 0 ? 4 : 0
        const middle = Math.floor(price[market] * (100 + away) / 100) + draw(20)
        const [bid, ask] = [middle - draw(20), middle + draw(20)]
        const print = market === "BTC" ? reais : decimal
        const at = start + minute * minuteMs - lagMs
        const reading = readingOf({ source, market, bid: print(bid), ask: print(ask), at })
        if (reading !== undefined) rows.set(`${minute}/${source}/${market}`, reading)
      }
    }
  }
  return {
    minutes,
    /** What a source says at an instant. */
    readings: (source: SourceName, at: number): ReadonlyArray<Reading> => {
      const minute = Math.floor((at - start) / minuteMs)
      return markets.flatMap((market) => rows.get(`${minute}/${source}/${market}`) ?? [])
    }
  }
}
