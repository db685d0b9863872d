// POST /api/kyc/document: a document to be filled by uploads, or by a liveness capture (spec "Document register
// request", C28). What its addresses are made of is never stored: a repeated request makes them anew.
import { Effect, Option, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import { type ValidationFailed, invalidField } from "../../base/errors/errors.ts"
import { type Attempt, type Once, answered, once } from "../idempotency/idempotency.ts"
import { get, insert } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { subaccountInScope } from "../subaccount/subaccount.ts"
import { text } from "../../base/text/text.ts"
import { DocumentType, KycDocuments } from "./document.ts"
import { isOvertaken, takeWrites } from "./document-usage.ts"
import { documentAnswerOf, newDocument } from "./new-document.ts"
import type { DocumentAnswer } from "./document-view.ts"

export const DocumentRequest = Schema.Struct({
  subAccountId: text({ minimum: 1, maximum: 64 }).annotate({ description: "Whose document it is" }),
  documentType: DocumentType.annotate({
    description: "SELFIE-FROM-LIVENESS is captured on a page, every other type is uploaded; PROOF is for KYB proofs"
  }),
  isDoubleSided: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "`true` gives a second upload address, for the back" })
  )
}).annotate({ identifier: "DocumentRequest" })
export type DocumentRequest = typeof DocumentRequest.Type

export interface RegisterDocument {
  readonly caller: Caller
  readonly request: DocumentRequest
  /** Scheme and host that the caller asked: the addresses in the answer begin with it. */
  readonly origin: string
  readonly attempt?: Attempt<DocumentAnswer> | undefined
}

/** Registers a document of a subaccount and answers with where it is filled. */
export const registerDocument = Effect.fnUntraced(
  function*({ attempt, caller, origin, request }: RegisterDocument) {
    yield* checkSides(request)
    const given = yield* once(
      caller.account.id,
      attempt && remembering(attempt, origin),
      (remember) =>
        Effect.gen(function*() {
          const subaccount = yield* subaccountInScope(caller, request.subAccountId)
          const kycDocument = yield* newDocument(caller, { ...request, subAccountId: subaccount.id })
          const answer = yield* documentAnswerOf(kycDocument, origin)
          const usage = yield* takeWrites(kycDocument.owner, { count: 1, bytes: 0 })
          const writes = [insert(KycDocuments, kycDocument), ...usage, ...remember(answer, kycDocument.createdAt)]
          yield* Store.use((store) => store.commit(changeSet({ writes })))
          return answered(answer)
        }).pipe(Effect.retry({ while: isOvertaken }))
    )
    return given._tag === "Stored" && attempt !== undefined ? yield* again(attempt, given.body) : given
  }
)

const checkSides = (request: DocumentRequest): Effect.Effect<void, ValidationFailed> =>
  request.documentType === "SELFIE-FROM-LIVENESS" && request.isDoubleSided === true
    ? Effect.fail(invalidField("isDoubleSided", "a liveness capture has one side"))
    : Effect.void

// What is remembered of an answer in place of its text: enough to make it again, and nothing that opens anything.
const Remembered = Schema.fromJsonString(Schema.Struct({ documentId: Schema.String, origin: Schema.String }))

const remembering = (attempt: Attempt<DocumentAnswer>, origin: string): Attempt<DocumentAnswer> => ({
  ...attempt,
  encode: ({ data }) => Schema.encodeSync(Remembered)({ documentId: data.documentId, origin })
})

const again = Effect.fnUntraced(function*(attempt: Attempt<DocumentAnswer>, remembered: string) {
  const { documentId, origin } = Schema.decodeSync(Remembered)(remembered)
  const kycDocument = Option.getOrThrow(yield* get(KycDocuments, documentId)).value
  const stored: Once<DocumentAnswer> = {
    _tag: "Stored",
    body: attempt.encode(yield* documentAnswerOf(kycDocument, origin))
  }
  return stored
})
