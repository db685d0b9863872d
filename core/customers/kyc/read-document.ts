// GET /api/kyc/document/{documentId}: how far a document has come (spec "Document readiness").
import { Clock, Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { documentInScope } from "./document.ts"
import { documentReadiness } from "./document-view.ts"

export interface ReadDocument {
  readonly caller: Caller
  readonly subAccountId: string
  readonly documentId: string
}

/** The readiness of a document of one of the caller's subaccounts. */
export const readDocument = Effect.fnUntraced(function*({ caller, documentId, subAccountId }: ReadDocument) {
  const { value: kycDocument } = yield* documentInScope(caller, subAccountId, documentId)
  return documentReadiness(kycDocument, yield* Clock.currentTimeMillis)
})
