// What Efí says when it does not pay, as data. What is not listed is no statement about the payment (C49).
import type { Code } from "../bcb/codes.ts"

export const payByKey = "PUT /v3/gn/pix/{idEnvio}"
export const payByCode = "PUT /v2/gn/pix/{idEnvio}/qrcode"
export const readSent = "GET /v2/gn/pix/enviados/id-envio/{idEnvio}"

export const efiCodes: ReadonlyArray<Code> = [
  { call: payByKey, status: 409, code: "id_envio_duplicado", means: "taken", says: "a payment has this id" },
  { call: payByCode, status: 409, code: "id_envio_duplicado", means: "taken", says: "a payment has this id" },
  { call: payByKey, status: 422, code: "pagamento_negado", means: "not made", says: "the payment was denied" },
  { call: payByCode, status: 422, code: "pagamento_negado", means: "not made", says: "the payment was denied" },
  {
    call: payByKey,
    status: 400,
    code: "chave_nao_pertence_ao_documento",
    means: "not made",
    says: "the receiver's key belongs to another document"
  },
  { call: payByKey, status: 400, code: "valor_invalido", means: "not made", says: "the amount cannot be paid" },
  { call: payByKey, status: 400, code: "chave_invalida", means: "ours", says: "our own key is not valid here" },
  { call: payByKey, status: 400, code: "documento_bloqueado", means: "ours", says: "our account is blocked" },
  {
    call: payByCode,
    status: 400,
    code: "QrcodeOperacaoInvalida",
    means: "ours",
    says: "the code cannot be paid now, such as for want of balance"
  },
  { call: readSent, status: 404, code: "PixEnviadoNaoEncontrado", means: "absent", says: "there is no such payment" }
]
