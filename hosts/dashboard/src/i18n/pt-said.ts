// O que o serviço diz em inglês, em português do Brasil: recusas, motivos e revisões pelo código.
import type { ReasonCode } from "../../../../core/base/reason/reason.ts"
import type { KycAttempt, Session } from "../../../http/api/definition/management-answers.ts"
import { ptDetail } from "./pt-details.ts"
import { ptLifecycle } from "./pt-lifecycle.ts"
import { ptOperatorRefusals } from "./pt-operators.ts"
import { ptRefusals } from "./pt-refusals.ts"
import { ptReason } from "./pt-reasons.ts"
import { ptReviews } from "./pt-reviews.ts"
import { ptStatus } from "./pt-status.ts"
import { type Said, reviewsOf } from "./said.ts"

const refusals: Readonly<Record<string, string>> = { ...ptRefusals, ...ptOperatorRefusals }

const flags: Readonly<Record<string, string>> = {
  WALLET_PAYOUT_API: "endpoint de chaves, transferência e saque",
  TRON_PAYOUT: "saque pela tron",
  BRS_RAIL: "BRS na solana",
  SWAP: "troca de DePix",
  AUTO_REFUND: "devolução automática na rede em caso de falha ou estorno",
  BTC_RAIL: "depósitos entregues em BTC na bitcoin",
  LIQUID_RAIL: "depósitos entregues em DEPIX ou LBTC na liquid",
  THIRD_PARTY_DISABLED: "nenhuma operação para beneficiário que não seja o próprio CPF ou CNPJ da subconta"
} satisfies Readonly<Record<keyof Session["flags"], string>>

const rejections: Readonly<Record<NonNullable<KycAttempt["rejectionCode"]>, string>> = {
  general: "A verificação não foi aprovada",
  name: "O nome não confere com os registros",
  birthDate: "A data de nascimento não confere com os registros",
  taxId: "O CPF ou CNPJ não pôde ser confirmado",
  underAge: "A pessoa é menor de idade",
  unreadable: "O documento não pode ser lido; envie uma foto mais nítida",
  documentName: "O nome não confere com o documento de identidade",
  document: "O documento de identidade não pôde ser aceito; envie um válido",
  selfie: "A selfie não pôde ser confirmada; repita com boa luz, de frente para a câmera",
  inconclusive: "A verificação foi inconclusiva"
}

/** Por que uma URL não é permitida, antes de qualquer envio. */
const urlCodes: ReadonlySet<ReasonCode> = new Set([
  "notUrl",
  "notHttp",
  "credentialsInUrl",
  "notHttps",
  "notPort",
  "notPublic"
])

/** Os registros de nome feminino: contestação, chave, fatura… */
const feminine: ReadonlySet<string> = new Set([
  "account",
  "apiKey",
  "delivery",
  "dispute",
  "kycAttempt",
  "lightningInvoice",
  "review",
  "subaccount",
  "swap",
  "transfer",
  "treasurySweep",
  "wallet"
])

export const ptSaid: Said = {
  refusal: (code, sentence, cause = null) => {
    const known = code === null ? undefined : refusals[code]
    if (known === undefined) return sentence
    if (cause === null) return known
    // Why the test failed, or was not sent at all, is what helps to mend the endpoint.
    return `${urlCodes.has(cause.code) ? "Esta URL não é permitida para webhooks" : known}: ${ptReason(cause)}`
  },
  reason: ptReason,
  review: reviewsOf(ptReviews, { lifecycles: ptLifecycle, status: ptStatus }, ptReason, "pt-BR"),
  leg: (leg, text) => text === "" ? `etapa ${leg}` : `etapa ${leg}: ${text}`,
  detail: ptDetail,
  rejection: (code, sentence) => code === null ? sentence : rejections[code],
  flag: (name, about) => flags[name] ?? about,
  agreed: (word, kind) =>
    kind !== undefined && feminine.has(kind) ? word.replace(/(ad|[ií]d|iv|ag|eit|ert)o$/, "$1a") : word
}
