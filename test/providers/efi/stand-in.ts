// What Efí adds to the central bank's interface: payments, each once an id, by key and by code, and the account's books.
import type { Given, Received } from "../bcb/server.ts"
import { StandInBank, cents, railId } from "../bcb/stand-in.ts"

export interface StoredPayment {
  readonly idEnvio: string
  readonly endToEndId: string
  readonly valor: string
  readonly chave: string
  status: "EM_PROCESSAMENTO" | "REALIZADO" | "NAO_REALIZADO"
  /** Whether it settles when it is looked at. */
  readonly isQuick: boolean
  readonly devolucoes: Array<unknown>
}

/** Receivers by their keys: paid soon, refused at once, open until somebody decides. */
export const receivers = { paid: "maria@example.com", refused: "refused@example.com", open: "open@example.com" }

/** A problem as Efí words its own. */
const efiProblem = (status: number, nome: string): Given => ({
  status,
  json: { nome, mensagem: "recusado" },
  type: "application/json"
})

export class StandInEfi extends StandInBank {
  readonly payments = new Map<string, StoredPayment>()
  readonly codes = new Map<string, { readonly valor: string; readonly chave: string }>()
  infractions: ReadonlyArray<unknown> = []
  saldo = "1000.00"
  /** Payments under way at once, and the most there ever were. */
  mostAtOnce = 0

  protected override answer(call: Received): Given {
    const { body, method, path, query } = call
    if (!/^\/v[23]\/gn\//.test(path)) return super.answer(call)
    if (call.headers["authorization"] !== "Bearer token") return efiProblem(401, "nao_autorizado")
    const sent = /^\/v2\/gn\/pix\/enviados\/id-envio\/([^/]+)$/.exec(path)?.[1]
    if (sent !== undefined) return this.sent(sent)
    if (path === "/v2/gn/pix/enviados") return this.sentList(query)
    if (path === "/v2/gn/saldo") return { status: 200, json: { saldo: this.saldo } }
    if (path === "/v2/gn/infracoes") return this.infractionList(query)
    if (path === "/v2/gn/qrcodes/detalhar") {
      const code = this.codes.get((body as { readonly pixCopiaECola: string }).pixCopiaECola)
      return code === undefined
        ? efiProblem(400, "QrcodeOperacaoInvalida")
        : { status: 200, json: { tipoCob: "cob", status: "ATIVA", valor: { final: code.valor }, chave: code.chave } }
    }
    const [, idEnvio, byCode] = /^\/v[23]\/gn\/pix\/([a-zA-Z0-9]{1,35})(\/qrcode)?$/.exec(path) ?? []
    if (method !== "PUT" || idEnvio === undefined) return efiProblem(404, "rota_invalida")
    if (byCode === undefined) {
      const { favorecido, valor } = body as { readonly valor: string; readonly favorecido: { readonly chave: string } }
      return this.pay(idEnvio, valor, favorecido.chave)
    }
    const code = this.codes.get((body as { readonly pixCopiaECola: string }).pixCopiaECola)
    return code === undefined ? efiProblem(400, "QrcodeOperacaoInvalida") : this.pay(idEnvio, code.valor, code.chave)
  }

  private pay(idEnvio: string, valor: string, chave: string): Given {
    if (this.payments.has(idEnvio)) return efiProblem(409, "id_envio_duplicado")
    if (chave === receivers.refused) return efiProblem(422, "pagamento_negado")
    const made: StoredPayment = {
      idEnvio,
      endToEndId: railId("E"),
      valor,
      chave,
      status: "EM_PROCESSAMENTO",
      isQuick: chave !== receivers.open,
      devolucoes: []
    }
    this.payments.set(idEnvio, made)
    const { endToEndId: e2eId, status } = made
    return {
      status: 201,
      json: { idEnvio, e2eId, valor, horario: { solicitacao: "2026-11-24T12:00:00.000Z" }, status }
    }
  }

  private shownPayment(payment: StoredPayment): unknown {
    if (payment.isQuick && payment.status === "EM_PROCESSAMENTO") payment.status = "REALIZADO"
    const { chave, devolucoes, endToEndId, idEnvio, status, valor } = payment
    return {
      endToEndId,
      idEnvio,
      valor,
      chave: this.key,
      status,
      horario: {
        solicitacao: "2026-11-24T12:00:00.000Z",
        ...status === "REALIZADO" ? { liquidacao: "2026-11-24T12:00:01.000Z" } : {}
      },
      favorecido: {
        chave,
        identificacao: { nome: "MARIA DA SILVA", cpf: "***.444.777-**" },
        contaBanco: { codigoBanco: "00000000", agencia: "1", conta: "123", tipoConta: "corrente" }
      },
      gnExtras: { tarifa: "0.10" },
      ...devolucoes.length === 0 ? {} : { devolucoes }
    }
  }

  private sent(idEnvio: string): Given {
    const found = this.payments.get(idEnvio)
    return found === undefined
      ? {
        status: 404,
        json: { type: "https://pix.example.com/api/v2/error/PixEnviadoNaoEncontrado", title: "x", status: 404 }
      }
      : { status: 200, json: this.shownPayment(found) }
  }

  private sentList(query: URLSearchParams): Given {
    const page = Number(query.get("paginacao.paginaAtual"))
    const size = Number(query.get("paginacao.itensPorPagina"))
    const made = [...this.payments.values()].filter(({ status }) => status === "REALIZADO")
    return { status: 200, json: made.slice(page * size, (page + 1) * size).map((each) => this.shownPayment(each)) }
  }

  private infractionList(query: URLSearchParams): Given {
    const paginacao = { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1, quantidadeTotalDeItens: 1 }
    const parametros = { inicio: query.get("inicio"), fim: query.get("fim"), paginacao }
    return { status: 200, json: { parametros, infracoes: this.infractions } }
  }

  /** Values that were paid under an id, in cents. */
  paidUnder(idEnvio: string): ReadonlyArray<bigint> {
    const found = this.payments.get(idEnvio)
    return found === undefined || found.status === "NAO_REALIZADO" ? [] : [cents(found.valor)]
  }
}
