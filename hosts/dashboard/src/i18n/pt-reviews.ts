// O que precisa de um operador, em português do Brasil: para cada código o motivo, e em que ele se apoia. Um código novo não
// compila até ter a sua frase aqui.
import { type Naming, type ReviewWords, pixIn, proofIn } from "../../../../core/base/reason/wording.ts"
import { groupedDecimal } from "../format/money.ts"

const joined = (parts: ReadonlyArray<string>, by: string): string => parts.filter((part) => part !== "").join(by)

const proof = (of: Parameters<typeof proofIn>[0], naming: Naming): string => proofIn(of, naming, "etapa")

const units = (text: string, what: string): string => `${groupedDecimal(text, "pt-BR")} ${what}`

export const ptReviews: ReviewWords = {
  impossible: ({ on, state, ...rest }, naming) => [
    `impossível em ${naming.state(state)}: ${naming.trigger(on)}`,
    proof(rest, naming)
  ],
  decidedAgain: ({ on, state }, naming) => [`${naming.trigger(on)}, depois de ${naming.state(state)}`, ""],
  operatorDecides: ({ key, on, reason, state }, naming) => [
    `um operador precisa decidir: ${naming.trigger(on)}`,
    reason === undefined ? joined([`em ${naming.state(state)}`, key], ", ") : naming.reason(reason)
  ],

  unknownTicket: ({ pix }, naming) => ["ticket desconhecido", pix === undefined ? "" : pixIn(pix, naming, "de")],
  pixWithoutCharge: ({ pix }, naming) => ["um PIX que não é de nenhuma cobrança", pixIn(pix, naming, "de")],
  unknownPayment: ({ fact }) => ["pagamento desconhecido", fact],
  unknownInvoice: () => ["pagamento de uma fatura Lightning desconhecida", ""],
  unknownAttempt: ({ status }) => ["tentativa de KYC desconhecida", status],
  pixNeverSent: ({ fact }) => ["um PIX que nunca foi enviado", fact],
  paidNeverSent: ({ fact }) => ["os livros do provedor têm um pagamento que nunca foi pedido", fact],
  paidByOtherPix: ({ endToEndId }) => ["pago por um PIX de outra cobrança", endToEndId],
  returnedElsewhere: ({ returnId }) => ["devolvido por uma devolução de outro depósito", returnId],
  returnOfUnknownPix: ({ eventId, factId }) => ["devolução de um PIX desconhecido", eventId ?? factId],
  returnWithoutId: ({ value }, { brl }) => ["uma devolução sem id", brl(value)],
  returnValueDiffers: ({ movementId, value }, { brl }) => [
    "nossa devolução foi informada com outro valor",
    `${movementId}: ${brl(value)}`
  ],
  eventReused: ({ about, eventId, sender, type }) => [
    "id de evento usado de novo para outro fato",
    `${sender} ${eventId ?? ""}: ${type} ${about}`
  ],
  settledAfterRefusal: ({ movementId, proof: told }) => ["liquidado depois de recusado", told ?? movementId],
  settledAgain: ({ before, movementId, proof: told }) => [
    "liquidado de novo com outro id",
    `${movementId}: ${told}, antes ${before}`
  ],

  answerDiffers: ({ movementId, reason }, naming) => [
    "o que o outro lado informa não é o que foi ordenado: descubra o que se movimentou e resolva o movimento",
    `${movementId}: ${naming.reason(reason)}`
  ],
  inSuspense: ({ amount, asset, days, movementId }) => [
    "movimentou-se outro valor que o ordenado: informe o que houve com a diferença",
    `${movementId}: ${amount} ${asset} em suspenso há ${days} dias`
  ],
  paidLess: ({ asset, ordered, said }) => [
    "uma fatura foi paga com menos que o seu valor",
    `${said} ${asset} em vez de ${ordered}`
  ],
  proofUsed: ({ movementId, proof: told, usedBy }) => [
    "uma só prova para dois movimentos: descubra qual deles ela liquidou e o que houve com o outro",
    `${told} liquidou ${usedBy}, e foi informado para ${movementId}`
  ],

  chargeUnknown: (
    { reason },
    naming
  ) => ["o provedor PIX não informa o que foi pago na cobrança", naming.reason(reason)],
  chargeNotKnown: ({ account }) => ["quem criou a cobrança não a conhece: verifique lá se ela foi paga", account],
  surplusNotReturned: ({ reason, receiptId }, naming) => [
    "o excedente não pode ser devolvido",
    `${receiptId}: ${naming.reason(reason)}`
  ],
  paymentNotReturned: ({ reason }, naming) => ["o pagamento não pode ser devolvido", naming.reason(reason)],
  returnRefused: ({ detail, returnId }) => ["devolução recusada pelo provedor", `${returnId}: ${detail}`],
  returnNotReported: () => ["o provedor PIX não informou a devolução do pagamento", ""],
  returnedInPart: ({ returnId }) => ["devolvido em parte antes da entrega", returnId],
  deliveredAfterReturn: () => ["entregue depois de uma devolução total", ""],

  stranded: ({ error, on, ...rest }, naming) => [
    `troca parada no meio: ${error}`,
    joined([naming.trigger(on), proof(rest, naming)], ": ")
  ],
  sweepFailed: ({ reason }, naming) => ["a retirada não aconteceu", reason === null ? "" : naming.reason(reason)],
  disputeOfUnknownPix: ({ status }) => ["contestação de um PIX desconhecido", status],
  disputeAbovePayment: (
    { status, value },
    { brl }
  ) => ["contestação de mais do que foi pago", `${status}: ${brl(value)}`],
  disputeDecidedTwice: ({ status }) => ["a contestação foi decidida de duas formas", status],

  bookedAmountDiffers: ({ endToEndId, reported, value }, { brl }) => [
    "os livros do provedor têm outro valor",
    `${endToEndId}: ${brl(value)}, e foram informados ${brl(reported)}`
  ],
  movementNotListed: ({ bookedAt, movement, until, value }, { brl, instant }) => [
    "um movimento nosso não está na lista do provedor de PIX",
    `${movement}: lançamos ${brl(value)} em ${instant(bookedAt)}; a lista dele não o tem até ${instant(until)}`
  ],
  movementsNotListed: ({ count, until }, { instant }) => [
    "movimentos nossos demais não estão na lista do provedor de PIX",
    `${count} além dos que são revistos um a um, até ${instant(until)}`
  ],
  factUnreadable: ({ detail }) => [
    "uma linha do provedor de PIX não pode ser lida: veja lá o que ela significa e lance-a à mão",
    detail
  ],
  balanceDrifts: ({ by, difference, known }, { brl }) => [
    "o saldo no provedor de PIX não acompanha os nossos livros",
    `${brl(by)} além do esperado: ${brl(difference)} de diferença, ${brl(known)} antes`
  ],
  closingDiffers: ({ count, day, first, place, since }) => [
    "o extrato e os nossos livros divergem há mais de um dia",
    `${place}, fechado em ${day}: ${count} de um lado só, o mais antigo ${first} desde ${since}`
  ],

  outcomeUnknown: ({ movementId, since }, { instant }) => [
    "há muito tempo não se sabe se aconteceu",
    `${movementId}, desde ${instant(since)}`
  ],
  movementsHeld: ({ cause, count, oldest, since }, { instant, reason }) => [
    `movimentos à espera: ${reason({ code: cause })}`,
    `${count} retidos, o mais antigo ${oldest} desde ${instant(since)}`
  ],
  factKept: ({ fact, factId, since }, { instant }) => [
    "um aviso do provedor ainda não pode ser aplicado",
    `${fact} ${factId}, desde ${instant(since)}`
  ],

  otherAccount: ({ first, open }) => [
    "há cobranças ou movimentos abertos em uma conta que não está configurada: configure-a de novo ou resolva-os à mão",
    `${open} em aberto, o primeiro ${first}`
  ],

  outflowUnexplained: ({ amount, asset, network, to }) => [
    "uma transferência que nenhum movimento explica saiu depois da cópia que foi restaurada",
    `${amount} ${asset} em ${network} para ${to}`
  ],

  floatLow: ({ mark, network, units: free, what }) => [
    `o saldo da tesouraria está abaixo da marca mínima${mark === null ? "" : ` de ${units(mark, what)}`}`,
    `${units(free, what)} disponíveis em ${network}`
  ],
  floatHigh: ({ mark, network, sweepable, units: free, what }) => [
    `o saldo da tesouraria está acima da marca máxima${mark === null ? "" : ` de ${units(mark, what)}`}`,
    `${units(free, what)} disponíveis em ${network}`
    + (sweepable === null
      ? ""
      : `; o excedente de ${units(sweepable.units, what)} pode ser retirado para ${sweepable.to}`)
  ],
  transferTakenBack: ({ transaction }) => ["uma transferência concluída foi desfeita pela rede", transaction],
  keysRead: ({ wallets }) => ["chaves de muitas carteiras foram lidas em uma hora", `${wallets} carteiras`],
  jobMissing: ({ job, task }) => ["a tarefa dele tinha sumido", `${job}: ${task}, posta de novo na fila`],
  invariantBroken: ({ detail, invariant }) => [`um invariante não vale: ${invariant}`, detail]
}
