// What the PIN page says, in each language.
import type { Language } from "./language.ts"

export interface PinWords {
  readonly title: string
  readonly about: string
  readonly current: string
  readonly pin: string
  readonly again: string
  readonly button: string
  readonly sending: string
  readonly done: string
  readonly noSession: string
  readonly sixDigits: string
  readonly differ: string
  readonly wrong: string
  readonly locked: string
  readonly over: string
  readonly failed: string
  readonly needsScript: string
}

export const pinWords: Readonly<Record<Language, PinWords>> = {
  en: {
    title: "Your wallet's PIN",
    about: "Six digits that only you know. Nobody can recover them for you, so keep them safe.",
    current: "PIN of today",
    pin: "New PIN",
    again: "New PIN once more",
    button: "Save the PIN",
    sending: "Saving…",
    done: "Saved. You can close this page.",
    noSession: "This link is incomplete. Open it again from where you got it.",
    sixDigits: "The PIN has six digits.",
    differ: "The two entries differ.",
    wrong: "The PIN of today is wrong. Three wrong ones lock your wallet for 24 hours.",
    locked: "Too many attempts. Try again later.",
    over: "This link was used already or has expired. Ask for a new one.",
    failed: "It could not be saved. Try again.",
    needsScript: "This page needs JavaScript."
  },
  "pt-BR": {
    title: "O PIN da sua carteira",
    about: "Seis dígitos que só você sabe. Ninguém pode recuperá-los por você: guarde-os bem.",
    current: "PIN atual",
    pin: "Novo PIN",
    again: "Novo PIN outra vez",
    button: "Salvar o PIN",
    sending: "Salvando…",
    done: "Salvo. Você já pode fechar esta página.",
    noSession: "Este link está incompleto. Abra-o de novo a partir de onde o recebeu.",
    sixDigits: "O PIN tem seis dígitos.",
    differ: "Os dois campos são diferentes.",
    wrong: "O PIN atual está errado. Três erros bloqueiam a carteira por 24 horas.",
    locked: "Muitas tentativas. Tente de novo mais tarde.",
    over: "Este link já foi usado ou expirou. Peça um novo.",
    failed: "Não foi possível salvar. Tente de novo.",
    needsScript: "Esta página precisa de JavaScript."
  }
}
