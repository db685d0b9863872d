// What is shown of a document: the answer to its registration, and its readiness (spec "Document register request",
// "Document readiness").
import { type DocumentSide, type KycDocument, isLiveness, isReady } from "./document.ts"

/** The tokens that fill a document. */
export interface DocumentTokens {
  readonly front: string
  readonly back: string
  readonly liveness: string
}

export interface UploadAnswer {
  readonly documentId: string
  readonly uploadUrlFront: string
  readonly uploadUrlBack?: string
}

export interface LivenessAnswer {
  readonly documentId: string
  readonly sessionId: string
  readonly livenessUrl: string
  readonly aveniaLivenessUrl: string
  readonly validateLivenessToken: string
}

/** The answer to a registration. */
export interface DocumentAnswer {
  readonly success: true
  readonly data: UploadAnswer | LivenessAnswer
}

/**
 * The answer to a registration: where the document is filled, under the address that the caller asked, or on the page of the
 * liveness provider where it has one.
 */
export const documentAnswer = (
  kycDocument: KycDocument,
  tokens: DocumentTokens,
  origin: string,
  providerPage: string | null
): DocumentAnswer => ({
  success: true,
  data: kycDocument.sessionId === null
    ? uploadAnswer(kycDocument, tokens, origin)
    : livenessAnswer(kycDocument, kycDocument.sessionId, tokens, {
      own: providerPage ?? `${origin}/hosted/liveness`,
      provider: providerPage ?? `${origin}/hosted/liveness/provider`
    })
})

const uploadAnswer = (kycDocument: KycDocument, { back, front }: DocumentTokens, origin: string): UploadAnswer => {
  const answer = { documentId: kycDocument.id, uploadUrlFront: `${origin}/upload/${front}` }
  return kycDocument.back === null ? answer : { ...answer, uploadUrlBack: `${origin}/upload/${back}` }
}

// The session travels in the fragment: browsers send it to no one, and no log holds it.
const livenessAnswer = (
  { id }: KycDocument,
  sessionId: string,
  { liveness }: DocumentTokens,
  pages: { readonly own: string; readonly provider: string }
): LivenessAnswer => ({
  documentId: id,
  sessionId,
  livenessUrl: `${pages.own}#${liveness}`,
  aveniaLivenessUrl: `${pages.provider}#${liveness}`,
  validateLivenessToken: liveness
})

/** How far a side has come. PROCESSING is a provider's that examines before it takes. */
export type UploadStatus = "PENDING" | "PROCESSING" | "COMPLETED" | "EXPIRED" | "WAITING-UPLOAD"

/** How far a side of a document has come at an instant. */
const uploadStatus = (kycDocument: KycDocument, side: DocumentSide, now: number): UploadStatus => {
  if (kycDocument.erasedAt !== undefined) return "EXPIRED"
  if (side.completedAt !== null) return "COMPLETED"
  if (now >= side.expiresAt) return "EXPIRED"
  return isLiveness(kycDocument) ? "WAITING-UPLOAD" : "PENDING"
}

const expired = "Nothing came in time; register the document again"
const erased = "The document was deleted; register it again"

/** The readiness of a document at an instant. */
export const documentReadiness = (kycDocument: KycDocument, now: number) => {
  const front = uploadStatus(kycDocument, kycDocument.front, now)
  const back = kycDocument.back === null ? undefined : uploadStatus(kycDocument, kycDocument.back, now)
  const problem = kycDocument.erasedAt === undefined ? expired : erased
  return {
    documentId: kycDocument.id,
    ready: isReady(kycDocument),
    documentType: kycDocument.documentType,
    uploadStatusFront: front,
    ...(front === "EXPIRED" ? { uploadErrorFront: problem } : {}),
    ...(back === undefined ? {} : { uploadStatusBack: back }),
    ...(back === "EXPIRED" ? { uploadErrorBack: problem } : {})
  }
}
