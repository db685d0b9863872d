// PUT to an upload address: one file for one side of a document (spec "KYC and KYB"). The address alone is the
// credential. Whoever fills the side first keeps it; the file of anybody else is forgotten.
import { Clock, Effect } from "effect"
import { UpstreamUnavailable } from "../../base/errors/errors.ts"
import { DocumentStore, type DocumentStoreUnavailable } from "../../ports/document-store.ts"
import { Ids } from "../../engine/store/ids.ts"
import { type Stored, replace } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { type FileType, type KycDocument, KycDocuments, filled } from "./document.ts"
import { isOvertaken, takeWrites } from "./document-usage.ts"
import { fileTypeOf } from "./document-file.ts"
import type { UploadClaims } from "./document-token.ts"
import { claimsOf, unfilled } from "./upload-proof.ts"

export interface UploadDocument {
  readonly token: string
  readonly file: Uint8Array
  readonly contentType: string | undefined
  readonly ifNoneMatch: string | undefined
}

/** Keeps a file as one side of its document, exactly once. */
export const uploadDocument = Effect.fnUntraced(
  function*({ contentType, file, ifNoneMatch, token }: UploadDocument) {
    const claims = yield* claimsOf(token, ifNoneMatch)
    const fileType = yield* fileTypeOf(contentType, file)
    const now = yield* Clock.currentTimeMillis
    const { value: { owner } } = yield* unfilled(claims, now)
    // Told before anything is kept; the commit judges it once more.
    yield* takeWrites(owner, { count: 0, bytes: file.length })
    const fileId = `${claims.documentId}-${claims.side}-${yield* Ids.use((ids) => ids.secret(16))}`
    const documents = yield* DocumentStore
    yield* documents.put(fileId, file).pipe(Effect.catchTag("DocumentStoreUnavailable", unavailable))
    // Whether a broken commit stands is not known, so its file stays.
    const forget = (error: { readonly _tag: string }) =>
      error._tag === "CommitUnknown" ? Effect.void : Effect.ignore(documents.remove(fileId))
    yield* Effect.tapError(fill(claims, { fileId, fileType, bytes: file.length }, now), forget)
    return { documentId: claims.documentId, status: "COMPLETED" as const }
  }
)

interface KeptFile {
  readonly fileId: string
  readonly fileType: FileType
  readonly bytes: number
}

const fill = (claims: UploadClaims, file: KeptFile, now: number) => {
  const once = Effect.gen(function*() {
    yield* store(yield* unfilled(claims, now), claims, file, now)
  })
  // Somebody filled this side or the other one in between: looking again tells which. Each side is filled once, so this
  // ends.
  const filling: typeof once = Effect.catchIf(once, isOvertaken, () => filling)
  return filling
}

const store = (before: Stored<KycDocument>, { side }: UploadClaims, file: KeptFile, now: number) =>
  Effect.gen(function*() {
    const usage = yield* takeWrites(before.value.owner, { count: 0, bytes: file.bytes })
    const writes = [replace(KycDocuments, before, filled(before.value, side, file, now)), ...usage]
    yield* Store.use((plane) => plane.commit(changeSet({ writes })))
  })

const unavailable = Effect.fnUntraced(function*({ reason }: DocumentStoreUnavailable) {
  yield* Effect.logWarning("A document could not be kept", { reason })
  return yield* new UpstreamUnavailable({ upstream: "The document store", retryAfterSeconds: 1 })
})
