// A stand-in of Efí: charges, what was paid on them, returns, payments each once an id, and the account's balance. It knows its
// client by the certificate and a token, and tells of what moved by callbacks.
import type { ServerOptions } from "node:https"
import { Result } from "effect"
import { printBrCode, unitsUnsafe } from "pontepay"
import { type Callbacks, entryOfReceipt } from "./efi-callbacks.ts"
import { type Payment, type Receipt, paymentJson, railId, receiptJson, returnJson } from "./efi-records.ts"
import { type Asked, type Handler, type Reply, centsOf, jsonOf, listen, reais } from "./server.ts"

/** Our PIX key at the bank. */
export const ourKey = "7f2d9c1e-5b1a-4c0f-9a53-0a1b2c3d4e5f"
export const client = { id: "Client_Id_acme", secret: "the secret that the bank gave out to acme" }
/** Payments to it are denied. */
export const deniedKey = "closed@example.com"
/** What the bank takes for a payment. Cents. */
const paymentFee = 35n
/** What it takes for a PIX that comes in. Cents. */
const receivingFee = 44n

interface Cob {
  readonly txid: string
  readonly value: bigint
  readonly madeAt: number
  readonly seconds: number
}

const problem = (status: number, type: string): Reply => ({
  status,
  json: { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: type, status }
})

const named = (status: number, nome: string): Reply => ({ status, json: { nome, mensagem: nome } })

export class Efi {
  readonly cobs = new Map<string, Cob>()
  readonly receipts = new Map<string, Receipt>()
  readonly payments = new Map<string, Payment>()
  /** What the account holds, in cents. */
  balance: bigint
  /** Whether the client's credentials are taken. */
  takesCredentials = true
  /** Told of the next payment, which is made and not answered. */
  onPayment: (() => void) | undefined
  /** Calls of clients that were refused for their credentials. */
  refused = 0
  private readonly tells: Callbacks
  private token = "token-0"

  constructor(opening: bigint, tells: Callbacks) {
    this.balance = opening
    this.tells = tells
  }

  /** Listens with the bank's certificate, and takes clients of an authority alone. */
  open(tls: ServerOptions) {
    return listen(this.handle, { ...tls, requestCert: true, rejectUnauthorized: true })
  }

  /** No token that was given out is worth anything any more, and none is given out. */
  refuseCredentials(): void {
    this.takesCredentials = false
    this.token = `token-${Number(this.token.slice(6)) + 1}`
  }

  /** Somebody pays a charge; whether the bank tells of it. */
  async receive(txid: string, isTold = true): Promise<void> {
    const cob = this.cobs.get(txid)
    if (cob === undefined) throw new Error(`there is no charge ${txid}`)
    const receipt: Receipt = {
      endToEndId: railId("E"),
      txid,
      value: cob.value,
      fee: receivingFee,
      at: Date.now(),
      returns: []
    }
    this.receipts.set(receipt.endToEndId, receipt)
    this.balance += receipt.value - receivingFee
    // As banks do, some callbacks come twice.
    if (isTold) await this.tells([entryOfReceipt(receipt), entryOfReceipt(receipt)])
  }

  private readonly handle: Handler = (asked) => {
    if (asked.path === "/oauth/token") return this.giveToken(asked)
    if (asked.headers.authorization !== `Bearer ${this.token}` || !this.takesCredentials) {
      this.refused++
      return named(401, "nao_autorizado")
    }
    const [, id] = /^\/v3\/gn\/pix\/([a-zA-Z0-9]{1,35})$/.exec(asked.path) ?? []
    if (asked.method === "PUT" && id !== undefined) {
      const reply = this.pay(id, asked)
      const interrupt = this.onPayment
      if (reply.status !== 201 || interrupt === undefined) return reply
      this.onPayment = undefined
      interrupt()
      return undefined
    }
    return this.answer(asked)
  }

  private giveToken({ headers }: Asked): Reply {
    const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`
    if (this.takesCredentials && headers.authorization === basic) {
      return { status: 200, json: { access_token: this.token, token_type: "Bearer", expires_in: 3_600 } }
    }
    this.refused++
    return named(401, "invalid_client")
  }

  private answer(asked: Asked): Reply {
    const { method, path } = asked
    if (path === "/v2/gn/saldo") return { status: 200, json: { saldo: reais(this.balance) } }
    if (path === "/v2/gn/pix/enviados") return this.sentList(asked.query)
    if (path === "/v2/gn/infracoes") return { status: 200, json: { ...this.page(asked.query, 0), infracoes: [] } }
    const [, sent] = /^\/v2\/gn\/pix\/enviados\/id-envio\/([a-zA-Z0-9]+)$/.exec(path) ?? []
    if (sent !== undefined) {
      const found = this.payments.get(sent)
      return found === undefined
        ? problem(404, "PixEnviadoNaoEncontrado")
        : { status: 200, json: paymentJson(found, ourKey) }
    }
    const [, kind, id, sub, subId] = /^\/v2\/(cob|pix)(?:\/(\w+)(?:\/(devolucao)\/(\w+))?)?$/.exec(path) ?? []
    if (kind === "cob" && id !== undefined) return method === "PUT" ? this.charge(id, asked) : this.chargeOf(id)
    if (kind !== "pix") return problem(404, "NaoEncontrado")
    if (id === undefined) return this.receiptList(asked.query)
    const receipt = this.receipts.get(id)
    if (receipt === undefined) return problem(404, "NaoEncontrado")
    if (sub === undefined || subId === undefined) return { status: 200, json: receiptJson(receipt, ourKey) }
    return method === "PUT" ? this.giveBack(receipt, subId, asked) : this.returnOf(receipt, subId)
  }

  private charge(txid: string, asked: Asked): Reply {
    const { calendario, valor } = jsonOf(asked) as {
      readonly calendario: { readonly expiracao: number }
      readonly valor: { readonly original: string }
    }
    if (this.cobs.has(txid)) return problem(400, "CobOperacaoInvalida")
    this.cobs.set(txid, {
      txid,
      value: centsOf(valor.original),
      madeAt: Date.now(),
      seconds: calendario.expiracao
    })
    return { ...this.chargeOf(txid), status: 201 }
  }

  private chargeOf(txid: string): Reply {
    const cob = this.cobs.get(txid)
    if (cob === undefined) return problem(404, "NaoEncontrado")
    const location = `pix.example.com/qr/v2/${txid}`
    const pixCopiaECola = Result.getOrThrow(printBrCode({
      kind: "dynamic",
      location,
      amount: unitsUnsafe("BRL", cob.value),
      merchantName: "ACME",
      merchantCity: "SAO PAULO",
      categoryCode: "0000",
      singleUse: true
    }))
    const paid = [...this.receipts.values()].filter((each) => each.txid === txid)
    const json = {
      txid,
      revisao: 0,
      status: paid.length === 0 ? "ATIVA" : "CONCLUIDA",
      calendario: { criacao: new Date(cob.madeAt).toISOString(), expiracao: cob.seconds },
      valor: { original: reais(cob.value) },
      chave: ourKey,
      location,
      pixCopiaECola,
      ...paid.length === 0 ? {} : { pix: paid.map((each) => receiptJson(each, ourKey)) }
    }
    return { status: 200, json }
  }

  private giveBack(receipt: Receipt, id: string, asked: Asked): Reply {
    const value = centsOf(jsonOf(asked)["valor"])
    const before = receipt.returns.reduce((sum, each) => sum + each.value, 0n)
    if (before + value > receipt.value || receipt.returns.some((each) => each.id === id)) {
      return problem(400, "PixDevolucaoInvalida")
    }
    receipt.returns.push({ id, rtrId: railId("D"), value, at: Date.now() })
    this.balance -= value
    void this.tells([entryOfReceipt(receipt)])
    return { ...this.returnOf(receipt, id), status: 201 }
  }

  private returnOf({ returns }: Receipt, id: string): Reply {
    const found = returns.find((each) => each.id === id)
    return found === undefined ? problem(404, "NaoEncontrado") : { status: 200, json: returnJson(found) }
  }

  private pay(idEnvio: string, asked: Asked): Reply {
    const { favorecido, valor } = jsonOf(asked) as {
      readonly valor: string
      readonly favorecido: { readonly chave: string }
    }
    if (this.payments.has(idEnvio)) return named(409, "id_envio_duplicado")
    const value = centsOf(valor)
    if (favorecido.chave === deniedKey || value + paymentFee > this.balance) return named(422, "pagamento_negado")
    const payment: Payment = {
      idEnvio,
      endToEndId: railId("E"),
      value,
      fee: paymentFee,
      key: favorecido.chave,
      at: Date.now()
    }
    this.payments.set(idEnvio, payment)
    this.balance -= value + paymentFee
    const entry = {
      endToEndId: payment.endToEndId,
      chave: ourKey,
      valor: reais(value),
      tipo: "SOLICITACAO",
      status: "REALIZADO",
      gnExtras: { idEnvio }
    }
    void this.tells([entry])
    return {
      status: 201,
      json: {
        idEnvio,
        e2eId: payment.endToEndId,
        valor: reais(value),
        horario: { solicitacao: new Date(payment.at).toISOString() },
        status: "EM_PROCESSAMENTO"
      }
    }
  }

  private page(query: URLSearchParams, count: number) {
    const itensPorPagina = Number(query.get("paginacao.itensPorPagina") ?? 100)
    const paginacao = {
      paginaAtual: Number(query.get("paginacao.paginaAtual") ?? 0),
      itensPorPagina,
      quantidadeDePaginas: Math.max(1, Math.ceil(count / itensPorPagina)),
      quantidadeTotalDeItens: count
    }
    return { parametros: { inicio: query.get("inicio"), fim: query.get("fim"), paginacao } }
  }

  private receiptList(query: URLSearchParams): Reply {
    const [from, until] = [Date.parse(query.get("inicio") ?? ""), Date.parse(query.get("fim") ?? "")]
    const found = [...this.receipts.values()].filter(({ at, returns }) =>
      at >= from && at <= until && (query.get("devolucaoPresente") !== "true" || returns.length > 0)
    )
    return {
      status: 200,
      json: { ...this.page(query, found.length), pix: found.map((each) => receiptJson(each, ourKey)) }
    }
  }

  private sentList(query: URLSearchParams): Reply {
    const [from, until] = [Date.parse(query.get("inicio") ?? ""), Date.parse(query.get("fim") ?? "")]
    const found = [...this.payments.values()].filter(({ at }) => at >= from && at <= until)
    return { status: 200, json: { pix: found.map((each) => paymentJson(each, ourKey)) } }
  }
}
