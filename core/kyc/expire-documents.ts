// Worker step that recurs: documents whose time is over are erased (0200). What no submission named has a fixed time, what one
// did the time that is configured. A run is bounded; the next one goes on where it stopped, and begins again after the last.
import { Clock, Effect, Option } from "effect"
import { limits } from "../limits/limits.ts"
import { DocumentRetention, DocumentStore } from "../ports/document-store.ts"
import { again } from "../ports/job-queue.ts"
import { type ListedRecord, type Stored, feed, get, replace } from "../ports/records.ts"
import { Store, type Write, changeSet } from "../ports/store.ts"
import { nextOfSweep } from "../ports/sweeps.ts"
import { releaseWrites } from "./document-usage.ts"
import { type KycDocument, KycDocuments, bytesOf, filesOf, withoutFiles } from "./document.ts"

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
  return again(hasMore ? soonMs : sweepMs, "")
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

// The record gives the files up first, so that no submission names what is about to go; it forgets their names when they
// are gone, so that a process that dies in between leaves none behind.
const erase = (row: ListedRecord<KycDocument>, now: number) =>
  Effect.gen(function*() {
    if (row.value.erasedAt === undefined) {
      const released = { count: 1, bytes: bytesOf(row.value) }
      const usage = row.value.attachedAt === undefined ? yield* releaseWrites(row.value.owner, released) : []
      yield* put(row, { ...row.value, erasedAt: now, updatedAt: now }, usage)
    }
    const given = Option.getOrUndefined(yield* get(KycDocuments, row.value.id))
    if (given === undefined || filesOf(given.value).length === 0) return
    yield* DocumentStore.use(({ remove }) => Effect.forEach(filesOf(given.value), remove, { discard: true }))
    yield* put(given, withoutFiles(given.value))
  }).pipe(
    // A submission was faster, or another process: the next run sees what stands.
    Effect.catchTag("VersionConflict", () => Effect.void),
    Effect.catchTag("DocumentStoreUnavailable", ({ reason }) =>
      Effect.logWarning("A document could not be deleted", { documentId: row.value.id, reason }))
  )

const put = (before: Stored<KycDocument>, after: KycDocument, usage: ReadonlyArray<Write> = []) =>
  Store.use((store) => store.commit(changeSet({ writes: [replace(KycDocuments, before, after), ...usage] })))
