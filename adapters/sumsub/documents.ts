// The files that a form names, as Sumsub takes them. A selfie that a liveness session captured leaves no file with us, so a form
// with one is examined at a level that asks for none.
import { Effect, Option, Result } from "effect"
import type { KycForm } from "../../core/standards/identity/kyc-form.ts"
import { type DocumentSide, type DocumentType, KycDocuments } from "../../core/customers/kyc/document.ts"
import { DocumentStore } from "../../core/ports/document-store.ts"
import { type Refused, type Unknown, refused, unknown } from "../../core/ports/outcome.ts"
import { get } from "../../core/engine/store/records.ts"
import type { Store } from "../../core/engine/store/store.ts"
import type { FilePart } from "./multipart.ts"

/** The set of documents that Sumsub counts a file to. */
export type DocumentSet = "IDENTITY" | "SELFIE"

export interface FormFile extends FilePart {
  readonly set: DocumentSet
}

const typeOf: Readonly<Record<DocumentType, readonly [set: DocumentSet, idDocType: string]>> = {
  ID: ["IDENTITY", "ID_CARD"],
  "DRIVERS-LICENSE": ["IDENTITY", "DRIVERS"],
  PASSPORT: ["IDENTITY", "PASSPORT"],
  PROOF: ["IDENTITY", "OTHER"],
  SELFIE: ["SELFIE", "SELFIE"],
  "SELFIE-FROM-LIVENESS": ["SELFIE", "SELFIE"]
}

const endings = { "image/jpeg": "jpg", "image/png": "png", "application/pdf": "pdf" } as const

const gone = refused("documentGone")

type Given = Result.Result<ReadonlyArray<FormFile>, Refused | Unknown>

/** The files of a form's documents, or why it cannot be handed in. */
export const filesOf = (form: KycForm): Effect.Effect<Given, never, DocumentStore | Store> =>
  Effect.gen(function*() {
    const files: Array<FormFile> = []
    for (const documentId of [form.documentId, form.selfieId]) {
      const found = yield* sidesOf(documentId)
      if (found === undefined) return Result.fail(gone)
      for (const { fileId, fileType, side } of found.sides) {
        const bytes = Option.getOrUndefined(yield* DocumentStore.use((kept) => kept.get(fileId)))
        if (bytes === undefined) return Result.fail(gone)
        const [set, idDocType] = typeOf[found.documentType]
        files.push({
          set,
          metadata: { idDocType, country: form.countryOfTaxId, ...side === undefined ? {} : { idDocSubType: side } },
          fileName: `${fileId}.${endings[fileType]}`,
          type: fileType,
          bytes
        })
      }
    }
    return Result.succeed(files)
  }).pipe(Effect.catch(() => Effect.succeed(Result.fail(unknown("notKept", "documents")))))

const sidesOf = Effect.fnUntraced(function*(documentId: string) {
  const found = Option.getOrUndefined(yield* get(KycDocuments, documentId))?.value
  if (found === undefined || found.erasedAt !== undefined) return undefined
  const { back, documentType, front } = found
  const named = (side: DocumentSide, name: string) =>
    side.fileId === null || side.fileType === null
      ? []
      : [{ fileId: side.fileId, fileType: side.fileType, side: back === null ? undefined : name }]
  return { documentType, sides: [...named(front, "FRONT_SIDE"), ...back === null ? [] : named(back, "BACK_SIDE")] }
})
