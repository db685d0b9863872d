// Por que algo não foi feito, espera ou não se sabe, em português do Brasil: uma frase por código. Um código novo não compila
// até ter a sua frase aqui.
import { type ReasonWords, reasonsIn } from "../../../../core/base/reason/wording.ts"
import { amount } from "../format/money.ts"

const per = { movement: "por movimento", hour: "por hora", day: "por dia" } as const

const words: ReasonWords = {
  float: "não há saldo suficiente para o envio",
  fuel: "falta saldo para as taxas da rede, ou elas estão altas demais",
  limit: "um limite foi atingido",
  paused: "o envio está pausado ou indisponível no momento",
  custody: "falta uma assinatura",
  approval: "falta uma aprovação",
  manual: "precisa ser feito por um operador, direto no provedor",

  noAnswer: "sem resposta",
  unreadable: "a resposta não pôde ser lida",
  notListed: "a resposta não consta da documentação",
  incomplete: "a resposta veio sem o que comprova a operação",
  ambiguous: "mais de um registro corresponde ao pedido",
  underWay: "foi aceito e ainda não é definitivo",
  notPaid: "ainda não foi pago",
  notFound: "ainda não foi localizado",
  reverted: "foi revertido e será tentado de novo",
  busy: "já está sendo processado em outro lugar",
  idTaken: "o id já é de outra operação",
  notKept: "não foi possível gravar ou ler agora",
  notResent: "já foi enviado e não pode ser reenviado agora",

  refusedByProvider: "recusado pelo provedor",
  refusedByReceiver: "recusado pela instituição de quem recebe",
  failed: "falhou em definitivo",
  cameBack: "voltou para a origem",
  expired: "expirou",
  cancelled: "foi cancelado",
  insufficientFunds: "a carteira não tem saldo suficiente",
  frozen: "os tokens estão congelados ou bloqueados",
  badReceiver: "não é possível enviar para este destino",
  badAmount: "não é possível enviar este valor",
  badInvoice: "esta fatura não pode ser paga",
  feeTooHigh: "a taxa passa do limite",
  documentGone: "um documento já não está guardado",
  notSupported: "não é oferecido aqui",
  notConfigured: "não há nada configurado para isto",

  absenceProvesNothing: "não ser encontrado não prova nada",
  onItsWay: "ainda pode estar saindo",
  claimTooOld: "a reserva passou do prazo: nada foi enviado",
  changedMeanwhile: "mudou nesse meio-tempo",
  needsSeed: "só é enviado por quem tem a semente",
  seedGone: "a semente já foi apagada: nada foi enviado",
  noInvoice: "não há fatura para pagar",
  neverReceived: "nunca foi recebido",
  deadlinePassed: "não foi enviado dentro do prazo",
  withdrawn: "um operador decidiu não enviar",
  saidByOperator: "um operador informou que não aconteceu",
  floatUnread: "não foi possível ler o saldo da tesouraria",
  otherAccount: "foi pedido em outra conta, não na que está configurada",
  sendingOff: "o envio está desligado",
  notLookedUp: "pode ter sido enviado antes da restauração, e ninguém pode confirmar isso agora",
  mayStillLand: "pode ter sido enviado antes da restauração e ainda pode ter efeito",
  proofUsed: "o que a comprova já liquidou outro movimento",
  alikeWasSent: "uma transferência igual, que nenhum movimento explica, saiu perto da restauração",
  accountUnread: "a conta no provedor não pode ser lida agora",
  floatReserved: "falta saldo além do que já está comprometido",
  returnFirst: "antes é aplicada uma devolução do pagamento",
  addressNotConfigured: "a configuração não indica mais esse endereço",
  worthNothing: "não vale nada ao preço atual",

  chargePayable: "a cobrança ainda pode ser paga",
  underExamination: "em análise",
  underReview: "em análise manual",
  maybeOurReturn: "a devolução informada pode ser uma das nossas",
  paymentNotRequested: "o pagamento ainda não foi solicitado",
  paymentUnknown: "o pagamento que ela devolve ainda não é conhecido",
  otherRunHasSeed: "outra execução pode estar com a semente",
  authorizationHolds: "a autorização ainda vale",
  somethingOpen: "voltou a haver algo em aberto",
  tookTooLong: "a etapa demorou demais",
  stepFailed: "a etapa não terminou",
  noSuchTask: "não existe essa tarefa",

  noBalance: "o adaptador não informa o saldo",
  notReadNow: "não pode ser lido agora",

  connectionFailed: "a conexão falhou",
  closedWithoutAnswer: "a conexão se fechou sem resposta",
  notSent: "não foi enviado",
  notUrl: "não é uma URL",
  notHttp: "não é um endereço HTTP",
  credentialsInUrl: "a URL contém credenciais",
  notHttps: "não usa HTTPS",
  notPublic: "o endereço não é público",
  slowBefore: "demorou antes, e já há lentos demais na espera",
  webhookRemoved: "o webhook foi removido",

  differs: ({ amount: moved, asset, detail }) => {
    const says = moved === undefined || asset === undefined
      ? "os dados do outro lado não batem com o pedido"
      : `o outro lado informa que foram movimentados ${amount(moved, asset, "pt-BR")}`
    return detail === undefined ? says : `${says}: ${detail}`
  },
  treasuryLimit: (of) =>
    `${amount(of.amount, of.asset, "pt-BR")} passaria do limite de ${amount(of.most, of.asset, "pt-BR")} ${
      per[of.per]
    }`,
  belowLowMark: ({ asset, free }) =>
    `a tesouraria ficaria abaixo da marca mínima: ela tem ${amount(free, asset, "pt-BR")} livres`,
  answered: ({ status }) => `respondeu ${status}`,
  noAnswerWithin: ({ ms }) => `sem resposta em ${ms} ms`,
  notPort: ({ port }) => `não usa a porta ${port}`,
  refusal: ({ error }) => `recusado por enquanto: ${error}`,
  networksUnread: ({ networks }) => networks.map(({ network, says }) => `${network}: ${says}`).join("; ")
}

export const ptReason = reasonsIn(words)
