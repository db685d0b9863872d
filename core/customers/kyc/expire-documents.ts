// Worker step that recurs: documents whose time is over are erased (0200). What no submission named has a fixed time, what one
// did the time that is configured. A run is bounded; the next one goes on where it stopped, and begins again after the last.
import { Clock, Effect } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { DocumentRetention } from "../../ports/document-store.ts"
import { again } from "../../engine/store/job-queue.ts"
import { type ListedRecord, feed } from "../../engine/store/records.ts"
import { nextOfSweep } from "../../engine/store/sweeps.ts"
import { eraseDocument } from "./erase-document.ts"
import { type KycDocument, KycDocuments, filesOf } from "./document.ts"

/** Documents that one run looks at. */
const documentsPerRun = 200
/** Time before the next run: soon where there are more, and when all were looked at. */
const soonMs = 1_000
const sweepMs = 3_600_000

/** Erases the next documents whose time is over. */
export const expireDocuments = Effect.fnUntraced(function*() {
  const { hasMore, rows } = yield* nextDocuments
  const now = yield* Clock.currentTimeMillis
  const retentionMs = yield* DocumentRetention
  for (const row of rows) {
    const isHalfErased = row.value.erasedAt !== undefined && filesOf(row.value).length > 0
    if (isHalfErased || isOver(row.value, now, retentionMs)) yield* erase(row, now)
  }
  return again(hasMore ? soonMs : sweepMs)
})

const nextDocuments = nextOfSweep("documents", documentsPerRun, {
  read: (after) => feed(KycDocuments, "all", "all", { after: BigInt(after ?? "0"), limit: documentsPerRun }),
  placeOf: ({ seq }) => String(seq)
})

const isOver = (
  { attachedAt, createdAt, erasedAt }: KycDocument,
  now: number,
  retentionMs: number | null
): boolean => {
  if (erasedAt !== undefined) return false
  if (attachedAt === undefined) return now >= createdAt + limits.unattachedDocumentMs
  return retentionMs !== null && now >= attachedAt + retentionMs
}

const erase = (row: ListedRecord<KycDocument>, now: number) =>
  eraseDocument(row, now).pipe(
    // A submission was faster, or another process: the next run sees what stands.
    Effect.catchTag("VersionConflict", () => Effect.void),
    Effect.catchTag("DocumentStoreUnavailable", ({ reason }) =>
      Effect.logWarning("A document could not be deleted", { documentId: row.value.id, reason }))
  )
