// The two tokens of documents: of an upload address, and of a liveness session (spec "Document register request", Limits
// "Liveness token"). Each names its document and carries a proof that only the service makes, so neither is ever stored.
import { hexToBytes } from "@noble/hashes/utils.js"
import { base64urlnopad, utf8 } from "@scure/base"
import { Duration } from "effect"
import { equalInConstantTime } from "../../base/text/text.ts"
import type { KycDocument, SideName } from "./document.ts"

/** What a proof is for; a proof for one purpose proves nothing for another. */
export const purposes = { upload: "document-upload", liveness: "liveness-session" } as const

/** A token that has the right form; whether its proof holds is asked of whoever makes proofs. */
export interface ReadToken<A> {
  readonly claims: A
  /** The text that the proof is over. */
  readonly proved: string
  readonly holds: (proof: string) => boolean
}

/** Which side of which document an upload address fills. */
export interface UploadClaims {
  readonly documentId: string
  readonly side: SideName
}

/** What the proof of an upload address is over. */
export const uploadText = ({ documentId, side }: UploadClaims): string => `${documentId}.${side}`

/** The token of an upload address, from the hex proof over its text. */
export const uploadToken = (claims: UploadClaims, proof: string): string => `${uploadText(claims)}.${proof}`

const uploadForm = /^(doc_[\w-]{1,64})\.(front|back)\.([0-9a-f]{64})$/

/** Reads the token of an upload address; undefined when it has another form. */
export const readUploadToken = (token: string): ReadToken<UploadClaims> | undefined => {
  const [, documentId, side, given] = uploadForm.exec(token) ?? []
  if (documentId === undefined || given === undefined) return undefined
  const claims = { documentId, side: side === "front" ? "front" : "back" } as const
  return { claims, proved: uploadText(claims), holds: (proof) => equalInConstantTime(proof, given) }
}

const part = (value: object): string => base64urlnopad.encode(utf8.decode(JSON.stringify(value)))
// NumericDate may have a fraction (RFC 7519 2), so the five minutes end on their millisecond.
const numericDate = (at: number): number => Duration.toSeconds(Duration.millis(at))

const header = part({ alg: "HS256", typ: "JWT" })

/** What the proof of a liveness session is over: header and claims of its JWT (RFC 7515). */
export const livenessText = ({ createdAt, front, id, sessionId }: KycDocument): string =>
  `${header}.${part({ sub: id, sid: sessionId, iat: numericDate(createdAt), exp: numericDate(front.expiresAt) })}`

/** The JWT of a liveness session, from the hex proof over its text. */
export const livenessToken = (kycDocument: KycDocument, proof: string): string =>
  `${livenessText(kycDocument)}.${signature(proof)}`

const signature = (proof: string): string => base64urlnopad.encode(hexToBytes(proof))

const livenessForm = /^([\w-]{1,128}\.([\w-]{1,512}))\.([\w-]{43})$/

/** Reads the JWT of a liveness session; undefined when it has another form. */
export const readLivenessToken = (token: string): ReadToken<{ readonly documentId: string }> | undefined => {
  const [, proved, claims, given] = livenessForm.exec(token) ?? []
  if (proved === undefined || claims === undefined || given === undefined) return undefined
  const documentId = subjectOf(claims)
  return documentId === undefined
    ? undefined
    : { claims: { documentId }, proved, holds: (proof) => equalInConstantTime(signature(proof), given) }
}

const subjectOf = (claims: string): string | undefined => {
  try {
    const subject = (JSON.parse(utf8.encode(base64urlnopad.decode(claims))) as { readonly sub?: unknown } | null)?.sub
    return typeof subject === "string" ? subject : undefined
  } catch {
    return undefined
  }
}
