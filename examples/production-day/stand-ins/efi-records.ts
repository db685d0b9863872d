// What the stand-in of Efí keeps, and how the bank writes it.
import { randomBytes } from "node:crypto"
import { reais } from "./server.ts"

export interface Return {
  readonly id: string
  readonly rtrId: string
  readonly value: bigint
  readonly at: number
}

export interface Receipt {
  readonly endToEndId: string
  readonly txid: string
  readonly value: bigint
  /** What the bank took for it. */
  readonly fee: bigint
  readonly at: number
  readonly returns: Array<Return>
}

export interface Payment {
  readonly idEnvio: string
  readonly endToEndId: string
  readonly value: bigint
  /** What the bank took for it. */
  readonly fee: bigint
  readonly key: string
  readonly at: number
}

/** An id of the payment system: of a PIX or of a return. */
export const railId = (letter: "E" | "D"): string => {
  const minute = new Date().toISOString().replace(/\D/g, "").slice(0, 12)
  return `${letter}09089356${minute}${randomBytes(6).toString("hex").slice(0, 11).toUpperCase()}`
}

const instant = (at: number): string => new Date(at).toISOString()

export const returnJson = ({ at, id, rtrId, value }: Return) => ({
  id,
  rtrId,
  valor: reais(value),
  natureza: "ORIGINAL",
  horario: { solicitacao: instant(at), liquidacao: instant(at) },
  status: "DEVOLVIDO"
})

export const receiptJson = ({ at, endToEndId, fee, returns, txid, value }: Receipt, chave: string) => ({
  endToEndId,
  txid,
  valor: reais(value),
  chave,
  horario: instant(at),
  gnExtras: { pagador: { nome: "Ana Souza", cpf: "52998224725" }, tarifa: reais(fee) },
  ...returns.length === 0 ? {} : { devolucoes: returns.map(returnJson) }
})

export const paymentJson = ({ at, endToEndId, fee, idEnvio, key, value }: Payment, chave: string) => ({
  endToEndId,
  idEnvio,
  valor: reais(value),
  chave,
  status: "REALIZADO",
  horario: { solicitacao: instant(at), liquidacao: instant(at) },
  favorecido: {
    chave: key,
    identificacao: { nome: "MARIA DA SILVA", cpf: "***.444.777-**" },
    contaBanco: { codigoBanco: "00000000", agencia: "1", conta: "123", tipoConta: "corrente" }
  },
  gnExtras: { tarifa: reais(fee) }
})
