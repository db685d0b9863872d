// What an account keeps of documents that no submission names yet (0201). It has a quota, so that whoever has a key, or a hosted
// page, fills no disk; what a submission names is business and no longer counts.
import { Effect, Option, Schema } from "effect"
import { DocumentQuotaReached } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { type Stored, get, insert, recordKind, replace } from "../../engine/store/records.ts"
import { DuplicateKey, VersionConflict } from "../../engine/store/store.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const DocumentUsage = Schema.Struct({
  /** The account's own id. */
  id: Schema.String,
  owner: Schema.String,
  count: Schema.Int,
  bytes: Schema.Int
})

export const DocumentUsages = recordKind({
  kind: "documentUsage",
  schema: DocumentUsage,
  personal: noPersonalData("counts")
})

/** Documents and the bytes of their files. */
interface Usage {
  readonly count: number
  readonly bytes: number
}

/** The writes that add to what an account keeps; refuses what goes beyond the quota. */
export const takeWrites = Effect.fnUntraced(function*(owner: string, more: Usage) {
  const { before, used } = yield* usageOf(owner)
  const count = used.count + more.count
  const bytes = used.bytes + more.bytes
  const quota = limits.unattachedDocuments
  const isBeyond = more.count > 0 && count > quota.count || more.bytes > 0 && bytes > quota.bytes
  return isBeyond ? yield* new DocumentQuotaReached() : usageWrites(owner, before, { count, bytes })
})

/** The writes that take away from it. */
export const releaseWrites = Effect.fnUntraced(function*(owner: string, less: Usage) {
  if (less.count === 0) return []
  const { before, used } = yield* usageOf(owner)
  return usageWrites(owner, before, {
    count: Math.max(0, used.count - less.count),
    bytes: Math.max(0, used.bytes - less.bytes)
  })
})

const usageOf = Effect.fnUntraced(function*(owner: string) {
  const before = Option.getOrUndefined(yield* get(DocumentUsages, owner))
  return { before, used: before?.value ?? { count: 0, bytes: 0 } }
})

// A commit that finds another write there is made again.
const usageWrites = (owner: string, before: Stored<typeof DocumentUsage.Type> | undefined, used: Usage) => {
  const after = { id: owner, owner, ...used }
  return [before === undefined ? insert(DocumentUsages, after) : replace(DocumentUsages, before, after)]
}

/** Whether a commit lost to another one that was faster. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof VersionConflict || error instanceof DuplicateKey && error.kind === DocumentUsages.kind
