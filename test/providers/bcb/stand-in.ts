// A bank of the central bank's interface as far as the adapter uses it, with what it was asked to do kept: charges, PIX and returns.
import { Result } from "effect"
import { parseDecimal } from "../../../core/base/money/decimal.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { pixGui, printCharge } from "../../../core/standards/pix/br-code.ts"
import type { Given, Received } from "./server.ts"

export interface StoredReturn {
  readonly id: string
  readonly rtrId: string
  readonly valor: string
  readonly natureza?: string
  readonly horario: { readonly solicitacao: string; readonly liquidacao?: string }
  status: string
  readonly motivo?: string
}

export interface StoredPix {
  readonly endToEndId: string
  readonly txid?: string
  readonly valor: string
  readonly chave?: string
  readonly horario: string
  readonly devolucoes: Array<StoredReturn>
  readonly gnExtras?: unknown
}

interface StoredCob {
  readonly txid: string
  readonly expiracao: number
  readonly valor: string
  readonly chave: string
  readonly criacao: string
  readonly description: string | undefined
}

const errors = "https://pix.bcb.gov.br/api/v2/error/"

/** A problem of the interface. */
const problem = (status: number, type: string, detail = ""): Given => ({
  status,
  json: { type: `${errors}${type}`, title: type, status, detail }
})

export const cents = (valor: string): bigint => Result.getOrThrow(parseDecimal("BRL", valor))

let counted = 0
/** An id of the rail that no other stand-in of this process gives. */
export const railId = (letter: "E" | "D"): string =>
  `${letter}12345678202611241200${(++counted).toString(36).padStart(11, "0")}`

export class StandInBank {
  readonly key: string
  readonly cobs = new Map<string, StoredCob>()
  readonly pix = new Map<string, StoredPix>()
  /** What a test plants to be answered instead; `act` does what was asked and answers as the interface says. */
  planted: ((call: Received, act: () => Given) => Given) | undefined
  /** Whether codes come with charges, as the interface leaves open. */
  givesCodes = true

  constructor(key: string) {
    this.key = key
  }

  /** Receives a PIX, as if somebody had paid. */
  receive(valor: string, about: Partial<StoredPix> = {}): StoredPix {
    const pix: StoredPix = {
      endToEndId: railId("E"),
      valor,
      chave: this.key,
      horario: "2026-11-24T12:00:00.000Z",
      devolucoes: [],
      ...about
    }
    this.pix.set(pix.endToEndId, pix)
    return pix
  }

  readonly handle = (call: Received): Given => {
    const act = (): Given => this.answer(call)
    return this.planted?.(call, act) ?? act()
  }

  protected answer(call: Received): Given {
    if (call.path === "/oauth/token") {
      return {
        status: 200,
        json: { access_token: "token", token_type: "Bearer", expires_in: 3600, scope: "cob.write" }
      }
    }
    if (call.headers["authorization"] !== "Bearer token") return problem(403, "AcessoNegado")
    const [, ...parts] = call.path.replace(/^\/v2/, "").split("/")
    const [kind, id, sub, subId] = parts
    if (kind === "cob" && id !== undefined) return call.method === "PUT" ? this.putCob(id, call.body) : this.getCob(id)
    if (kind !== "pix") return problem(404, "NaoEncontrado")
    if (id === undefined) return this.list(call.query)
    const pix = this.pix.get(id)
    if (pix === undefined) return problem(404, "NaoEncontrado")
    if (sub === undefined) return { status: 200, json: this.shown(pix) }
    if (subId === undefined) return problem(404, "NaoEncontrado")
    return call.method === "PUT" ? this.putReturn(pix, subId, call.body) : this.getReturn(pix, subId)
  }

  private shown(pix: StoredPix): unknown {
    const { devolucoes, ...rest } = pix
    return devolucoes.length === 0 ? rest : { ...rest, devolucoes }
  }

  private cobJson(cob: StoredCob): Record<string, unknown> {
    const location = `https://pix.example.com/qr/v2/${cob.txid}`
    const brCode = Result.getOrThrow(printCharge({
      gui: pixGui,
      location: location.slice("https://".length),
      amount: unitsUnsafe("BRL", cents(cob.valor)),
      merchantName: "PONTEPAY",
      merchantCity: "SAO PAULO"
    }))
    return {
      txid: cob.txid,
      revisao: 0,
      status: "ATIVA",
      calendario: { criacao: cob.criacao, expiracao: cob.expiracao },
      valor: { original: cob.valor, modalidadeAlteracao: 0 },
      chave: cob.chave,
      location,
      ...this.givesCodes ? { pixCopiaECola: brCode } : {},
      ...cob.description === undefined ? {} : { solicitacaoPagador: cob.description }
    }
  }

  private putCob(txid: string, body: unknown): Given {
    const { calendario, chave, solicitacaoPagador, valor } = body as {
      readonly calendario: { readonly expiracao: number }
      readonly chave: string
      readonly solicitacaoPagador?: string
      readonly valor: { readonly original: string }
    }
    const isWrong = !/^[a-zA-Z0-9]{26,35}$/.test(txid) || !/^\d{1,10}\.\d{2}$/.test(valor.original) ||
      this.cobs.has(txid)
    if (isWrong) return problem(400, "CobOperacaoInvalida", "A cobrança em questão não respeita o schema.")
    const criacao = new Date().toISOString()
    const cob = {
      txid,
      expiracao: calendario.expiracao,
      valor: valor.original,
      chave,
      criacao,
      description: solicitacaoPagador
    }
    this.cobs.set(txid, cob)
    return { status: 201, json: this.cobJson(cob) }
  }

  private getCob(txid: string): Given {
    const cob = this.cobs.get(txid)
    if (cob === undefined) return problem(404, "NaoEncontrado")
    const pix = [...this.pix.values()].filter((each) => each.txid === txid).map((each) => this.shown(each))
    return {
      status: 200,
      json: { ...this.cobJson(cob), ...pix.length === 0 ? {} : { pix, status: "CONCLUIDA" } }
    }
  }

  private putReturn(pix: StoredPix, id: string, body: unknown): Given {
    const { valor } = body as { readonly valor: string }
    const before = pix.devolucoes.reduce((sum, each) => sum + cents(each.valor), 0n)
    const isTooMuch = before + cents(valor) > cents(pix.valor)
    const isUsed = pix.devolucoes.some((each) => each.id === id)
    if (isTooMuch || isUsed) return problem(400, "PixDevolucaoInvalida")
    const made: StoredReturn = {
      id,
      rtrId: railId("D"),
      valor,
      horario: { solicitacao: "2026-11-24T12:00:00.000Z" },
      status: "EM_PROCESSAMENTO"
    }
    pix.devolucoes.push({
      ...made,
      horario: { ...made.horario, liquidacao: made.horario.solicitacao },
      status: "DEVOLVIDO"
    })
    return { status: 201, json: made }
  }

  private getReturn(pix: StoredPix, id: string): Given {
    const found = pix.devolucoes.find((each) => each.id === id)
    return found === undefined ? problem(404, "NaoEncontrado") : { status: 200, json: found }
  }

  private list(query: URLSearchParams): Given {
    const size = Number(query.get("paginacao.itensPorPagina") ?? 100)
    const page = Number(query.get("paginacao.paginaAtual") ?? 0)
    const [inicio, fim] = [query.get("inicio") ?? "", query.get("fim") ?? ""]
    const found = [...this.pix.values()].filter(({ devolucoes, horario }) => {
      const at = Date.parse(horario)
      const fits = at >= Date.parse(inicio) && at <= Date.parse(fim)
      return fits && (query.get("devolucaoPresente") !== "true" || devolucoes.length > 0)
    })
    return {
      status: 200,
      json: {
        parametros: {
          inicio,
          fim,
          paginacao: {
            paginaAtual: page,
            itensPorPagina: size,
            quantidadeDePaginas: Math.max(1, Math.ceil(found.length / size)),
            quantidadeTotalDeItens: found.length
          }
        },
        pix: found.slice(page * size, (page + 1) * size).map((pix) => this.shown(pix))
      }
    }
  }
}
