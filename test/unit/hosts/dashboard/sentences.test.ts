// The sentence at the head of a payment's page, for each thing that can have happened, in both languages.
import { describe, expect, it } from "vitest"
import { type StoryCode, expected } from "../../../../core/reports/browse/summary.ts"
import { en as english } from "../../../../hosts/dashboard/src/i18n/en.ts"
import { pt as portuguese } from "../../../../hosts/dashboard/src/i18n/pt.ts"
import { sentenceOf, unknownPayer } from "../../../../hosts/dashboard/src/pages/summary-text.ts"
import type { Summary } from "../../../../hosts/http/api/definition/management-answers.ts"

const languages = { en: english, pt: portuguese }

const party = { name: null, subAccountId: null, detail: null, via: null }

const summary = (
  code: StoryCode,
  parts: Partial<Summary> = {},
  happened: Partial<Summary["happened"]> = {}
): Summary => ({
  state: "COMPLETED",
  paid: { value: "1234.50", asset: "BRL" },
  received: { value: "9.03", asset: "USDC" },
  payer: { ...party, name: "Ana Souza" },
  hidesPayer: false,
  payee: { ...party, name: "Maria S." },
  expected: [],
  ...parts,
  happened: {
    code,
    at: "2026-11-22T12:00:00.000Z",
    back: { value: "19.15", asset: "USDC" },
    backTo: null,
    sentBack: { value: "100.00", asset: "BRL" },
    ...happened
  }
})

const en = "Nov 22, 2026, "
const pt = "22/11/2026 às "

/** What each says, with {at} for the time that it names. */
const sentences: Readonly<Record<StoryCode, readonly [english: string, portuguese: string]>> = {
  awaitingPix: [`Waiting for the payer until ${en}{at}.`, `Aguardando o pagamento até ${pt}{at}.`],
  chargeExpired: [
    `The charge expired on ${en}{at} before anyone paid it.`,
    `A cobrança expirou em ${pt}{at} sem pagamento.`
  ],
  delivering: [
    "Ana Souza paid R$ 1,234.50 by PIX; 9.03 USDC is being sent; 19.15 USDC went back to the payer.",
    "Ana Souza pagou R$ 1.234,50 por PIX; entrega de 9,03 USDC em andamento; 19,15 USDC devolvidos a quem pagou."
  ],
  deliveringLate: [
    "Ana Souza paid R$ 1,234.50 by PIX after the charge had expired; 9.03 USDC is being sent at the price of the payment; "
    + "19.15 USDC went back to the payer.",
    "Ana Souza pagou R$ 1.234,50 por PIX depois do vencimento da cobrança; entrega de 9,03 USDC em andamento, pela cotação "
    + "da hora do pagamento; 19,15 USDC devolvidos a quem pagou."
  ],
  deliveryUnknown: [
    "Ana Souza paid R$ 1,234.50 by PIX; we are checking whether 9.03 USDC was delivered; 19.15 USDC went back to the "
    + "payer.",
    "Ana Souza pagou R$ 1.234,50 por PIX; estamos verificando a entrega de 9,03 USDC; 19,15 USDC devolvidos a quem pagou."
  ],
  delivered: [
    `Ana Souza paid R$ 1,234.50 by PIX, and 9.03 USDC was delivered on ${en}{at}; 19.15 USDC went back to the payer.`,
    `Ana Souza pagou R$ 1.234,50 por PIX; entrega de 9,03 USDC concluída em ${pt}{at}; 19,15 USDC devolvidos a quem pagou.`
  ],
  deliveryFailed: [
    "Ana Souza paid R$ 1,234.50 by PIX, but 9.03 USDC could not be delivered; 19.15 USDC has gone back to the payer so far.",
    "Ana Souza pagou R$ 1.234,50 por PIX, mas não foi possível entregar 9,03 USDC; até agora, 19,15 USDC devolvidos a quem "
    + "pagou."
  ],
  returned: [
    `19.15 USDC went back to Ana Souza by PIX on ${en}{at}; nothing was delivered.`,
    `PIX de 19,15 USDC devolvido a Ana Souza em ${pt}{at}; nada foi entregue.`
  ],
  returnedAfterDelivery: [
    `19.15 USDC went back to Ana Souza by PIX on ${en}{at}, after 9.03 USDC had been delivered.`,
    `PIX de 19,15 USDC devolvido a Ana Souza em ${pt}{at}, depois da entrega de 9,03 USDC.`
  ],
  returnedWhileDelivering: [
    `19.15 USDC went back to Ana Souza by PIX on ${en}{at}; we are checking whether 9.03 USDC was delivered.`,
    `PIX de 19,15 USDC devolvido a Ana Souza em ${pt}{at}; estamos verificando a entrega de 9,03 USDC.`
  ],
  awaitingLightning: [`Waiting for the payer until ${en}{at}.`, `Aguardando o pagamento até ${pt}{at}.`],
  invoiceExpired: [
    `The Lightning invoice expired on ${en}{at} before anyone paid it.`,
    `A fatura Lightning expirou em ${pt}{at} sem pagamento.`
  ],
  debiting: [
    "R$ 1,234.50 is leaving the wallet; the PIX of 9.03 USDC to Maria S. comes next.",
    "Débito de R$ 1.234,50 da carteira em andamento; depois, o PIX de 9,03 USDC para Maria S."
  ],
  debitUnknown: [
    "We are checking whether R$ 1,234.50 has left the wallet; no PIX has been sent.",
    "Estamos verificando o débito de R$ 1.234,50 da carteira; nenhum PIX foi feito."
  ],
  notDebited: [
    "R$ 1,234.50 could not leave the wallet, so no PIX was sent.",
    "Não foi possível debitar R$ 1.234,50 da carteira, então nenhum PIX foi feito."
  ],
  payingPix: ["9.03 USDC is being paid by PIX to Maria S.", "PIX de 9,03 USDC para Maria S. em andamento."],
  pixUnknown: [
    "We are checking with the bank whether the PIX of 9.03 USDC to Maria S. was paid.",
    "Estamos verificando com o banco se o PIX de 9,03 USDC para Maria S. foi pago."
  ],
  pixSettled: [
    `9.03 USDC was paid by PIX to Maria S. on ${en}{at}.`,
    `PIX de 9,03 USDC pago a Maria S. em ${pt}{at}.`
  ],
  refusedReturning: [
    "The bank refused the PIX; 19.15 USDC is going back to the wallet.",
    "O banco recusou o PIX; devolução de 19,15 USDC para a carteira em andamento."
  ],
  refusedReturned: [
    `The bank refused the PIX; 19.15 USDC went back to the wallet on ${en}{at}.`,
    `O banco recusou o PIX; devolução de 19,15 USDC para a carteira concluída em ${pt}{at}.`
  ],
  refusedOwed: [
    "The bank refused the PIX; 19.15 USDC still has to go back to the wallet.",
    "O banco recusou o PIX; falta devolver 19,15 USDC para a carteira."
  ],
  settledAfterAll: [
    `The PIX was reported as refused, but 9.03 USDC was paid to Maria S. on ${en}{at}; our team is reviewing it.`,
    `O PIX de 9,03 USDC foi dado como recusado, mas foi pago a Maria S. em ${pt}{at}; nossa equipe está analisando.`
  ],
  settledWhileReturning: [
    `The PIX was reported as refused, but 9.03 USDC was paid to Maria S. on ${en}{at} while 19.15 USDC was going back; our `
    + "team is reviewing it.",
    `O PIX de 9,03 USDC foi dado como recusado, mas foi pago a Maria S. em ${pt}{at}, durante a devolução de 19,15 USDC; `
    + "nossa equipe está analisando."
  ],
  sentBackReturning: [
    "The receiver's bank sent R$ 100.00 back; 19.15 USDC is going back to the wallet.",
    "O banco de quem recebeu devolveu R$ 100,00; devolução de 19,15 USDC para a carteira em andamento."
  ],
  sentBackReturned: [
    `The receiver's bank sent R$ 100.00 back; 19.15 USDC went back to the wallet on ${en}{at}.`,
    `O banco de quem recebeu devolveu R$ 100,00; devolução de 19,15 USDC para a carteira concluída em ${pt}{at}.`
  ],
  sentBackOwed: [
    "The receiver's bank sent R$ 100.00 back; it still has to go back to the wallet.",
    "O banco de quem recebeu devolveu R$ 100,00; falta devolver o valor para a carteira."
  ],
  refundingPaid: [
    "9.03 USDC was paid by PIX to Maria S.; a refund of 19.15 USDC is on its way to the wallet.",
    "PIX de 9,03 USDC pago a Maria S.; reembolso de 19,15 USDC para a carteira em andamento."
  ],
  refundedPaid: [
    `9.03 USDC was paid by PIX to Maria S.; 19.15 USDC was refunded to the wallet on ${en}{at}.`,
    `PIX de 9,03 USDC pago a Maria S.; reembolso de 19,15 USDC para a carteira concluído em ${pt}{at}.`
  ],
  transferring: ["R$ 1,234.50 is on its way to Maria S.", "Transferência de R$ 1.234,50 para Maria S. em andamento."],
  transferUnknown: [
    "We are checking whether R$ 1,234.50 reached Maria S.",
    "Estamos verificando a transferência de R$ 1.234,50 para Maria S."
  ],
  transferred: [
    `R$ 1,234.50 was transferred to Maria S. on ${en}{at}.`,
    `Transferência de R$ 1.234,50 para Maria S. concluída em ${pt}{at}.`
  ],
  transferFailed: [
    "The transfer did not go through; R$ 1,234.50 stayed in the wallet.",
    "A transferência não foi concluída; R$ 1.234,50 continuam na carteira."
  ],
  swapWaiting: [
    "The swap of R$ 1,234.50 for bitcoin is about to start.",
    "A troca de R$ 1.234,50 por bitcoin vai começar."
  ],
  swapping: ["R$ 1,234.50 is being swapped for bitcoin.", "Troca de R$ 1.234,50 por bitcoin em andamento."],
  swapped: [
    `R$ 1,234.50 was swapped for 9.03 USDC on ${en}{at}.`,
    `Troca de R$ 1.234,50 por 9,03 USDC concluída em ${pt}{at}.`
  ],
  swapFailed: [
    "The swap did not happen; R$ 1,234.50 stayed in the wallet.",
    "A troca não foi feita; R$ 1.234,50 continuam na carteira."
  ],
  swapStranded: [
    "The swap of R$ 1,234.50 stopped halfway; our team is reviewing it.",
    "A troca de R$ 1.234,50 parou no meio; nossa equipe está analisando."
  ]
}

const time = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
  .format(new Date("2026-11-22T12:00:00.000Z"))

describe("the sentence of a payment", () => {
  it.each(Object.keys(expected) as ReadonlyArray<StoryCode>)("%s, in both languages §dashboard-summary", (code) => {
    const said = (["en", "pt"] as const).map((language) => sentenceOf("payout", summary(code), languages[language]))
    expect(said).toEqual(sentences[code].map((sentence) => sentence.replace("{at}", time)))
  })

  it("names no one who is not shown §dashboard-summary", () => {
    const hidden = summary("delivered", { payer: null, hidesPayer: true }, { back: null })
    expect(sentenceOf("deposit", hidden, languages.en)).toBe(
      `R$ 1,234.50 was paid by PIX, and 9.03 USDC was delivered on ${en}${time}.`
    )
    expect(sentenceOf("deposit", hidden, languages.pt)).toBe(
      `PIX de R$ 1.234,50 recebido; entrega de 9,03 USDC concluída em ${pt}${time}.`
    )
    expect(sentenceOf("deposit", summary("returned", { payer: null }), languages.pt)).toContain(
      "devolvido a quem pagou em"
    )
    expect(unknownPayer(hidden, languages.en)).toBe("Not shown to this account")
  })

  it("says where money goes back to, and shortens an address §dashboard-summary", () => {
    const address = "0x52908400098527886E0F7030069857D2E4169EE7"
    const sent = summary("transferring", { payee: { ...party, detail: address } })
    expect(sentenceOf("transfer", sent, languages.en)).toBe("R$ 1,234.50 is on its way to 0x5290…169EE7.")
    expect(sentenceOf("lightningInvoice", summary("refusedOwed"), languages.en)).toContain("go back to the payer")
    expect(sentenceOf("lightningInvoice", summary("refusedReturning", {}, { backTo: "ana@wallet.com" }), languages.en))
      .toContain("is going back to ana@wallet.com")
  })

  it.each(
    [
      ["awaitingPix", "Not paid yet", "Ainda não pago"],
      ["invoiceExpired", "Not paid", "Não pago"],
      ["pixSettled", "Not identified", "Não identificado"]
    ] as const
  )("says who paid where no one is known: %s §dashboard-summary", (code, english, portuguese) => {
    const noPayer = summary(code, { payer: null })
    expect([unknownPayer(noPayer, languages.en), unknownPayer(noPayer, languages.pt)]).toEqual([english, portuguese])
  })
})
