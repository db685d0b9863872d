// O que o serviço diz em inglês, em português do Brasil: recusas pelo código, motivos e problemas pela frase.
import type { Session } from "../../../http/api/definition/management-answers.ts"
import { ptDetail } from "./pt-details.ts"
import { ptLifecycle } from "./pt-lifecycle.ts"
import { ptOperatorRefusals } from "./pt-operators.ts"
import { ptRefusals } from "./pt-refusals.ts"
import { ptProblem } from "./pt-problems.ts"
import { ptStatus } from "./pt-status.ts"
import { type Said, evidenceIn, reviewsIn } from "./said.ts"

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

const rejections: Readonly<Record<string, string>> = {
  "The verification was not approved": "A verificação não foi aprovada",
  "The identity document could not be accepted; send a valid one":
    "O documento de identidade não pôde ser aceito; envie um válido",
  "The selfie could not be matched; repeat the capture in good light, facing the camera":
    "A selfie não pôde ser confirmada; repita com boa luz, de frente para a câmera",
  "The tax number could not be confirmed": "O CPF ou CNPJ não pôde ser confirmado",
  "The name does not match the records": "O nome não confere com os registros",
  "The date of birth does not match the records": "A data de nascimento não confere com os registros",
  "The person is under age": "A pessoa é menor de idade",
  "The document cannot be read; send a clearer picture": "O documento não pode ser lido; envie uma foto mais nítida",
  "The name does not match the identity document": "O nome não confere com o documento de identidade",
  "The verification was inconclusive": "A verificação foi inconclusiva"
}

const vocabulary = { lifecycles: ptLifecycle, status: ptStatus }

/** Os registros de nome feminino: contestação, chave, fatura… */
const feminine: ReadonlySet<string> = new Set([
  "account",
  "apiKey",
  "delivery",
  "dispute",
  "kycAttempt",
  "lightningInvoice",
  "subaccount",
  "swap",
  "transfer",
  "treasurySweep",
  "wallet"
])

export const ptSaid: Said = {
  refusal: (code, sentence) => {
    const known = code === null ? undefined : refusals[code]
    if (known === undefined) return sentence
    // Why the test failed, or was not sent at all, is what helps to mend the endpoint.
    const why = code === "WEBHOOK_TEST_FAILED" ? /: (.+)$/s.exec(sentence)?.[1] : undefined
    if (why === undefined) return known
    const isNotAllowed = sentence.startsWith("This webhook URL is not allowed")
    return `${isNotAllowed ? "Esta URL não é permitida para webhooks" : known}: ${ptProblem(why)}`
  },
  review: reviewsIn(vocabulary, {
    fixed: {
      "PIX refused, and no address to send the sats back to":
        "PIX recusado, e não há endereço para mandar os sats de volta",
      "PIX sent back by the receiver's bank": "PIX mandado de volta pelo banco de quem recebeu",
      "PIX settled after it had been refused": "PIX liquidado depois de ter sido recusado",
      "a PIX that was never sent": "um PIX que nunca foi enviado",
      "a return without an id": "uma devolução sem id",
      "delivered after a full return": "entregue depois de uma devolução total",
      "dispute of an unknown PIX": "contestação de um PIX desconhecido",
      "dispute of more than was paid": "contestação de mais do que foi pago",
      "dispute was decided in two ways": "a contestação foi decidida de duas formas",
      "its job was missing": "a tarefa dele tinha sumido",
      "one operation id for two movements": "um mesmo id de operação para dois movimentos",
      "our return reported with another value": "nossa devolução informada com outro valor",
      "paid by a PIX of another charge": "pago por um PIX de outra cobrança",
      "payment of an unknown Lightning invoice": "pagamento de uma fatura Lightning desconhecida",
      "return refused by the rail": "devolução recusada pelo provedor",
      "return of an unknown PIX": "devolução de um PIX desconhecido",
      "the PIX provider's balance goes another way than our books":
        "o saldo no provedor de PIX não acompanha os nossos livros",
      "the rail paid what was never sent": "o provedor pagou o que nunca foi enviado",
      "the PIX provider's list lacks a movement of ours": "um movimento nosso não está na lista do provedor de PIX",
      "the PIX provider's list lacks too many movements of ours":
        "movimentos nossos demais não estão na lista do provedor de PIX",
      "the rail's books have another amount": "os livros do provedor têm outro valor",
      "returned by a return of another deposit": "devolvido por uma devolução de outro depósito",
      "returned in part before the delivery": "devolvido em parte antes da entrega",
      "sats cannot be sent back": "os sats não podem ser mandados de volta",
      "settled after it was refused": "liquidado depois de recusado",
      "settled again under another id": "liquidado de novo com outro id",
      "the sweep did not happen": "a retirada não aconteceu",
      "surplus cannot be returned": "o excedente não pode ser devolvido",
      "the payment cannot be returned": "o pagamento não pode ser devolvido",
      "the rail does not say what was paid on the charge": "o provedor PIX não informa o que foi pago na cobrança",
      "the rail has not reported the return of the payment": "o provedor PIX não informou a devolução do pagamento",
      "unknown attempt": "tentativa desconhecida",
      "unknown operation id": "id de operação desconhecido",
      "unknown payment": "pagamento desconhecido",
      "unknown ticket": "ticket desconhecido",
      "word about an unknown PIX": "notícia de um PIX desconhecido"
    },
    impossible: (fact, state) => `impossível em ${state}: ${fact}`,
    undecided: (fact) => `${fact}: a decidir por uma pessoa`,
    after: (fact, state) => `${fact}, depois de ${state}`,
    stranded: (code) => `retida: ${code}`,
    broken: (invariant) => `um invariante não vale: ${invariant}`,
    retold: "id de evento usado de novo para outro fato"
  }),
  evidence: evidenceIn(vocabulary, {
    during: (fact, state) => `${fact}, em ${state}`,
    addedAgain: (task) => `${task}, posta de novo na fila`,
    problem: ptProblem
  }),
  problem: ptProblem,
  detail: ptDetail,
  rejection: (sentence) => rejections[sentence] ?? sentence,
  flag: (name, about) => flags[name] ?? about,
  agreed: (word, kind) =>
    kind !== undefined && feminine.has(kind) ? word.replace(/(ad|[ií]d|iv|ag|eit|ert)o$/, "$1a") : word
}
