// What Efí's own books say: what came in, what went back, what was sent and what is disputed, and what it holds of us.
import { Effect, Schema } from "effect"
import type { FactOf, ProviderFact } from "../../core/ports/provider-fact.ts"
import type { RailBooksReader } from "../../core/ports/rail-books.ts"
import { EndToEndId } from "../../core/standards/pix/end-to-end-id.ts"
import type { Bank } from "../bcb/bank.ts"
import {
  type ReadPage,
  inTurn,
  pageQuery,
  pageSize,
  readBooks,
  receivedPage,
  returnableMs,
  returnedPage
} from "../bcb/movements.ts"
import { Instant, Reais } from "../bcb/schema.ts"
import { SentPix, sentFacts } from "./sent.ts"

const SentList = Schema.Union([
  Schema.Array(SentPix),
  Schema.Struct({ pix: Schema.Array(SentPix) })
])

const isList = (list: typeof SentList.Type): list is ReadonlyArray<SentPix> => Array.isArray(list)

const withoutEvent = (fact: ProviderFact): ProviderFact => ({ ...fact, eventId: null })

const sentPage = (bank: Bank): ReadPage => (stretch, page) =>
  Effect.map(
    readBooks(bank.own, {
      route: "GET /v2/gn/pix/enviados",
      method: "GET",
      path: "/v2/gn/pix/enviados",
      query: { ...pageQuery(stretch, page), status: "REALIZADO" }
    }, SentList),
    (list) => {
      const sent = isList(list) ? list : list.pix
      return { facts: sent.flatMap(sentFacts).map(withoutEvent), isLast: sent.length < pageSize }
    }
  )

const Infractions = Schema.Struct({
  parametros: Schema.Struct({
    paginacao: Schema.Struct({ paginaAtual: Schema.Int, quantidadeDePaginas: Schema.Int })
  }),
  infracoes: Schema.Array(Schema.Struct({
    idInfracao: Schema.String,
    endToEndId: EndToEndId,
    dataTransacao: Schema.optionalKey(Instant),
    valor: Reais,
    status: Schema.String,
    razao: Schema.optionalKey(Schema.String)
  }))
})

const disputeStatus: Readonly<Record<string, FactOf<"DisputeMoved">["status"]>> = {
  ABERTA: "CREATED",
  EM_DEFESA: "CREATED",
  ACEITA: "ACCEPTED",
  REJEITADA: "REJECTED",
  CANCELADA_EFI: "CANCELED"
}

// An infraction of long ago may end now, so all that can still move are read, and what is known changes nothing.
const disputesPage = (bank: Bank): ReadPage => ({ from, until }, page) =>
  Effect.map(
    readBooks(bank.own, {
      route: "GET /v2/gn/infracoes",
      method: "GET",
      path: "/v2/gn/infracoes",
      query: pageQuery({ from: from - returnableMs, until }, page)
    }, Infractions),
    ({ infracoes, parametros: { paginacao } }) => ({
      facts: infracoes.map(({ dataTransacao, endToEndId, idInfracao, razao, status, valor }): ProviderFact => {
        const known = disputeStatus[status]
        return known === undefined
          ? { _tag: "Unsupported", eventId: null, subscription: `infraction ${status}` }
          : {
            _tag: "DisputeMoved",
            eventId: null,
            status: known,
            endToEndId,
            disputeId: idInfracao,
            value: valor,
            reason: razao ?? null,
            payerName: null,
            transactionDate: dataTransacao ?? null,
            providerStatus: status
          }
      }),
      isLast: paginacao.paginaAtual + 1 >= paginacao.quantidadeDePaginas
    })
  )

const Balance = Schema.Struct({ saldo: Reais })

/** The books of an account. */
export const efiBooks = (bank: Bank): RailBooksReader => ({
  lists: ["received", "returned", "sent"],
  movements: inTurn({
    received: receivedPage(bank),
    returned: returnedPage(bank),
    sent: sentPage(bank),
    disputes: disputesPage(bank)
  }),
  balance: Effect.map(
    readBooks(bank.own, { route: "GET /v2/gn/saldo", method: "GET", path: "/v2/gn/saldo" }, Balance),
    ({ saldo }) => saldo
  )
})
