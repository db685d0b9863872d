// A document that is begun on a hosted page: the session is the only credential, and says whose document it is.
import { Clock, Effect, type Redacted } from "effect"
import { NotFound } from "../../base/errors/errors.ts"
import { insert } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { type DocumentType, KycDocuments } from "./document.ts"
import { isOvertaken, takeWrites } from "./document-usage.ts"
import { documentAnswerOf, newDocument } from "./new-document.ts"
import { isFillable, oneMoreStep, openSession, takesProofs } from "./hosted-session.ts"

export interface RegisterHostedDocument {
  readonly session: Redacted.Redacted
  readonly documentType: DocumentType
  readonly isDoubleSided?: boolean | undefined
  /** Scheme and host that were asked. */
  readonly origin: string
}

/** Registers a document of the session's subaccount and answers with where it is filled. */
export const registerHostedDocument = Effect.fnUntraced(
  function*({ documentType, isDoubleSided = false, origin, session }: RegisterHostedDocument) {
    const opened = yield* openSession(session)
    const now = yield* Clock.currentTimeMillis
    const isWanted = documentType === "PROOF" ? takesProofs(opened, now) : isFillable(opened, now)
    if (!isWanted) return yield* new NotFound({ resource: "Attempt" })
    yield* oneMoreStep(opened)
    const { keyId, owner, subAccountId } = opened.attempt
    const kycDocument = yield* newDocument(
      { account: { id: owner }, ...(keyId === undefined ? {} : { keyId }) },
      { subAccountId, documentType, isDoubleSided: isDoubleSided && documentType !== "SELFIE-FROM-LIVENESS" }
    )
    yield* Effect.gen(function*() {
      const usage = yield* takeWrites(owner, { count: 1, bytes: 0 })
      yield* Store.use((store) => store.commit(changeSet({ writes: [insert(KycDocuments, kycDocument), ...usage] })))
    }).pipe(Effect.retry({ while: isOvertaken }))
    return yield* documentAnswerOf(kycDocument, origin)
  }
)
