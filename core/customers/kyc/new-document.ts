// A document as it begins: a record to be filled, and the addresses that fill it. What those are made of is never stored.
import { Clock, Effect } from "effect"
import { UpstreamUnavailable } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { Ids } from "../../engine/store/ids.ts"
import { LivenessProvider } from "../../ports/liveness-provider.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { type DocumentOwner, type DocumentType, type KycDocument, emptySide } from "./document.ts"
import { livenessText, livenessToken, purposes, uploadText, uploadToken } from "./document-token.ts"
import { documentAnswer } from "./document-view.ts"

interface NewDocument {
  readonly subAccountId: string
  readonly documentType: DocumentType
  readonly isDoubleSided?: boolean
}

/** A document to be filled. */
export const newDocument = Effect.fnUntraced(function*(caller: DocumentOwner, request: NewDocument) {
  const { documentType, isDoubleSided = false, subAccountId } = request
  const isCapture = documentType === "SELFIE-FROM-LIVENESS"
  const now = yield* Clock.currentTimeMillis
  const side = emptySide(now + (isCapture ? limits.livenessTokenMs : limits.uploadUrlMs))
  const ids = yield* Ids
  const kycDocument: KycDocument = {
    id: yield* ids.next("doc", caller.account.id),
    owner: caller.account.id,
    subAccountId,
    documentType,
    sessionId: isCapture ? yield* ids.next("lvs", caller.account.id) : null,
    ...(caller.keyId === undefined ? {} : { keyId: caller.keyId }),
    front: side,
    back: isDoubleSided ? side : null,
    createdAt: now,
    updatedAt: now
  }
  return kycDocument
})

/** The answer to its registration: where it is filled, under the address that was asked. */
export const documentAnswerOf = Effect.fnUntraced(function*(kycDocument: KycDocument, origin: string) {
  const { proof } = yield* Secrets
  const upload = (side: "front" | "back") => {
    const claims = { documentId: kycDocument.id, side }
    return Effect.map(proof(purposes.upload, uploadText(claims)), (made) => uploadToken(claims, made))
  }
  const tokens = {
    front: yield* upload("front"),
    back: yield* upload("back"),
    liveness: livenessToken(kycDocument, yield* proof(purposes.liveness, livenessText(kycDocument)))
  }
  return documentAnswer(kycDocument, tokens, origin, yield* providerPage(kycDocument))
})

const providerPage = Effect.fnUntraced(function*({ sessionId, subAccountId }: KycDocument) {
  const { pageOf } = yield* LivenessProvider
  return sessionId === null || pageOf === undefined
    ? null
    : yield* Effect.mapError(
      pageOf(sessionId, subAccountId),
      () => new UpstreamUnavailable({ upstream: "The liveness provider", retryAfterSeconds: 1 })
    )
})
