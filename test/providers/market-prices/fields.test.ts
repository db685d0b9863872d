// What each source answers, field by field: one that is missing, of another type, negative, in exponent notation or huge leaves the
// source out, and is never a defect.
import { Effect } from "effect"
import * as fc from "fast-check"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type HttpClient, makeHttpClient } from "../../../adapters/http-client/client.ts"
import { binance } from "../../../adapters/market-prices/binance.ts"
import { bitso } from "../../../adapters/market-prices/bitso.ts"
import { mercadoBitcoin } from "../../../adapters/market-prices/mercado-bitcoin.ts"
import { readPtax } from "../../../adapters/market-prices/ptax.ts"
import { type Source, type SourceName, sourceNames } from "../../../adapters/market-prices/reading.ts"
import { type Exchanges, type Named, brasilia, openExchanges } from "./exchanges.ts"

const makers: Readonly<Record<SourceName, (client: HttpClient) => Source>> = {
  "mercado-bitcoin": mercadoBitcoin,
  binance,
  bitso
}

let exchanges: Exchanges
let clients: Readonly<Record<Named, HttpClient>>
let close: () => Promise<void>

beforeAll(async () => {
  const opened = await openExchanges()
  ;({ close, exchanges } = opened)
  clients = Object.fromEntries(
    Object.entries(opened.baseUrls).map((
      [name, baseUrl]
    ) => [name, makeHttpClient({ name, baseUrl, timeoutMs: 1_000 })])
  ) as Readonly<Record<Named, HttpClient>>
})
beforeEach(() => exchanges.texts.clear())
afterAll(() => close())

const read = (name: SourceName) => Effect.runPromise(makers[name](clients[name]).read)
const ptax = () => Effect.runPromise(readPtax(clients.ptax))

const at = Math.floor(Date.now() / 1_000) * 1_000

/** A whole answer about bitcoin, by its fields as JSON texts. */
type Fields = Readonly<Record<string, string | undefined>>
const objectOf = (fields: Fields): string =>
  `{${
    Object.entries(fields).flatMap(([name, text]) => text === undefined ? [] : [`${JSON.stringify(name)}:${text}`])
      .join(
        ","
      )
  }}`

const shapes: Readonly<
  Record<Named, { readonly fields: Fields; readonly text: (fields: Fields) => string }>
> = {
  "mercado-bitcoin": {
    fields: { pair: "\"BTC-BRL\"", buy: "\"540000.00\"", sell: "\"540001.50\"", date: String(at / 1_000) },
    text: (fields) => `[${objectOf(fields)}]`
  },
  binance: {
    fields: { symbol: "\"BTCBRL\"", bidPrice: "\"540000.00000000\"", askPrice: "\"540001.50000000\"" },
    text: objectOf
  },
  bitso: {
    fields: {
      book: "\"btc_brl\"",
      bid: "\"540000.00\"",
      ask: "\"540001.50\"",
      created_at: JSON.stringify(new Date(at).toISOString().replace("Z", "+00:00"))
    },
    text: (fields) => `{"success":true,"payload":${objectOf(fields)}}`
  },
  ptax: {
    fields: { cotacaoVenda: "5.40000", dataHoraCotacao: JSON.stringify(brasilia(at - 60_000)) },
    text: (fields) => `{"value":[${objectOf(fields)}]}`
  }
}

const heard = async (name: Named): Promise<unknown> => {
  if (name === "ptax") return ptax()
  return (await read(name)).find(({ market }) => market === "BTC")
}

/** JSON that is no price, no instant and no name. */
const wrong: ReadonlyArray<readonly [string, string | undefined]> = [
  ["missing", undefined],
  ["null", "null"],
  ["true", "true"],
  ["a list", "[]"],
  ["an object", "{}"],
  ["empty", "\"\""],
  ["words", "\"n/a\""],
  ["a negative text", "\"-1.00\""],
  ["zero", "\"0.00\""],
  ["in exponent notation", "\"5.4e5\""],
  ["infinite", "\"Infinity\""],
  ["with a comma", "\"540000,00\""],
  ["with separators", "\"540,000.00\""],
  ["with spaces", "\" 540000.00 \""],
  ["too fine", `"1.${"0".repeat(16)}1"`],
  ["huge", `"1${"0".repeat(30)}"`],
  ["longer than any price", `"${"9".repeat(20_000)}"`],
  ["a negative number", "-540000.00"],
  ["a number in exponent notation", "1e999"],
  ["a huge number", "9".repeat(400)],
  ["a lone surrogate", "\"\\ud800\""]
]

const cases = (Object.keys(shapes) as ReadonlyArray<Named>).flatMap((name) =>
  Object.keys(shapes[name].fields).flatMap((field) => wrong.map(([as, text]) => [name, field, as, text] as const))
)

describe("an answer of a source", () => {
  it.each([...sourceNames, "ptax"] as const)("of %s is read where every field is right", async (name) => {
    exchanges.texts.set(name, shapes[name].text(shapes[name].fields))
    expect(await heard(name)).toEqual(
      name === "ptax" ? { rate: "5.40000", at: at - 60_000, source: "PTAX" } : {
        source: name,
        market: "BTC",
        bid: 540_000n * 10n ** 16n,
        ask: 5_400_015n * 10n ** 15n,
        at: expect.any(Number)
      }
    )
  })

  it.each(cases)("of %s is left out where %s is %s", async (name, field, _, text) => {
    const { fields, text: print } = shapes[name]
    exchanges.texts.set(name, print({ ...fields, [field]: text }))
    expect(await heard(name)).toBeUndefined()
  })

  it.each([...sourceNames, "ptax"] as const)("of %s that is any other JSON, or none, is left out", async (name) => {
    const texts = fc.oneof(fc.json(), fc.string(), fc.constantFrom("", "[]", "{}", "null", "[null]", "{\"value\":[]}"))
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        exchanges.texts.set(name, text)
        expect(await heard(name)).toBeUndefined()
      }),
      { numRuns: 40 }
    )
  })

  it.each(
    [
      ["mercado-bitcoin", "buy", "\"540001.51\""],
      ["binance", "bidPrice", "\"540001.51\""],
      ["bitso", "bid", "\"540001.51\""],
      ["mercado-bitcoin", "date", String(at / 1_000 + 3_600)],
      ["bitso", "created_at", "\"2099-01-01T00:00:00+00:00\""],
      ["ptax", "dataHoraCotacao", "\"2099-01-01 13:00:00.000\""],
      ["ptax", "dataHoraCotacao", "\"2026-13-45 13:00:00.000\""]
    ] as const
  )("of %s with a bid above its ask, or of the future, is left out: %s %s", async (name, field, text) => {
    exchanges.texts.set(name, shapes[name].text({ ...shapes[name].fields, [field]: text }))
    expect(await heard(name)).toBeUndefined()
  })

  it("with one wrong ticker keeps the others, and a market that is not traded is missing", async () => {
    const right = objectOf(shapes["mercado-bitcoin"].fields)
    exchanges.texts.set("mercado-bitcoin", `[{"pair":"USDT-BRL","buy":5.4},null,${right}]`)
    expect((await read("mercado-bitcoin")).map(({ market }) => market)).toEqual(["BTC"])
    exchanges.books.delete("binance/USDC")
    expect((await read("binance")).map(({ market }) => market)).toEqual(["BTC", "USDT"])
    exchanges.books.delete("bitso/USDC")
    expect((await read("bitso")).map(({ market }) => market)).toEqual(["BTC", "USDT"])
  })

  it("of PTAX keeps the digits that were published, which a float would not", async () => {
    for (const rate of ["5.4321", "5.40", "0.1234567890123456"]) {
      exchanges.texts.set("ptax", shapes.ptax.text({ ...shapes.ptax.fields, cotacaoVenda: rate }))
      expect(await ptax()).toMatchObject({ rate })
    }
  })

  it("of PTAX is asked for over seven days back, as the service documents it", async () => {
    await ptax()
    expect(exchanges.targets.at(-1)).toMatch(
      /^\/ptax\/CotacaoDolarPeriodo\(dataInicial=@dataInicial,dataFinalCotacao=@dataFinalCotacao\)\?@dataInicial=%27\d\d-\d\d-\d{4}%27&@dataFinalCotacao=%27\d\d-\d\d-\d{4}%27&\$top=1&\$orderby=dataHoraCotacao%20desc&\$format=json$/
    )
  })
})
