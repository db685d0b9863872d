// What Efí's own books say: what came in, what went back, what was sent and what is disputed, and what it holds of us.
import { Effect, Schema } from "effect"
import { type FactOf, type ProviderFact, unreadable } from "../../core/ports/provider-fact.ts"
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
import { Instant, Reais, as } from "../bcb/schema.ts"
import { SentPix, sentFacts } from "./sent.ts"

const Rows = Schema.Array(Schema.Unknown)
const SentList = Schema.Union([Rows, Schema.Struct({ pix: Rows })])

const isList = (list: typeof SentList.Type): list is ReadonlyArray<unknown> => Array.isArray(list)

/** The facts of each row of a list; a row that cannot be read is one that says so. */
const rowFacts = <A>(
  list: string,
  rows: ReadonlyArray<unknown>,
  schema: Schema.Decoder<A>,
  factsOf: (row: A) => ReadonlyArray<ProviderFact>
): ReadonlyArray<ProviderFact> =>
  rows.flatMap((row) => {
    const read = as(schema, row)
    return read === undefined ? [unreadable(list, row)] : factsOf(read)
  })

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
      const facts = rowFacts("GET /v2/gn/pix/enviados", sent, SentPix, sentFacts)
      return { facts: facts.map(withoutEvent), isLast: sent.length < pageSize }
    }
  )

const Infractions = Schema.Struct({
  parametros: Schema.Struct({
    paginacao: Schema.Struct({ paginaAtual: Schema.Int, quantidadeDePaginas: Schema.Int })
  }),
  infracoes: Rows
})

const InfractionStatus = Schema.Literals(["ABERTA", "EM_DEFESA", "ACEITA", "REJEITADA", "CANCELADA_EFI"])

const Infraction = Schema.Struct({
  idInfracao: Schema.String,
  endToEndId: EndToEndId,
  dataTransacao: Schema.optionalKey(Instant),
  valor: Reais,
  status: InfractionStatus,
  razao: Schema.optionalKey(Schema.String)
})

const disputeStatus: Readonly<Record<typeof InfractionStatus.Type, FactOf<"DisputeMoved">["status"]>> = {
  ABERTA: "CREATED",
  EM_DEFESA: "CREATED",
  ACEITA: "ACCEPTED",
  REJEITADA: "REJECTED",
  CANCELADA_EFI: "CANCELED"
}

const disputeFact = ({ dataTransacao, endToEndId, idInfracao, razao, status, valor }: typeof Infraction.Type) => ({
  _tag: "DisputeMoved" as const,
  eventId: null,
  status: disputeStatus[status],
  endToEndId,
  disputeId: idInfracao,
  value: valor,
  reason: razao ?? null,
  payerName: null,
  transactionDate: dataTransacao ?? null,
  providerStatus: status
})

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
      facts: rowFacts("GET /v2/gn/infracoes", infracoes, Infraction, (row) => [disputeFact(row)]),
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
