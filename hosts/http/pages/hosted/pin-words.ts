// What the PIN page says, in each language.
import type { Language } from "./language.ts"

export interface PinWords {
  readonly title: string
  readonly about: string
  readonly current: string
  readonly pin: string
  readonly again: string
  readonly button: string
  readonly loading: string
  readonly sending: string
  readonly done: string
  readonly noSession: string
  readonly form: string
  readonly guessable: string
  readonly show: string
  readonly forgotten: string
  readonly differ: string
  readonly wrong: string
  /** With `{until}` for when it opens again. */
  readonly locked: string
  readonly busy: string
  readonly over: string
  readonly failed: string
  readonly needsScript: string
}

export const pinWords: Readonly<Record<Language, PinWords>> = {
  en: {
    title: "Your wallet's PIN",
    about:
      "Six digits or more, or a passphrase of at least eight characters, which is harder to guess. Only you know it, and "
      + "no one can recover it for you, so keep it safe.",
    current: "Current PIN",
    pin: "New PIN",
    again: "New PIN once more",
    button: "Save the PIN",
    loading: "Loading…",
    sending: "Saving…",
    done: "Saved. You can close this page.",
    noSession: "This link is incomplete. Open it again from where you got it.",
    form: "Use six digits or more, or a passphrase of 8 to 64 characters.",
    guessable: "This PIN is easy to guess. Choose one without repeated or consecutive digits that is no date.",
    show: "Show PIN",
    forgotten: "A forgotten PIN cannot be recovered: no one but you knows it.",
    differ: "The two entries differ.",
    wrong: "The current PIN is wrong. Three wrong ones lock your wallets for 24 hours.",
    locked: "Three wrong PINs: your wallets are locked for 24 hours, until {until}.",
    busy: "Your wallet is in use right now. Try again in a moment.",
    over: "This link was used already or has expired. Ask for a new one.",
    failed: "It could not be saved. Try again.",
    needsScript: "This page needs JavaScript."
  },
  "pt-BR": {
    title: "O PIN da sua carteira",
    about:
      "Seis dígitos ou mais, ou uma frase secreta de pelo menos oito caracteres, que é mais difícil de adivinhar. Só você "
      + "sabe qual é, e ninguém pode recuperá-la por você: guarde-a bem.",
    current: "PIN atual",
    pin: "Novo PIN",
    again: "Novo PIN outra vez",
    button: "Salvar o PIN",
    loading: "Carregando…",
    sending: "Salvando…",
    done: "Salvo. Você já pode fechar esta página.",
    noSession: "Este link está incompleto. Abra-o de novo a partir de onde o recebeu.",
    form: "Use seis dígitos ou mais, ou uma frase secreta de 8 a 64 caracteres.",
    guessable:
      "Este PIN é fácil de adivinhar. Escolha um sem dígitos repetidos ou em sequência e que não seja uma data.",
    show: "Mostrar PIN",
    forgotten: "Um PIN esquecido não pode ser recuperado: ninguém além de você o conhece.",
    differ: "Os dois campos são diferentes.",
    wrong: "O PIN atual está errado. Três erros bloqueiam suas carteiras por 24 horas.",
    locked: "Três PINs errados: suas carteiras estão bloqueadas por 24 horas, até {until}.",
    busy: "Sua carteira está em uso agora. Tente de novo em instantes.",
    over: "Este link já foi usado ou expirou. Peça um novo.",
    failed: "Não foi possível salvar. Tente de novo.",
    needsScript: "Esta página precisa de JavaScript."
  }
}
