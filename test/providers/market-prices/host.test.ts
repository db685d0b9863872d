// A host that is told to use the market: its variables, what an operator sees of it, and a quote at its price.
import { Effect, Result } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as chain from "../../../adapters/sandbox/chain.ts"
import * as pixRail from "../../../adapters/sandbox/pix-rail.ts"
import { openMarket } from "../../../adapters/market-prices/index.ts"
import { FxRates } from "../../../core/ports/fx-rates.ts"
import { type Embedded, embed } from "../../../hosts/http/index.ts"
import { chosenProviders } from "../../../hosts/http/environments/providers/index.ts"
import { bootstrapFile, declared, eventually, keyOf, secretsKey } from "../../support/host.ts"
import { asConfigured } from "../../support/restrictions.ts"
import { openExchanges } from "./exchanges.ts"

const host = "live.example"
const chosen = { PONTEPAY_PRODUCTION_FX: "market", PONTEPAY_PRODUCTION_DATABASE_URL: "memory:" }
const given = (variables: Readonly<Record<string, string>>) =>
  Effect.runPromise(Effect.result(chosenProviders({ ...chosen, ...variables })))

describe("the variables of the market", () => {
  it("may all be left out", async () => {
    const adapters = Result.getOrThrow(await given({}))
    expect(adapters.fxRates).toBeDefined()
    expect(adapters.providers?.map(({ name, ports }) => [name, ports])).toEqual([["market", [
      "fxRates",
      "officialRates"
    ]]])
  })

  it.each([
    ["SOURCES", "binance,kraken", "must be names of mercado-bitcoin, binance, bitso, with commas between them"],
    ["SOURCES", "binance", "must name at least 2 exchanges, as PONTEPAY_PRODUCTION_MARKET_MINIMUM_SOURCES says"],
    [
      "SOURCES",
      "binance,binance",
      "must name at least 2 exchanges, as PONTEPAY_PRODUCTION_MARKET_MINIMUM_SOURCES says"
    ],
    ["MINIMUM_SOURCES", "4", "must be a whole number from 1 to 3"],
    ["REFRESH_MS", "999", "must be a whole number from 1000 to 60000"],
    ["MAXIMUM_AGE_MS", "60001", "must be a whole number from 1000 to 60000"],
    ["MAXIMUM_SPLIT_BPS", "1.5", "must be a whole number from 1 to 10000"],
    ["USDC_FALLBACK", "BTC", "must be one of USDT"],
    ["BITSO_URL", "http://bitso.example", "must be an https address without user and query, or http on this machine"]
  ])("end a start where %s is %s", async (row, value, message) => {
    const variable = `PONTEPAY_PRODUCTION_MARKET_${row}`
    expect(await given({ [variable]: value })).toEqual(Result.fail([{ variable, message }]))
  })
})

/** What a quote of a deposit needs beside a price. */
const delivering = { chain: chain.layer, pixRail: pixRail.layer, restrictions: asConfigured }

describe("a host that prices by the market", () => {
  let market: Awaited<ReturnType<typeof openExchanges>>
  let bridge: Embedded
  const open = (variables: Readonly<Record<string, string>> = {}): Promise<Embedded> => {
    const { baseUrls } = market
    return embed({
      ...chosen,
      DATABASE_URL: "memory:",
      LOG_LEVEL: "none",
      PONTEPAY_PRODUCTION_HOST: host,
      PONTEPAY_SECRETS_KEY: secretsKey,
      PONTEPAY_OPERATOR_TOKEN: "the operator's token of the tests",
      PONTEPAY_BOOTSTRAP_FILE: bootstrapFile([declared("acme", { environment: "production" })]),
      PONTEPAY_PRODUCTION_MARKET_REFRESH_MS: "1000",
      PONTEPAY_PRODUCTION_MARKET_MAXIMUM_AGE_MS: "60000",
      PONTEPAY_PRODUCTION_MARKET_MERCADO_BITCOIN_URL: baseUrls["mercado-bitcoin"],
      PONTEPAY_PRODUCTION_MARKET_BINANCE_URL: baseUrls.binance,
      PONTEPAY_PRODUCTION_MARKET_BITSO_URL: baseUrls.bitso,
      PONTEPAY_PRODUCTION_MARKET_PTAX_URL: baseUrls.ptax,
      ...variables
    }, { production: delivering })
  }
  beforeAll(async () => {
    market = await openExchanges()
    bridge = await open()
  })
  afterAll(async () => {
    await bridge.close()
    await market.close()
  })

  const quote = async (by = bridge) => {
    const body = {
      inputCurrency: "BRL",
      inputPaymentMethod: "PIX",
      outputCurrency: "USDC",
      outputPaymentMethod: "BASE",
      inputAmount: "54.00"
    }
    const response = await by.fetch(
      new Request(`http://${host}/api/quote`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${keyOf("acme", "production")}`, "content-type": "application/json" }
      })
    )
    return { status: response.status, text: await response.text() }
  }

  it("quotes at the median, asks no source for it, and names no exchange", async () => {
    const quoteNow = () => {
      market.exchanges.set("USDC", "5.40")
      return quote()
    }
    const { text } = await eventually(quoteNow, ({ status }) => status === 200)
    expect(JSON.parse(text)).toMatchObject({ data: { basePrice: 5.4, outputAmount: "9.75" } })
    expect(text).not.toMatch(/mercado|binance|bitso|ptax|median|market/i)
    // From here on no source answers: what was heard before is what a request reads.
    market.exchanges.disturb("silent")
    expect(await quote()).toMatchObject({ status: 200 })
  })

  it("moves the price against the customer where it is given a spread", async () => {
    market.exchanges.disturb("whole")
    const spread = await open({ PONTEPAY_PRODUCTION_MARKET_SPREADS: "USDC=100" })
    const quoteNow = () => {
      market.exchanges.set("USDC", "5.40")
      return quote(spread)
    }
    const { text } = await eventually(quoteNow, ({ status }) => status === 200)
    expect(JSON.parse(text)).toMatchObject({ data: { basePrice: 5.454 } })
    await spread.close()
  })

  it("says in /ready that the market stands behind prices", async () => {
    const response = await bridge.fetch(new Request(`http://${host}/ready`))
    const { planes } = await response.json() as {
      readonly planes: ReadonlyArray<{ readonly environment: string; readonly adapters: Record<string, string> }>
    }
    expect(planes.find(({ environment }) => environment === "production")?.adapters["fxRates"]).toBe("market")
  })
})

describe("the state of the market", () => {
  it("names the markets without a price and the sources that fail", async () => {
    const { baseUrls, close, exchanges } = await openExchanges()
    exchanges.lines.set("binance", "unauthorised")
    exchanges.books.delete("bitso/USDC")
    const { adapters, ptax } = openMarket({ baseUrls, refreshMs: 20, maximumAgeMs: 60_000 })
    const state = () => Effect.runPromise(adapters.providers[0]?.state ?? Effect.die("no provider"))
    expect(await state()).toMatchObject({ state: "unused", calls: 0 })
    expect(await Effect.runPromise(ptax)).toBeUndefined()
    const expected = "no price of USDC: too few sources; binance: our credentials were refused (HTTP 401)"
    const asked = Effect.gen(function*() {
      yield* FxRates
      const found = yield* Effect.promise(() => eventually(state, ({ problem }) => problem === expected))
      return { found, official: yield* ptax }
    })
    const { found, official } = await Effect.runPromise(Effect.provide(asked, adapters.fxRates))
    expect(found).toMatchObject({ state: "ready", certificateDaysLeft: null })
    expect(official).toEqual({ rate: "5.40000", at: exchanges.ptax.at, source: "PTAX" })
    await close()
  })
})
