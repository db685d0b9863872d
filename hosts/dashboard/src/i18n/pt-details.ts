// O que o serviço diz de um campo, em português do Brasil: as frases que os formulários do painel podem encontrar.
const details: ReadonlyArray<readonly [said: RegExp, words: string]> = [
  [/^(?:\w+ )?is required$/, "é obrigatório"],
  [/^is required: the invoice names none$/, "é obrigatório: a fatura não informa nenhum"],
  [/^Expected text of (\d+) to (\d+) characters$/, "precisa ter de $1 a $2 caracteres"],
  [/^Expected text without control characters$/, "não pode ter caracteres de controle"],
  [/^Expected an e-mail address$/, "precisa ser um endereço de e-mail"],
  [/^Expected reais, as .+$/, "precisa ser um valor em reais, como 3.000,00"],
  [/^Expected a value between (-?\d+) and (-?\d+)$/, "precisa ser de $1 a $2"],
  [/^Expected 0 to (\d+) smallest units of BRL$/, "precisa ser de 0 a $1 centavos"],
  [/^Expected number$/, "precisa ser um número"],
  [/^Expected an integer$/, "precisa ser um número inteiro"],
  [/^Expected ("[^"]*"(?: \| "[^"]*")*)$/, "precisa ser um destes: $1"],
  [/^is not a field of this request$/, "não é um nome que se aceite aqui"],
  [
    /^Expected an address without credentials or fragment$/,
    "precisa ser um endereço http ou https, sem credenciais nem fragmento"
  ],
  [
    /^Webhook URLs must use https on port (\d+) and resolve to a public address\. To test locally, run (`.+`), or start the sandbox with (\S+)\.$/,
    "A URL de um webhook precisa usar https na porta $1 e levar a um endereço público. Para testar nesta máquina, rode $2 ou inicie o sandbox com $3."
  ],
  [
    /^Expected a PIX key; a phone number with its country code, as (\+\d+)$/,
    "precisa ser uma chave PIX; um telefone com o código do país, como $1"
  ],
  [
    /^Expected an EVM, Solana or Spark address, or a Lightning address$/,
    "precisa ser um endereço EVM, Solana, Spark ou Lightning"
  ],
  [/^Expected a value with a length of at most (\d+)$/, "tem no máximo $1 entradas"],
  [/^Expected event names, each once$/, "escolha um evento ou mais, cada um uma só vez"],
  [
    /^Expected at most (\d+) different headers, none of the service's or the connection's own$/,
    "no máximo $1 cabeçalhos diferentes, nenhum que seja do serviço ou da conexão"
  ],
  [
    /^Expected a string matching the RegExp \^\[\\x20-\\x7e\]\{0,(\d+)\}\$$/,
    "precisa ser ASCII visível, até $1 caracteres"
  ],
  [/^an ISO 8601 date or datetime, such as (\S+) or (\S+)$/, "precisa ser uma data ISO 8601, como $1 ou $2"],
  [/^after the end of the window$/, "é posterior ao fim do período"],
  [/^a window has at most (\d+) points$/, "um período tem no máximo $1 pontos"],
  [/^a window is at most (\d+) days$/, "um período tem no máximo $1 dias"],
  [/^in the future$/, "está no futuro"],
  [/^not a cursor of this (?:list|statement)$/, "não é um cursor desta lista"],
  [/^there are more than (\d+) accounts: name one of them$/, "há mais de $1 contas: informe uma delas"],
  [/^there are more than (\d+) subaccounts: name one of them$/, "há mais de $1 subcontas: informe uma delas"],
  [/^A Lightning address has the form user@domain\.$/, "Um endereço Lightning tem a forma usuario@dominio."],
  [/^The part after @ is not a domain name\.$/, "O que vem depois do @ não é um nome de domínio."],
  [
    /^The part before @ has (\d+) to (\d+) characters from .+, and may end in \+ and a tag\.$/,
    "O que vem antes do @ tem de $1 a $2 caracteres (a-z, 0-9, -, _ e .) e pode terminar em + e uma etiqueta."
  ],
  [/^The address contains a space, which an address does not use\.$/, "O endereço contém um espaço."],
  [
    /^The address contains the character (U\+[0-9A-F]+), which an address does not use\.$/,
    "O endereço contém o caractere $1, que não se usa em endereços."
  ],
  [/^must be of (\d+) to (\d+) characters$/, "precisa ter de $1 a $2 caracteres"],
  [/^must not hold a name or the e-mail address$/, "não pode conter um nome nem o endereço de e-mail"],
  [
    /^is easy to guess: choose a longer one, or several words that do not belong together$/,
    "é fácil de adivinhar: escolha uma mais longa, ou várias palavras sem relação entre si"
  ],
  [/^Another operator has this e-mail address$/, "outro operador tem este endereço de e-mail"],
  [/^The address is empty\.$/, "O endereço está vazio."],
  [/^The address is longer than (\d+) characters\.$/, "O endereço tem mais de $1 caracteres."]
]

/** O que está errado em um campo; uma frase desconhecida fica como veio. */
export const ptDetail = (message: string): string => {
  const known = details.find(([said]) => said.test(message))
  return known === undefined ? message : message.replace(known[0], known[1])
}
