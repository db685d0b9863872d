// What the page of a charge says, in each language.
import type { ChargeStatus } from "../../../../core/payments/deposit/read-charge.ts"
import type { Language } from "./language.ts"

export interface ChargeWords {
  readonly title: string
  readonly to: string
  readonly reference: string
  readonly scan: string
  readonly qrName: string
  readonly steps: ReadonlyArray<string>
  readonly code: string
  readonly copy: string
  readonly copied: string
  readonly copyByHand: string
  readonly expiresIn: string
  readonly simulated: string
  readonly statuses: Readonly<Record<ChargeStatus, string>>
  readonly about: Readonly<Record<ChargeStatus, string>>
  readonly offline: string
  /** When the link opens nothing any more. */
  readonly over: { readonly headline: string; readonly about: string }
  readonly needsScript: string
}

export const chargeWords: Readonly<Record<Language, ChargeWords>> = {
  en: {
    title: "Pay with PIX",
    to: "To",
    reference: "Reference",
    scan: "How to pay",
    qrName: "QR code of this PIX charge",
    steps: [
      "Open your bank's app and choose PIX.",
      "Scan the QR code, or choose “PIX copy and paste” and paste the code.",
      "Check receiver and amount, and confirm."
    ],
    code: "PIX copy and paste",
    copy: "Copy the PIX code",
    copied: "Copied. Paste it in your bank's app.",
    copyByHand: "The code is selected: copy it by hand.",
    expiresIn: "Expires in",
    simulated: "Test environment: no banking app can pay this code.",
    statuses: {
      WAITING: "Waiting for your payment",
      EXPIRED: "This charge has expired",
      PAID: "Payment received",
      DELIVERED: "All done",
      FAILED: "Payment received, delivery failed",
      REFUNDED: "Payment returned"
    },
    about: {
      WAITING: "This page notices by itself when you have paid.",
      EXPIRED: "Do not pay it any more. Ask for a new charge.",
      PAID: "We are delivering now. You may close this page.",
      DELIVERED: "Your payment was received and what you bought was delivered. You may close this page.",
      FAILED: "Your payment is safe and is kept until it is returned. Contact whoever sent you this charge.",
      REFUNDED: "The payment went back to the account that it came from."
    },
    over: {
      headline: "This page is over",
      about: "Do not pay this code. Ask whoever sent it to you how your payment stands."
    },
    offline: "No connection. The page goes on by itself as soon as it is back.",
    needsScript: "Without JavaScript this page does not notice your payment by itself: load it again after paying."
  },
  "pt-BR": {
    title: "Pague com PIX",
    to: "Para",
    reference: "Referência",
    scan: "Como pagar",
    qrName: "QR Code desta cobrança PIX",
    steps: [
      "Abra o aplicativo do seu banco e escolha PIX.",
      "Leia o QR Code ou escolha “PIX copia e cola” e cole o código.",
      "Confira quem recebe e o valor e confirme."
    ],
    code: "PIX copia e cola",
    copy: "Copiar o código PIX",
    copied: "Copiado. Cole no aplicativo do seu banco.",
    copyByHand: "O código está selecionado: copie-o manualmente.",
    expiresIn: "Expira em",
    simulated: "Ambiente de testes: nenhum aplicativo de banco consegue pagar este código.",
    statuses: {
      WAITING: "Aguardando seu pagamento",
      EXPIRED: "Esta cobrança expirou",
      PAID: "Pagamento recebido",
      DELIVERED: "Tudo certo",
      FAILED: "Pagamento recebido, entrega não concluída",
      REFUNDED: "Pagamento devolvido"
    },
    about: {
      WAITING: "Esta página é atualizada automaticamente.",
      EXPIRED: "Não a pague mais. Peça uma nova cobrança.",
      PAID: "Estamos fazendo a entrega. Você já pode fechar esta página.",
      DELIVERED: "Seu pagamento foi recebido e a entrega foi concluída. Você já pode fechar esta página.",
      FAILED: "Seu dinheiro está guardado até ser devolvido. Fale com quem enviou esta cobrança.",
      REFUNDED: "O pagamento voltou para a conta de onde saiu."
    },
    over: {
      headline: "Esta página não existe mais",
      about: "Não pague este código. Pergunte a quem o enviou como está o seu pagamento."
    },
    offline: "Sem conexão. A página será atualizada assim que ela voltar.",
    needsScript: "Sem JavaScript esta página não é atualizada automaticamente: recarregue-a depois de pagar."
  }
}
