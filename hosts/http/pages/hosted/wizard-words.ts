// What the hosted forms say, in each language.
import type { HostedStatus, ProofStatus } from "../../../../core/customers/kyc/read-hosted-attempt.ts"
import type { Language } from "./language.ts"
import { type LivenessWords, livenessWords } from "./liveness-words.ts"
import type { FieldKind, PageName } from "./wizard-fields.ts"

interface About {
  readonly title: string
  readonly about: string
  readonly steps: ReadonlyArray<string>
}

export interface WizardWords {
  readonly language: Language
  readonly pages: Readonly<Record<PageName, About>>
  readonly labels: Readonly<Record<string, string>>
  readonly hints: Readonly<Record<string, string>>
  readonly optional: string
  readonly required: string
  readonly invalid: Readonly<Record<FieldKind, string>>
  readonly refusedField: string
  readonly otherEmail: string
  readonly next: string
  readonly back: string
  readonly send: string
  readonly sending: string
  readonly loading: string
  readonly step: string
  readonly documentType: string
  readonly documentTypes: Readonly<Record<"ID" | "DRIVERS-LICENSE" | "PASSPORT", string>>
  readonly front: string
  readonly backSide: string
  readonly fileHint: string
  readonly noFile: string
  readonly wrongFile: string
  readonly largeFile: string
  readonly uploading: string
  readonly uploaded: string
  readonly documentRefused: string
  readonly selfieRefused: string
  readonly captured: string
  readonly captureFirst: string
  readonly sandboxReject: string
  readonly simulated: string
  readonly statuses: Readonly<Record<Exclude<HostedStatus, "OPEN">, string>>
  readonly otherPage: string
  readonly goOn: string
  readonly noSession: string
  readonly over: string
  readonly tooMany: string
  readonly failed: string
  readonly needsScript: string
  readonly proofs: string
  readonly proofAbout: string
  readonly proofOfAddress: string
  readonly proofOfFinancialCapacity: string
  readonly proofFile: string
  readonly proofStatuses: Readonly<Record<ProofStatus, string>>
  readonly camera: LivenessWords
}

export const wizardWords: Readonly<Record<Language, WizardWords>> = {
  en: {
    language: "en",
    pages: {
      person: {
        title: "Identity verification",
        about: "It takes about five minutes. Have an identity document at hand.",
        steps: ["Your data", "Your address", "Your document", "Your face"]
      },
      company: {
        title: "Company verification",
        about: "Tell us about the company, as its registration says.",
        steps: ["The company", "Its address"]
      },
      representative: {
        title: "Representative verification",
        about: "For the person who signs for the company. Have an identity document at hand.",
        steps: ["Your data", "Your address", "Your document", "Your face"]
      }
    },
    labels: {
      fullName: "Full name",
      dateOfBirth: "Date of birth",
      countryOfTaxId: "Country of your tax number",
      taxIdNumber: "Tax number (CPF)",
      companyTaxId: "CNPJ",
      email: "E-mail",
      phone: "Phone",
      country: "Country of residence",
      companyCountry: "Country",
      zipCode: "Postal code (CEP)",
      streetAddress: "Street, number and complement",
      city: "City",
      state: "State",
      legalName: "Legal name",
      tradeName: "Trade name",
      incorporationDate: "Date of incorporation",
      role: "Your role in the company",
      annualRevenueInBrl: "Annual revenue in reais"
    },
    hints: {
      fullName: "As on your document.",
      email: "The one you gave to whoever sent you here.",
      phone: "With the area code; other countries begin with +.",
      state: "The abbreviation: SP, RJ, MG…",
      annualRevenueInBrl: "As 250,000.00."
    },
    optional: "(optional)",
    required: "Fill in this field.",
    invalid: {
      text: "Check this field.",
      date: "This is not a past date.",
      personalTaxId: "This number is not right: check its digits.",
      companyTaxId: "This CNPJ is not right: check its characters.",
      country: "Choose a country.",
      state: "Use the abbreviation of the state, such as SP.",
      email: "This is not an e-mail address.",
      phone: "This is not a phone number with its area code.",
      amount: "Use an amount such as 250,000.00."
    },
    refusedField: "This was not accepted: check it.",
    otherEmail: "This is not the e-mail on file. Use the one you gave to whoever sent you here.",
    next: "Continue",
    back: "Back",
    send: "Send for verification",
    sending: "Sending…",
    loading: "Loading…",
    step: "Step",
    documentType: "Type of document",
    documentTypes: { ID: "Identity card (RG, CIN)", "DRIVERS-LICENSE": "Driver's license (CNH)", PASSPORT: "Passport" },
    front: "Front, or the whole document",
    backSide: "Back",
    fileHint: "A sharp photo or PDF of at most 10 MB: JPEG, PNG or PDF.",
    noFile: "Choose a file.",
    wrongFile: "Only JPEG, PNG or PDF.",
    largeFile: "The file is larger than 10 MB.",
    uploading: "Uploading",
    uploaded: "Uploaded.",
    documentRefused: "The document was not accepted: send it again.",
    selfieRefused: "The capture was not accepted: do it again.",
    captured: "Captured. Send your data now.",
    captureFirst: "Make the capture first.",
    sandboxReject: "Test environment: have this verification rejected",
    simulated: "Test environment: use made-up data. No one examines it.",
    statuses: {
      WAITING:
        "We received everything and are examining it. This usually takes less than two minutes, at most 24 hours.",
      APPROVED: "Approved. You can close this page.",
      REJECTED: "The verification was not approved. Talk to whoever sent you here.",
      EXPIRED: "The time for this verification is over. Ask for a new link.",
      FAILED: "Something went wrong on our side. Ask for a new link."
    },
    otherPage: "Received. The other page of this verification still has to be filled in.",
    goOn: "Go on",
    noSession: "This link is incomplete. Open it again from where you got it.",
    over: "This link does not exist or is over. Ask for a new one.",
    tooMany: "Too many attempts. Wait a while and try again.",
    failed: "It could not be sent. Nothing was lost: try again.",
    needsScript: "This page needs JavaScript.",
    proofs: "Raise the company's limits",
    proofAbout: "With these documents approved, the limits rise and operations in dollars are opened.",
    proofOfAddress: "Proof of address",
    proofOfFinancialCapacity: "Proof of financial capacity",
    proofFile: "Document",
    proofStatuses: {
      NONE: "Not sent yet.",
      WAITING: "Under examination.",
      APPROVED: "Approved.",
      REJECTED: "Not approved. You may send another."
    },
    camera: livenessWords.en
  },
  "pt-BR": {
    language: "pt-BR",
    pages: {
      person: {
        title: "Verificação de identidade",
        about: "Leva uns cinco minutos. Tenha em mãos um documento de identidade.",
        steps: ["Seus dados", "Seu endereço", "Seu documento", "Seu rosto"]
      },
      company: {
        title: "Verificação da empresa",
        about: "Conte sobre a empresa, como consta no registro dela.",
        steps: ["A empresa", "O endereço dela"]
      },
      representative: {
        title: "Verificação do representante",
        about: "Para quem assina pela empresa. Tenha em mãos um documento de identidade.",
        steps: ["Seus dados", "Seu endereço", "Seu documento", "Seu rosto"]
      }
    },
    labels: {
      fullName: "Nome completo",
      dateOfBirth: "Data de nascimento",
      countryOfTaxId: "País de residência fiscal",
      taxIdNumber: "CPF",
      companyTaxId: "CNPJ",
      email: "E-mail",
      phone: "Telefone",
      country: "País onde você mora",
      companyCountry: "País",
      zipCode: "CEP",
      streetAddress: "Rua, número e complemento",
      city: "Cidade",
      state: "Estado",
      legalName: "Razão social",
      tradeName: "Nome fantasia",
      incorporationDate: "Data de abertura",
      role: "Seu cargo na empresa",
      annualRevenueInBrl: "Faturamento anual em reais"
    },
    hints: {
      fullName: "Como está no documento.",
      email: "O mesmo que você informou a quem enviou este link.",
      phone: "Com DDD; de outros países, comece com +.",
      state: "A sigla: SP, RJ, MG…",
      annualRevenueInBrl: "Por exemplo, 250.000,00."
    },
    optional: "(opcional)",
    required: "Preencha este campo.",
    invalid: {
      text: "Confira este campo.",
      date: "Esta não é uma data passada.",
      personalTaxId: "Este número não está certo: confira os dígitos.",
      companyTaxId: "Este CNPJ não está certo: confira os caracteres.",
      country: "Escolha um país.",
      state: "Use a sigla do estado, como SP.",
      email: "Este não é um endereço de e-mail.",
      phone: "Este não é um telefone com DDD.",
      amount: "Use um valor como 250.000,00."
    },
    refusedField: "Não foi aceito: confira este campo.",
    otherEmail: "Este não é o e-mail do seu cadastro. Use o que você informou a quem enviou este link.",
    next: "Continuar",
    back: "Voltar",
    send: "Enviar para verificação",
    sending: "Enviando…",
    loading: "Carregando…",
    step: "Etapa",
    documentType: "Tipo de documento",
    documentTypes: {
      ID: "Identidade (RG, CIN)",
      "DRIVERS-LICENSE": "Carteira de motorista (CNH)",
      PASSPORT: "Passaporte"
    },
    front: "Frente, ou o documento inteiro",
    backSide: "Verso",
    fileHint: "Foto nítida ou PDF de até 10 MB: JPEG, PNG ou PDF.",
    noFile: "Escolha um arquivo.",
    wrongFile: "Somente JPEG, PNG ou PDF.",
    largeFile: "O arquivo tem mais de 10 MB.",
    uploading: "Enviando arquivo",
    uploaded: "Arquivo enviado.",
    documentRefused: "O documento não foi aceito: envie-o de novo.",
    selfieRefused: "A captura não foi aceita: faça-a de novo.",
    captured: "Captura feita. Agora envie seus dados.",
    captureFirst: "Faça primeiro a captura.",
    sandboxReject: "Ambiente de testes: reprovar esta verificação",
    simulated: "Ambiente de testes: use dados inventados. Ninguém os examina.",
    statuses: {
      WAITING: "Recebemos tudo e estamos analisando. Costuma levar menos de dois minutos e, no máximo, 24 horas.",
      APPROVED: "Aprovado. Você já pode fechar esta página.",
      REJECTED: "A verificação não foi aprovada. Fale com quem enviou este link.",
      EXPIRED: "O prazo desta verificação acabou. Peça um novo link.",
      FAILED: "Algo deu errado do nosso lado. Peça um novo link."
    },
    otherPage: "Recebido. A outra página desta verificação ainda precisa ser preenchida.",
    goOn: "Continuar",
    noSession: "Este link está incompleto. Abra-o de novo a partir de onde o recebeu.",
    over: "Este link não existe ou já expirou. Peça um novo.",
    tooMany: "Muitas tentativas. Espere um pouco e tente de novo.",
    failed: "Não foi possível enviar. Nada se perdeu: tente de novo.",
    needsScript: "Esta página precisa de JavaScript.",
    proofs: "Aumente os limites da empresa",
    proofAbout: "Com estes documentos aprovados, os limites aumentam e as operações em dólar são liberadas.",
    proofOfAddress: "Comprovante de endereço",
    proofOfFinancialCapacity: "Comprovante de capacidade financeira",
    proofFile: "Documento",
    proofStatuses: {
      NONE: "Ainda não enviado.",
      WAITING: "Em análise.",
      APPROVED: "Aprovado.",
      REJECTED: "Não aprovado. Você pode enviar outro."
    },
    camera: livenessWords["pt-BR"]
  }
}
