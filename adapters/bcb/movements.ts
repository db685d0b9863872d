// What came in and went back in a stretch of time, page by page, for banks that also say what they hold of us.
import { Effect, Option, type Schema } from "effect"
import { type ProviderFact, unreadable } from "../../core/ports/provider-fact.ts"
import { type BooksPage, type BooksStretch, RailBooksUnavailable } from "../../core/ports/rail-books.ts"
import { days, isoInstant } from "../../core/base/time/instant.ts"
import type { Call } from "../http-client/client.ts"
import type { Answer, NoAnswer, NotAsked } from "../http-client/exchange.ts"
import { jsonAs } from "../http-client/json.ts"
import type { Bank } from "./bank.ts"
import { undecided } from "./codes.ts"
import { type ReceivedPix, receiptFact, receivedPix, returnFact } from "./received.ts"
import { Devolucao, PixPage, PixWithReturns, as } from "./schema.ts"

/** A list that is read after the one before: `received/0` is the first page of it. */
export type ReadPage = (stretch: BooksStretch, page: number) => Effect.Effect<
  { readonly facts: ReadonlyArray<ProviderFact>; readonly isLast: boolean },
  RailBooksUnavailable
>

export const pageSize = 100
/** How long after a PIX it can be returned (BCB), so how far back PIX with returns are listed. */
export const returnableMs = days(90)

/** An answer by a schema, or the books cannot be read. */
export const readBooks = <A>(
  ask: (call: Call) => Effect.Effect<Answer, NotAsked | NoAnswer>,
  call: Call,
  schema: Schema.Decoder<A>
): Effect.Effect<A, RailBooksUnavailable> =>
  ask(call).pipe(
    Effect.mapError(({ reason }) => new RailBooksUnavailable({ reason })),
    Effect.flatMap((answer) => {
      const value = answer.status === 200 ? jsonAs(answer, schema) : undefined
      return value === undefined
        ? Effect.fail(new RailBooksUnavailable({ reason: undecided(answer) }))
        : Effect.succeed(value)
    })
  )

/** The query of a page; the interface takes whole seconds, and both ends belong to it. */
export const pageQuery = ({ from, until }: BooksStretch, page: number) => ({
  inicio: isoInstant(from),
  fim: isoInstant(until - 1),
  "paginacao.paginaAtual": String(page),
  "paginacao.itensPorPagina": String(pageSize)
})

const listPix = (bank: Bank, query: Readonly<Record<string, string>>) =>
  readBooks(bank.standard, { route: "GET /pix", method: "GET", path: "/pix", query }, PixPage).pipe(
    Effect.map(({ parametros: { paginacao }, pix = [] }) => {
      const found: Array<ReceivedPix> = []
      const bad: Array<ProviderFact> = []
      for (const each of pix) {
        const whole = receivedPix(bank, each)
        if (whole === undefined) bad.push(unreadable("GET /pix", each))
        const read = whole ?? receivedPix(bank, withoutUnreadable(each))
        if (read !== undefined) found.push(read)
      }
      return { found, bad, isLast: paginacao.paginaAtual + 1 >= paginacao.quantidadeDePaginas }
    })
  )

// A return that cannot be read is no reason to lose the PIX that it is of, and its other returns.
const withoutUnreadable = (pix: unknown): unknown => {
  const returns = as(PixWithReturns, pix)
  return returns && { ...returns, devolucoes: returns.devolucoes.filter((each) => as(Devolucao, each) !== undefined) }
}

const withoutEvent = (fact: ProviderFact): ProviderFact => ({ ...fact, eventId: null })

/** PIX that came in. */
export const receivedPage = (bank: Bank): ReadPage => (stretch, page) =>
  Effect.map(listPix(bank, pageQuery(stretch, page)), ({ bad, found, isLast }) => ({
    facts: [...found.map(receiptFact).map(withoutEvent), ...bad],
    isLast
  }))

/** Returns of PIX that came in, by when they were made: their PIX may be older. */
export const returnedPage = (bank: Bank): ReadPage => ({ from, until }, page) =>
  Effect.map(
    listPix(bank, { ...pageQuery({ from: from - returnableMs, until }, page), devolucaoPresente: "true" }),
    ({ found, isLast }) => ({
      facts: found.flatMap(({ devolucoes = [], endToEndId }) =>
        devolucoes.filter(({ horario, status }) => {
          const at = horario?.liquidacao ?? horario?.solicitacao
          return status === "DEVOLVIDO" && at !== undefined && at >= from && at < until
        }).map((devolucao) => withoutEvent(returnFact(endToEndId, devolucao)))
      ),
      isLast
    })
  )

/** Lists one after the other as pages of one, by their names. */
export const inTurn =
  (lists: Readonly<Record<string, ReadPage>>) =>
  (stretch: BooksStretch, page: string | null): Effect.Effect<BooksPage, RailBooksUnavailable> => {
    const names = Object.keys(lists)
    const [name = names[0] ?? "", number = "0"] = page?.split("/") ?? []
    const read = Option.fromUndefinedOr(lists[name])
    if (Option.isNone(read)) return Effect.fail(new RailBooksUnavailable({ reason: "there is no such page" }))
    return Effect.map(read.value(stretch, Number(number)), ({ facts, isLast }) => {
      const after = names[names.indexOf(name) + 1]
      return {
        facts,
        next: !isLast ? `${name}/${Number(number) + 1}` : after === undefined ? null : `${after}/0`
      }
    })
  }
