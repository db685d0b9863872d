// Por que algo não deu certo ou ainda espera, em português do Brasil: as frases do próprio serviço e do sandbox.

const problems: ReadonlyArray<readonly [said: RegExp, words: string]> = [
  [/^answered (\d+)$/, "respondeu $1"],
  [/^no answer within (\d+) ms$/, "sem resposta em $1 ms"],
  [/^closed without an answer$/, "a conexão se fechou sem resposta"],
  [/^connection failed: (.*)$/, "a conexão falhou: $1"],
  [/^not sent: (.*)$/, "não enviado: $1"],
  [/^not a URL$/, "não é uma URL"],
  [/^not an HTTP address$/, "não é um endereço HTTP"],
  [/^credentials in the URL$/, "a URL contém credenciais"],
  [/^not HTTPS$/, "não usa HTTPS"],
  [/^not port (\d+)$/, "não usa a porta $1"],
  [/^not a public address$/, "o endereço não é público"],
  [/^the receiver's bank refused the payment$/, "o banco de quem recebe recusou o pagamento"],
  [/^the account is closed$/, "a conta está encerrada"],
  [/^the invoice has expired$/, "a fatura expirou"],
  [/^the sandbox refuses addresses that end in dead$/, "o sandbox recusa endereços que terminam em dead"],
  [/^the wallet holds less$/, "a carteira tem menos"],
  [/^the webhook was removed$/, "o webhook foi removido"],
  [
    /^it was slow before, and too many slow ones are being waited for$/,
    "demorou antes, e já se espera por muitos lentos"
  ],
  [/^no reason told$/, "sem motivo informado"],
  [/^no hash told$/, "sem hash informado"],
  [/^refused by the provider$/, "recusado pelo provedor"],
  [/^unknown$/, "desconhecido"],
  [/^under examination$/, "em exame"],
  [/^the chain cannot be asked$/, "a rede não pode ser consultada"],
  [/^no reason given$/, "sem motivo informado"],
  [/^under manual review$/, "em revisão por uma pessoa"],
  [/^the payment was not requested yet$/, "o pagamento ainda não foi solicitado"],
  [/^its payment is not known yet$/, "o pagamento que ela devolve ainda não é conhecido"],
  [/^a return of ours may be the one that was reported$/, "a devolução informada pode ser uma das nossas"],
  [/^the message is not signed$/, "a mensagem não está assinada"],
  [/^the payment was accepted and has not settled$/, "o pagamento foi aceito e ainda não foi liquidado"],
  [/^the PIX is not known yet$/, "ainda não se sabe se o PIX foi pago"],
  [/^the provider's answer was lost$/, "a resposta do provedor se perdeu"],
  [/^the answer was lost$/, "a resposta se perdeu"],
  [/^not readable yet$/, "ainda não pode ser lido"],
  [/^the chain cannot say yet$/, "a rede ainda não sabe dizer"],
  [/^the transfer was sent and cannot be seen yet$/, "a transferência foi enviada e ainda não aparece"],
  [/^the transfer was reverted in (.+)$/, "a transferência foi revertida em $1"],
  [/^the treasury holds less$/, "a tesouraria tem menos"],
  [/^the sandbox cannot be asked$/, "o sandbox não responde"],
  [/^the session is unknown or over$/, "a sessão é desconhecida ou acabou"],
  [/^a sandbox invoice is paid by its event$/, "uma fatura do sandbox é paga pelo evento dela"],
  [/^The applicant could not be imported$/, "o titular não pôde ser importado"],
  [/^the books are away: nothing was sent$/, "os livros não respondem: nada foi enviado"],
  [/^somebody else is sending it$/, "outro processo o está enviando"],
  [/^the claim is too old: nothing was sent$/, "a reserva é antiga demais: nada foi enviado"],
  [/^it may still be on its way out$/, "talvez ainda esteja saindo"],
  [/^it has changed meanwhile$/, "mudou nesse meio-tempo"],
  [/^the port did not answer in time$/, "o provedor não respondeu a tempo"],
  [/^it did not arrive$/, "não chegou"],
  [/^Spark or the pool is away$/, "a Spark ou o pool não responde"],
  [/^the seed is gone: nothing was sent$/, "a semente já foi apagada: nada foi enviado"],
  [/^it was never received$/, "nunca foi recebido"],
  [/^it is sent by whoever has the seed$/, "só é enviado por quem tem a semente"],
  [/^another run may have the seed$/, "outra execução talvez tenha a semente"],
  [/^the authorization still holds$/, "a autorização ainda vale"]
]

/** O problema em português; uma frase desconhecida fica como veio. */
export const ptProblem = (text: string): string => {
  const known = problems.find(([said]) => said.test(text))
  return known === undefined ? text : text.replace(known[0], known[1])
}
