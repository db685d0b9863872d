// A KYC document: sides that are uploaded, or a liveness capture that is confirmed (spec "Document readiness", C28).
// Invariant: a side is filled at most once and never replaced, and only what is filled on every side is ready.
import { Effect, Option, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { type Stored, get, recordKind, replace } from "../../engine/store/records.ts"
import { releaseWrites } from "./document-usage.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

/** PROOF is a document of a company's proof of address or of financial capacity (C28). */
export const DocumentType = Schema.Literals([
  "SELFIE-FROM-LIVENESS",
  "SELFIE",
  "ID",
  "DRIVERS-LICENSE",
  "PASSPORT",
  "PROOF"
])
export type DocumentType = typeof DocumentType.Type

export const FileType = Schema.Literals(["image/jpeg", "image/png", "application/pdf"])
export type FileType = typeof FileType.Type

/** One side of a document, or the one capture of a liveness session. */
export const DocumentSide = Schema.Struct({
  /** Unix milliseconds from which it can no longer be filled. */
  expiresAt: Schema.Int,
  completedAt: Schema.NullOr(Schema.Int),
  /** Under what the file is kept, and what it is; null until it came, and for a capture, which leaves no file with us. */
  fileId: Schema.NullOr(Schema.String),
  fileType: Schema.NullOr(FileType),
  /** Size of the file; absent where there is none. */
  bytes: Schema.optionalKey(Schema.Int)
})
export type DocumentSide = typeof DocumentSide.Type

export const KycDocument = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  subAccountId: Schema.String,
  documentType: DocumentType,
  /** The liveness session; null for documents that are uploaded. */
  sessionId: Schema.NullOr(Schema.String),
  /** The API key that its addresses were made with; absent where there was none. */
  keyId: Schema.optionalKey(Schema.String),
  front: DocumentSide,
  /** Null when the document has one side. */
  back: Schema.NullOr(DocumentSide),
  /** When a submission named it first; absent while none did. */
  attachedAt: Schema.optionalKey(Schema.Int),
  /** When its files were given up; absent while it is kept. */
  erasedAt: Schema.optionalKey(Schema.Int),
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type KycDocument = typeof KycDocument.Type

export const KycDocuments = recordKind({
  kind: "kycDocument",
  schema: KycDocument,
  personal: noPersonalData("whose document of which type it is; the file is in the document store"),
  lists: { bySubAccount: (kycDocument: KycDocument) => kycDocument.subAccountId, all: () => "all" }
})

/** The sides by their names on the wire. */
export type SideName = "front" | "back"

/** A side that waits to be filled. */
export const emptySide = (expiresAt: number): DocumentSide => ({
  expiresAt,
  completedAt: null,
  fileId: null,
  fileType: null
})

/** Whether every side is filled. What was filled in time stays ready until it is erased. */
export const isReady = ({ back, erasedAt, front }: KycDocument): boolean =>
  erasedAt === undefined && front.completedAt !== null && (back === null || back.completedAt !== null)

/** Whether the document is a confirmed liveness capture, the only selfie that a KYC form takes. */
export const isLiveness = ({ documentType }: KycDocument): boolean => documentType === "SELFIE-FROM-LIVENESS"

/** The same document with one side filled. */
export const filled = (
  kycDocument: KycDocument,
  name: SideName,
  parts: Pick<DocumentSide, "bytes" | "fileId" | "fileType">,
  now: number
): KycDocument => {
  const side = kycDocument[name]
  return side === null
    ? kycDocument
    : { ...kycDocument, [name]: { ...side, ...parts, completedAt: now }, updatedAt: now }
}

/** The writes that say a submission names these documents of an account; none for what an earlier one named. */
export const attachWrites = Effect.fnUntraced(function*(named: ReadonlyArray<Stored<KycDocument>>, now: number) {
  const fresh = named.filter(({ value }) => value.attachedAt === undefined)
  const bytes = fresh.reduce((sum, { value }) => sum + bytesOf(value), 0)
  const usage = yield* releaseWrites(fresh[0]?.value.owner ?? "", { count: fresh.length, bytes })
  return [
    ...fresh.map((before) => replace(KycDocuments, before, { ...before.value, attachedAt: now, updatedAt: now })),
    ...usage
  ]
})

/** The bytes that a document's files take. */
export const bytesOf = ({ back, front }: KycDocument): number => (front.bytes ?? 0) + (back?.bytes ?? 0)

/** The files that a document names. */
export const filesOf = ({ back, front }: KycDocument): ReadonlyArray<string> =>
  [front, back].flatMap((side) => side?.fileId ?? [])

/** What stays of a document whose files are gone: that it was there, and when it was filled. */
export const withoutFiles = (kycDocument: KycDocument): KycDocument => {
  const empty = ({ completedAt, expiresAt }: DocumentSide) => ({ ...emptySide(expiresAt), completedAt })
  return { ...kycDocument, front: empty(kycDocument.front), back: kycDocument.back && empty(kycDocument.back) }
}

/** Whose documents are meant: a caller, or the account of a hosted attempt. */
export interface DocumentOwner {
  readonly account: Pick<Caller["account"], "id">
  /** The key that addresses are made with. */
  readonly keyId?: string
}

/** A document of one of the owner's subaccounts; one of somebody else is refused like one that is missing. */
export const documentInScope = Effect.fnUntraced(
  function*(caller: DocumentOwner, subAccountId: string, documentId: string) {
    const found = Option.getOrUndefined(yield* get(KycDocuments, documentId))
    const isTheirs = found?.value.owner === caller.account.id && found.value.subAccountId === subAccountId
    return found === undefined || !isTheirs ? yield* new NotFound({ resource: "Document" }) : found
  }
)
