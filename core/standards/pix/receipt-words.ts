// What receipts say, in each language.

export type ReceiptLanguage = "en" | "pt-BR"

export interface ReceiptWords {
  readonly title: string
  readonly completed: string
  readonly returned: string
  readonly simulated: string
  readonly payment: string
  readonly receiver: string
  readonly payer: string
  readonly paidAt: string
  readonly kind: string
  readonly returnedValue: string
  readonly endToEndId: string
  readonly transactionId: string
  readonly name: string
  readonly taxId: string
  readonly pixKey: string
  readonly bank: string
  readonly ispb: string
  readonly branch: string
  readonly account: string
  readonly accountType: string
  readonly accountTypes: (code: string) => string
  readonly orderedBy: string
  readonly footer: string
  readonly zone: string
  /** From YYYY-MM-DD. */
  readonly dateOf: (date: string) => string
}

// Account types of the instant payment messages; any other is shown as it was told.
const typed = (names: Readonly<Record<string, string>>) => (code: string): string =>
  Object.hasOwn(names, code.toUpperCase()) ? names[code.toUpperCase()] ?? code : code

export const receiptWords: Readonly<Record<ReceiptLanguage, ReceiptWords>> = {
  en: {
    title: "PIX receipt",
    completed: "Payment completed",
    returned: "Payment completed, then returned",
    simulated: "Test environment: no money was moved. This is not proof of payment.",
    payment: "Payment",
    receiver: "Receiver",
    payer: "Payer",
    paidAt: "Paid at",
    kind: "Rail",
    returnedValue: "Returned by the receiver's bank",
    endToEndId: "End-to-end ID",
    transactionId: "Transaction",
    name: "Name",
    taxId: "CPF/CNPJ",
    pixKey: "PIX key",
    bank: "Institution",
    ispb: "ISPB",
    branch: "Branch",
    account: "Account",
    accountType: "Account type",
    accountTypes: typed({ CACC: "Checking", TRAN: "Payment account", SVGS: "Savings", SLRY: "Salary" }),
    orderedBy: "Ordered by",
    footer: "The end-to-end ID names this payment at every institution of the Brazilian instant payment system.",
    zone: "(Brasília time)",
    dateOf: (date) => date
  },
  "pt-BR": {
    title: "Comprovante de PIX",
    completed: "Pagamento concluído",
    returned: "Pagamento concluído e depois devolvido",
    simulated: "Ambiente de testes: nenhum dinheiro foi movimentado. Não vale como comprovante de pagamento.",
    payment: "Pagamento",
    receiver: "Quem recebeu",
    payer: "Quem pagou",
    paidAt: "Data e hora",
    kind: "Tipo",
    returnedValue: "Devolvido pelo banco de quem recebeu",
    endToEndId: "ID da transação (EndToEnd)",
    transactionId: "Código do pagamento",
    name: "Nome",
    taxId: "CPF/CNPJ",
    pixKey: "Chave PIX",
    bank: "Instituição",
    ispb: "ISPB",
    branch: "Agência",
    account: "Conta",
    accountType: "Tipo de conta",
    accountTypes: typed({
      CACC: "Conta corrente",
      TRAN: "Conta de pagamento",
      SVGS: "Conta poupança",
      SLRY: "Conta salário"
    }),
    orderedBy: "Solicitado por",
    footer: "O ID da transação identifica este pagamento em qualquer instituição participante do PIX.",
    zone: "(horário de Brasília)",
    dateOf: (date) => date.split("-").toReversed().join("/")
  }
}
