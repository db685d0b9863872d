// Efí's interface over a simulated bank: charges and returns by the central bank's standard, payments by its own.
import { Option, Result } from "effect"
import type { Call } from "../../../adapters/http-client/client.ts"
import type { Answer } from "../../../adapters/http-client/exchange.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { pixGui, printCharge } from "../../../core/standards/pix/br-code.ts"
import { parseBrCode } from "../../../core/standards/pix/parse-br-code.ts"
import type { Outcome } from "../../../core/ports/outcome.ts"
import type { PaymentReceipt, ReturnRequest } from "../../../core/ports/pix-rail.ts"
import type { PixServer } from "../../../hosts/simulate/index.ts"
import { type Front, json } from "./wire-client.ts"

/** Our ids by those that Efí knows them under. */
export interface OurIds {
  readonly chargeOf: (txid: string) => string
  readonly paymentOf: (idEnvio: string) => string
  readonly returnOf: (id: string) => string
}

type Body = Readonly<Record<string, unknown>>

const problem = (status: number, type: string, detail: string): Answer =>
  json(
    status,
    { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: type, status, detail },
    "application/problem+json"
  )

const centsOf = (text: unknown) => unitsUnsafe("BRL", BigInt(String(text).replace(".", "")))
const reais = (cents: bigint): string => {
  const digits = String(cents).padStart(3, "0")
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const iso = (at: number): string => new Date(at).toISOString()

const states = { Done: "REALIZADO", Refused: "NAO_REALIZADO", Unknown: "EM_PROCESSAMENTO" } as const

/** For how long a look-up of some payments does not see them yet, as where reads go to a copy. */
const behindMs = 8_000
const isLate = (id: string): boolean => id.charCodeAt(id.length - 1) % 3 === 0

/** A front over a bank; `now` in Unix milliseconds. */
export const efiFront = (server: PixServer, ids: OurIds, now: () => number): Front => {
  const charges = new Map<string, Body>()
  const asked = new Map<string, { readonly valor: string; readonly at: number }>()
  const returns = new Map<string, ReturnRequest>()

  const charge = (txid: string): Answer => {
    const kept = charges.get(txid)
    if (kept === undefined) return problem(404, "NaoEncontrado", "no such charge")
    const found = server.charge(String(kept["trackId"]))
    const paid = found._tag === "Done" ? found.value : []
    return json(200, {
      ...kept["cob"] as Body,
      status: paid.length > 0 ? "CONCLUIDA" : "ATIVA",
      ...paid.length === 0 ? {} : {
        pix: paid.map(({ endToEndId, paidAt, value }) => ({
          endToEndId,
          txid,
          valor: reais(value),
          horario: iso(paidAt ?? now())
        }))
      }
    })
  }

  const createCharge = (txid: string, body: Body): Answer => {
    if (charges.has(txid)) return problem(400, "CobOperacaoInvalida", "the txid is used")
    const { original } = body["valor"] as { readonly original: string }
    const { expiracao } = body["calendario"] as { readonly expiracao: number }
    const made = server.createCharge({
      chargeId: ids.chargeOf(txid),
      value: centsOf(original),
      expiresAt: now() + expiracao * 1_000,
      subAccountId: "",
      payer: { name: "", taxId: null },
      description: ""
    })
    const cob = {
      calendario: { criacao: iso(now()), expiracao },
      txid,
      revisao: 0,
      status: "ATIVA",
      valor: { original },
      chave: body["chave"],
      pixCopiaECola: Result.getOrThrow(
        printCharge({
          gui: pixGui,
          location: `pix.bank.test/v2/${txid}`,
          amount: centsOf(original),
          merchantName: "PONTEPAY",
          merchantCity: "SAO PAULO"
        })
      )
    }
    charges.set(txid, { cob, trackId: made.trackId })
    return json(201, cob)
  }

  const payment = (idEnvio: string, found: Outcome<PaymentReceipt>): Body => ({
    idEnvio,
    valor: asked.get(idEnvio)?.valor,
    horario: { solicitacao: iso(now()), ...found._tag === "Done" ? { liquidacao: iso(found.value.paidAt) } : {} },
    status: states[found._tag],
    ...found._tag === "Done" ? { endToEndId: found.value.endToEndId, e2eId: found.value.endToEndId } : {}
  })

  const pay = (idEnvio: string, body: Body, isCode: boolean): Answer => {
    if (asked.has(idEnvio)) return json(409, { nome: "id_envio_duplicado", mensagem: "the id was used" })
    const { chave } = (body["favorecido"] ?? {}) as { readonly chave?: string }
    asked.set(idEnvio, { valor: String(body["valor"]), at: now() })
    const found = server.pay({
      paymentId: ids.paymentOf(idEnvio),
      value: centsOf(body["valor"]),
      destination: isCode
        ? { by: "brCode", brCode: String(body["pixCopiaECola"]) }
        : { by: "key", key: chave ?? "", keyType: "EMAIL" as never }
    })
    return json(201, { ...payment(idEnvio, found), status: "EM_PROCESSAMENTO" })
  }

  const lookUp = (idEnvio: string): Answer => {
    const found = server.payment(ids.paymentOf(idEnvio))
    const { at } = asked.get(idEnvio) ?? { at: 0 }
    const isBehind = isLate(idEnvio) && now() < at + behindMs
    return found._tag === "Absent" || isBehind
      ? problem(404, "PixEnviadoNaoEncontrado", "no such payment")
      : json(200, payment(idEnvio, found))
  }

  const returned = (id: string): Answer => {
    const request = returns.get(id)
    const found = request === undefined ? undefined : server.returned(request)
    if (request === undefined || found === undefined || found._tag === "Absent") {
      return problem(404, "NaoEncontrado", "no such return")
    }
    const status = { Done: "DEVOLVIDO", Refused: "NAO_REALIZADO", Unknown: "EM_PROCESSAMENTO" }[found._tag]
    return json(200, {
      id,
      rtrId: found._tag === "Done" ? found.value.returnEndToEndId : `D${"0".repeat(31)}`,
      valor: reais(request.value),
      horario: { solicitacao: iso(now()) },
      status
    })
  }

  const sendReturn = (endToEndId: string, id: string, body: Body): Answer => {
    if (returns.has(id)) return problem(400, "PixDevolucaoInvalida", "the id was used")
    const request = { returnId: ids.returnOf(id), endToEndId, value: centsOf(body["valor"]) }
    returns.set(id, request)
    server.sendReturn(request)
    return { ...returned(id), status: 201 }
  }

  // What the code says, or what stands behind it: one that leaves its amount open is for any.
  const details = (brCode: string): Answer => {
    const amount = Option.getOrUndefined(Result.getSuccess(parseBrCode(brCode)))?.amount
    return amount === undefined
      ? problem(400, "QrcodeOperacaoInvalida", "the code names no amount")
      : json(200, { valor: { final: reais(amount) } })
  }

  return ({ json: body = {}, method, path }: Call): Answer => {
    const given = body as Body
    const [, cob] = /\/cob\/([^/]+)$/.exec(path) ?? []
    if (cob !== undefined) return method === "PUT" ? createCharge(cob, given) : charge(cob)
    const [, endToEndId, id] = /\/pix\/(E[^/]+)\/devolucao\/([^/]+)$/.exec(path) ?? []
    if (endToEndId !== undefined && id !== undefined) {
      return method === "PUT" ? sendReturn(endToEndId, id, given) : returned(id)
    }
    if (path.endsWith("/gn/qrcodes/detalhar")) return details(String(given["pixCopiaECola"]))
    const [, found] = /\/gn\/pix\/enviados\/id-envio\/([^/]+)$/.exec(path) ?? []
    if (found !== undefined) return lookUp(found)
    const [, idEnvio, code] = /\/gn\/pix\/([^/]+)(\/qrcode)?$/.exec(path) ?? []
    return idEnvio === undefined ? problem(404, "NaoEncontrado", path) : pay(idEnvio, given, code !== undefined)
  }
}
