// O começo da página de um pagamento em português do Brasil: os rótulos, e uma frase para cada coisa que pode ter acontecido.
import type { enSummary } from "./en-summary.ts"
import type { SentenceParts, Sentences } from "./sentences.ts"

const paidBy = ({ paid, payer }: SentenceParts): string =>
  payer === null ? `PIX de ${paid} recebido` : `${payer} pagou ${paid} por PIX`

const later = ({ back }: SentenceParts): string => back === null ? "" : `; ${back} devolvidos a quem pagou`

const payerOf = ({ payer }: SentenceParts): string => payer ?? "quem pagou"

const sentences: Sentences = {
  awaitingPix: ({ at }) => `Aguardando o pagamento até ${at}.`,
  chargeExpired: ({ at }) => `A cobrança expirou em ${at} sem pagamento.`,
  delivering: (told) => `${paidBy(told)}; entrega de ${told.received} em andamento${later(told)}.`,
  deliveringLate: (told) =>
    `${
      paidBy(told)
    } depois do vencimento da cobrança; entrega de ${told.received} em andamento, pela cotação da hora do `
    + `pagamento${later(told)}.`,
  deliveryUnknown: (told) => `${paidBy(told)}; estamos verificando a entrega de ${told.received}${later(told)}.`,
  delivered: (told) => `${paidBy(told)}; entrega de ${told.received} concluída em ${told.at}${later(told)}.`,
  deliveryFailed: (told) =>
    told.back === null
      ? `${paidBy(told)}, mas não foi possível entregar ${told.received}; o PIX será devolvido a quem pagou.`
      : `${
        paidBy(told)
      }, mas não foi possível entregar ${told.received}; até agora, ${told.back} devolvidos a quem pagou.`,
  returned: (told) => `PIX de ${told.back} devolvido a ${payerOf(told)} em ${told.at}; nada foi entregue.`,
  returnedAfterDelivery: (told) =>
    `PIX de ${told.back} devolvido a ${payerOf(told)} em ${told.at}, depois da entrega de ${told.received}.`,
  returnedWhileDelivering: (told) =>
    `PIX de ${told.back} devolvido a ${
      payerOf(told)
    } em ${told.at}; estamos verificando a entrega de ${told.received}.`,
  awaitingLightning: ({ at }) => `Aguardando o pagamento até ${at}.`,
  invoiceExpired: ({ at }) => `A fatura Lightning expirou em ${at} sem pagamento.`,
  debiting: ({ paid, payee, received }) =>
    `Débito de ${paid} da carteira em andamento; depois, o PIX de ${received} para ${payee}.`,
  debitUnknown: ({ paid }) => `Estamos verificando o débito de ${paid} da carteira; nenhum PIX foi feito.`,
  notDebited: ({ paid }) => `Não foi possível debitar ${paid} da carteira, então nenhum PIX foi feito.`,
  payingPix: ({ payee, received }) => `PIX de ${received} para ${payee} em andamento.`,
  pixUnknown: ({ payee, received }) =>
    `Estamos verificando com o banco se o PIX de ${received} para ${payee} foi pago.`,
  pixSettled: ({ at, payee, received }) => `PIX de ${received} pago a ${payee} em ${at}.`,
  refusedReturning: ({ back, backTo }) => `O banco recusou o PIX; devolução de ${back} para ${backTo} em andamento.`,
  refusedReturned: ({ at, back, backTo }) =>
    `O banco recusou o PIX; devolução de ${back} para ${backTo} concluída em ${at}.`,
  refusedOwed: ({ back, backTo }) => `O banco recusou o PIX; falta devolver ${back} para ${backTo}.`,
  settledAfterAll: ({ at, payee, received }) =>
    `O PIX de ${received} foi dado como recusado, mas foi pago a ${payee} em ${at}; nossa equipe está analisando.`,
  settledWhileReturning: ({ at, back, payee, received }) =>
    `O PIX de ${received} foi dado como recusado, mas foi pago a ${payee} em ${at}, durante a devolução de ${back}; `
    + "nossa equipe está analisando.",
  sentBackReturning: ({ back, backTo, sentBack }) =>
    `O banco de quem recebeu devolveu ${sentBack}; devolução de ${back} para ${backTo} em andamento.`,
  sentBackReturned: ({ at, back, backTo, sentBack }) =>
    `O banco de quem recebeu devolveu ${sentBack}; devolução de ${back} para ${backTo} concluída em ${at}.`,
  sentBackOwed: ({ backTo, sentBack }) =>
    `O banco de quem recebeu devolveu ${sentBack}; falta devolver o valor para ${backTo}.`,
  refundingPaid: ({ back, backTo, payee, received }) =>
    `PIX de ${received} pago a ${payee}; reembolso de ${back} para ${backTo} em andamento.`,
  refundedPaid: ({ at, back, backTo, payee, received }) =>
    `PIX de ${received} pago a ${payee}; reembolso de ${back} para ${backTo} concluído em ${at}.`,
  transferring: ({ paid, payee }) => `Transferência de ${paid} para ${payee} em andamento.`,
  transferUnknown: ({ paid, payee }) => `Estamos verificando a transferência de ${paid} para ${payee}.`,
  transferred: ({ at, paid, payee }) => `Transferência de ${paid} para ${payee} concluída em ${at}.`,
  transferFailed: ({ paid }) => `A transferência não foi concluída; ${paid} continuam na carteira.`,
  swapWaiting: ({ paid }) => `A troca de ${paid} por bitcoin vai começar.`,
  swapping: ({ paid }) => `Troca de ${paid} por bitcoin em andamento.`,
  swapped: ({ at, paid, received }) => `Troca de ${paid} por ${received} concluída em ${at}.`,
  swapFailed: ({ paid }) => `A troca não foi feita; ${paid} continuam na carteira.`,
  swapStranded: ({ paid }) => `A troca de ${paid} parou no meio; nossa equipe está analisando.`
}

export const ptSummary: typeof enSummary = {
  label: "Resumo",
  from: "De",
  to: "Para",
  notPaidYet: "Ainda não pago",
  unpaid: "Não pago",
  notIdentified: "Não identificado",
  notShown: "Não disponível para esta conta",
  receiver: "quem recebe",
  wallet: "a carteira",
  payer: "quem pagou",
  moment: (day, time) => `${day} às ${time}`,
  sentences
}
