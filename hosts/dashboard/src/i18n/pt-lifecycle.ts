// O que move os registros, em português do Brasil: gatilhos, e condições como se leem depois de "quando".
import type { LifecycleWords } from "../../../http/api/dashboard/vocabulary.ts"

/** O que todo PIX que pagamos tem em comum. */
const payment = {
  triggers: {
    doubted: "ainda não se sabe se o PIX foi pago",
    pixSettled: "o PIX foi liquidado",
    pixRefused: "o PIX foi recusado em definitivo",
    reversed: "o banco de quem recebeu devolveu o PIX, todo ou em parte",
    restored: "o que não pôde ser pago voltou por inteiro",
    restoreRefused: "o que não pôde ser pago não pode ser mandado de volta",
    refundOrdered: "o operador pede uma devolução",
    refundedByOperator: "o que o operador mandou devolver de um PIX pago chegou",
    operatorRefundRefused: "o que o operador mandou devolver de um PIX pago não pode ser enviado"
  },
  guards: {
    tellsId: "informa o end-to-end id que faltava",
    hasReturned: "parte do PIX já tinha voltado",
    refundedAhead: "o mesmo valor já tinha sido devolvido",
    refundingAhead: "o mesmo valor já tinha sido devolvido, ou está a caminho",
    nothingOnItsWay: "nada está sendo devolvido",
    returnPending: "parte do que o banco devolveu ainda não foi repassada"
  }
} as const

export const ptLifecycle: LifecycleWords = {
  deposit: {
    triggers: {
      pixSettled: "um PIX da cobrança foi liquidado",
      chargeExpired: "o prazo para pagar a cobrança acabou",
      delivered: "o ativo chegou",
      deliveryRefused: "o ativo definitivamente não pode ser entregue",
      deliveryUnknown: "ainda não se sabe se o ativo foi enviado",
      returnConfirmed: "uma devolução do PIX a quem pagou foi liquidada",
      returnRefused: "uma devolução que pedimos não pode ser feita",
      restDeliveryOrdered: "um operador mandou entregar o que não foi devolvido",
      restReturnOrdered: "um operador mandou devolver o que não foi devolvido",
      returnOverdue: "o provedor PIX não informou a tempo a devolução que faz sozinho"
    },
    guards: {
      nothingReturned: "nada foi devolvido antes",
      returnsEqualValue: "as devoluções somam o valor inteiro",
      returnsBelowValue: "as devoluções somam menos que o valor",
      paysLess: "o PIX é menor que a cobrança",
      returnedEarly: "uma devolução dele foi informada antes",
      deliversNothing: "o PIX não compra nada ao preço atual",
      deliversNothingRailReturns: "o PIX não compra nada ao preço atual, e o provedor PIX o devolve sozinho",
      railReturns: "o provedor PIX devolve sozinho os depósitos que falham",
      isWithOperator: "nada mais acontece com o pagamento",
      isRestDeliverable: "nada mais acontece com o pagamento, e o restante paga uma entrega",
      returnsBelowValueUnsent: "resta um valor, e a entrega nunca foi enviada",
      returnsBelowReturnUnsent: "resta um valor, e a nossa devolução ainda não foi enviada"
    }
  },
  dispute: {
    triggers: {
      created: "o banco de quem pagou contesta o PIX",
      accepted: "a contestação foi aceita: o valor deve ser devolvido",
      rejected: "a contestação foi rejeitada",
      canceled: "a contestação foi retirada"
    },
    guards: { isNews: "ninguém tinha informado isto sobre a contestação" }
  },
  kycAttempt: {
    triggers: {
      approved: "o provedor aprovou",
      rejected: "o provedor rejeitou",
      reviewed: "o provedor entregou a tentativa a uma pessoa",
      expired: "o provedor deixou a tentativa expirar",
      failed: "o provedor não consegue processar a tentativa",
      hostedTimedOut: "ninguém preencheu as páginas hospedadas a tempo"
    },
    guards: { isProof: "é uma comprovação de uma empresa já aprovada" }
  },
  lightningInvoice: {
    triggers: {
      invoicePaid: "os sats da fatura entraram",
      invoiceExpired: "o prazo para pagar a fatura acabou",
      refundPrepared: "o endereço de devolução forneceu uma fatura",
      ...payment.triggers
    },
    guards: { goesBack: "a fatura indica um endereço para a devolução", ...payment.guards }
  },
  movement: {
    triggers: {
      prepared: "o que precisa estar registrado antes do envio já está, como a fatura de um endereço",
      notPrepared: "não há como prepará-lo: nada foi enviado nem será",
      withdrawn: "um operador decidiu que não será enviado",
      claimed: "está prestes a ser enviado",
      done: "aconteceu, com comprovante",
      found: "já havia acontecido antes da restauração dos dados",
      refused: "não aconteceu nem acontecerá",
      doubted: "ainda não se sabe se aconteceu",
      reversed: "o banco de quem recebeu devolveu o PIX, todo ou em parte",
      held: "não foi enviado: falta saldo, taxa de rede, limite, liberação, custódia ou aprovação",
      cancelled: "não é mais necessário",
      retried: "um operador ordenou outra tentativa",
      neverSent: "o que foi enviado antes do cancelamento não chegou nem chegará"
    },
    guards: {
      unsent: "nada foi enviado",
      unprepared: "ainda não foi preparado",
      tellsProof: "informa o identificador que faltava",
      restates: "um operador informa de novo quanto se movimentou",
      otherProof: "informa um identificador diferente do registrado",
      fits: "tudo o que voltou não passa do que foi pago",
      isRetriable: "seu registro não tem uma ordem própria para isso"
    }
  },
  payout: {
    triggers: {
      debited: "o ativo saiu da carteira em definitivo",
      debitRefused: "o ativo não saiu da carteira nem sairá",
      ...payment.triggers,
      doubted: "ainda não se sabe se o ativo saiu da carteira, ou se o PIX foi pago",
      reversalRefunded: "o que voltou por um estorno está na carteira",
      reversalRefundRefused: "o que voltou por um estorno não pode ser mandado à carteira"
    },
    guards: {
      goesBack: "as devoluções são automáticas",
      ...payment.guards,
      refundsReversal: "as devoluções são automáticas, e foi devolvido menos do que o banco mandou de volta"
    }
  },
  swap: {
    triggers: {
      claimed: "a troca começou a ser executada",
      legSubmitted: "uma etapa está para ser pedida",
      legConfirmed: "uma etapa é definitiva",
      legRefused: "uma etapa definitivamente não aconteceu nem acontecerá",
      legDoubted: "ainda não se sabe se uma etapa aconteceu",
      expired: "acabou o prazo de uma autorização que não foi usada",
      stopped: "não há como continuar"
    },
    guards: {
      nothingMoved: "nada se moveu",
      isNext: "todas as etapas anteriores estão confirmadas",
      isReceipt: "é a etapa que recebe o ativo",
      isExchange: "é a etapa que troca",
      isLastDelivery: "é a etapa que entrega, e não há outra depois",
      isDelivery: "é a etapa que entrega"
    }
  },
  transfer: {
    triggers: {
      moved: "a transferência é definitiva na rede dela",
      refused: "a transferência definitivamente não pode ter efeito",
      doubted: "ainda não se sabe se a transferência teve efeito"
    },
    guards: {}
  },
  treasurySweep: {
    triggers: {
      moved: "o valor retirado chegou ao endereço",
      refused: "não foi enviado e nunca será: a rede recusou, ou um operador cancelou",
      doubted: "ainda não se sabe se foi enviado"
    },
    guards: {}
  }
}
