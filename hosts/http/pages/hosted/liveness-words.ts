// What is said in front of the camera, in each language.
import type { Language } from "./language.ts"

export interface LivenessWords {
  readonly title: string
  readonly about: string
  readonly turnOn: string
  readonly capture: string
  readonly look: string
  readonly checking: string
  readonly notSeen: string
  readonly noCamera: string
  readonly done: string
  readonly simulated: string
  readonly noSession: string
  readonly refused: string
  readonly tooMany: string
  readonly failed: string
  readonly needsScript: string
  readonly video: string
}

export const livenessWords: Readonly<Record<Language, LivenessWords>> = {
  en: {
    title: "Proof of life",
    about: "Show your face to the camera, in a well-lit place and without hat or sunglasses.",
    turnOn: "Turn on the camera",
    capture: "Capture",
    look: "Keep your face inside the oval, look at the camera and move your head a little.",
    checking: "Checking…",
    notSeen: "The picture is dark or does not move. Find more light and try again.",
    noCamera: "The camera cannot be used. Allow it for this page in your browser and try again.",
    done: "Done: your capture was confirmed. You can close this page.",
    simulated: "Test environment: the check is simulated and nothing that is filmed leaves your device.",
    noSession: "This link is incomplete. Open it again from where you got it.",
    refused: "This link was used already or has expired. Ask for a new one.",
    tooMany: "Too many attempts. Wait a minute and try again.",
    failed: "It could not be sent. Try again.",
    needsScript: "This page needs JavaScript.",
    video: "What your camera sees"
  },
  "pt-BR": {
    title: "Prova de vida",
    about: "Mostre o rosto para a câmera em um lugar bem iluminado, sem chapéu nem óculos escuros.",
    turnOn: "Ligar a câmera",
    capture: "Capturar",
    look: "Mantenha o rosto dentro do oval, olhe para a câmera e mova um pouco a cabeça.",
    checking: "Verificando…",
    notSeen: "A imagem está escura ou parada. Procure mais luz e tente de novo.",
    noCamera: "Não foi possível usar a câmera. Permita o uso nesta página do navegador e tente de novo.",
    done: "Pronto: sua captura foi confirmada. Você já pode fechar esta página.",
    simulated: "Ambiente de testes: a verificação é simulada e nada do que é filmado sai do seu aparelho.",
    noSession: "Este link está incompleto. Abra-o de novo a partir de onde o recebeu.",
    refused: "Este link já foi usado ou expirou. Peça um novo.",
    tooMany: "Muitas tentativas. Espere um minuto e tente de novo.",
    failed: "Não foi possível enviar. Tente de novo.",
    needsScript: "Esta página precisa de JavaScript.",
    video: "O que a sua câmera vê"
  }
}
