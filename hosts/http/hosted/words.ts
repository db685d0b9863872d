// What the hosted pages say, in each language.
import type { Language } from "./language.ts"

/** What each page is about. */
export type Subject = "liveness" | "kyc" | "company" | "representative"

interface Said {
  readonly title: string
  readonly about: string
  readonly button: string
}

/** What every page says about its one button. */
export interface Outcomes {
  readonly simulated: string
  readonly sending: string
  readonly done: string
  readonly noSession: string
  readonly refused: string
  readonly tooMany: string
  readonly failed: string
  readonly needsScript: string
}

export const outcomes: Readonly<Record<Language, Outcomes>> = {
  en: {
    simulated: "Test environment: nothing is recorded.",
    sending: "Sending…",
    done: "Done. You can close this page.",
    noSession: "This link is incomplete. Open it again from where you got it.",
    refused: "This link was used already or has expired. Ask for a new one.",
    tooMany: "Too many attempts. Wait a minute and try again.",
    failed: "It could not be sent. Try again.",
    needsScript: "This page needs JavaScript."
  },
  "pt-BR": {
    simulated: "Ambiente de testes: nada é gravado.",
    sending: "Enviando…",
    done: "Pronto. Você já pode fechar esta página.",
    noSession: "Este link está incompleto. Abra-o de novo a partir de onde o recebeu.",
    refused: "Este link já foi usado ou expirou. Peça um novo.",
    tooMany: "Muitas tentativas. Espere um minuto e tente de novo.",
    failed: "Não foi possível enviar. Tente de novo.",
    needsScript: "Esta página precisa de JavaScript."
  }
}

export const subjects: Readonly<Record<Language, Readonly<Record<Subject, Said>>>> = {
  en: {
    liveness: {
      title: "Proof of life",
      about: "Confirm that you are the person in front of the camera.",
      button: "Confirm capture"
    },
    kyc: {
      title: "Identity verification",
      about: "Send your data for verification.",
      button: "Send for verification"
    },
    company: {
      title: "Company verification",
      about: "Send the company's data for verification.",
      button: "Send company data"
    },
    representative: {
      title: "Representative verification",
      about: "Send the data of the authorized representative for verification.",
      button: "Send representative data"
    }
  },
  "pt-BR": {
    liveness: {
      title: "Prova de vida",
      about: "Confirme que você é a pessoa em frente à câmera.",
      button: "Confirmar captura"
    },
    kyc: {
      title: "Verificação de identidade",
      about: "Envie seus dados para verificação.",
      button: "Enviar para verificação"
    },
    company: {
      title: "Verificação da empresa",
      about: "Envie os dados da empresa para verificação.",
      button: "Enviar dados da empresa"
    },
    representative: {
      title: "Verificação do representante",
      about: "Envie os dados do representante autorizado para verificação.",
      button: "Enviar dados do representante"
    }
  }
}
