// PTAX, the central bank's dollar: the closing rate of each working day (open data of the BCB, PTAX v1, `CotacaoDolarPeriodo`).
import { Clock, Effect, Schema } from "effect"
import { days, isoInstant, minutes } from "../../core/base/time/instant.ts"
import type { HttpClient } from "../http-client/client.ts"
import { exactJsonAs } from "../http-client/json.ts"
import { instantOf, parsePrice } from "./reading.ts"

/** The dollar by the central bank. */
export interface PtaxRate {
  /** Reais for one US dollar, the selling rate, as the plain decimal that was published. */
  readonly rate: string
  /** Unix milliseconds of its publication. */
  readonly at: number
  readonly source: "PTAX"
}

// Numbers as they are written: `cotacaoVenda` is a JSON number, and a float would not be what was published.
const Published = Schema.Struct({
  value: Schema.Array(Schema.Struct({
    cotacaoVenda: Schema.String,
    /** Local time of Brasília. */
    dataHoraCotacao: Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})?$/))
  }))
})

/** Days without a PTAX in a row, such as at Carnival, are fewer. */
const daysBack = 7
/** Brazil has not moved its clocks since 2019. */
const offset = "-03:00"
const brasiliaBehindMs = minutes(180)

/** A day of Brasília as the service takes it: MM-DD-YYYY. */
const dayOf = (at: number): string => {
  const day = isoInstant(at - brasiliaBehindMs).slice(0, 10)
  return `${day.slice(5)}-${day.slice(0, 4)}`
}

/** Asks for the last one; undefined where there was no answer, or none that can be read. */
export const readPtax = (client: HttpClient): Effect.Effect<PtaxRate | undefined> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    // The service documents its parameters with @ and $ as they are; a quote is sent as %27 by every client.
    const query = [
      `@dataInicial=%27${dayOf(now - days(daysBack))}%27`,
      `@dataFinalCotacao=%27${dayOf(now)}%27`,
      "$top=1",
      "$orderby=dataHoraCotacao%20desc",
      "$format=json"
    ]
    const path = "/CotacaoDolarPeriodo(dataInicial=@dataInicial,dataFinalCotacao=@dataFinalCotacao)"
    const answer = yield* client.call({
      route: "GET /CotacaoDolarPeriodo",
      method: "GET",
      path: `${path}?${query.join("&")}`
    })
    const last = answer.status === 200 ? exactJsonAs(answer, Published)?.value[0] : undefined
    if (last === undefined || parsePrice(last.cotacaoVenda) === undefined) return undefined
    const at = instantOf(
      Date.parse(`${last.dataHoraCotacao.replace(" ", "T")}${offset}`),
      yield* Clock.currentTimeMillis
    )
    return at === undefined ? undefined : { rate: last.cotacaoVenda, at, source: "PTAX" } satisfies PtaxRate
  }).pipe(Effect.catch(() => Effect.succeed(undefined)))
