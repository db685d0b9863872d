// GET /admin/open: every record that has an end to come to, with its state, since when, and when it is tried next; how many
// there are of each kind, and how old the oldest outcome is that no one knows yet.
import { base64urlnopad, utf8 } from "@scure/base"
import { Clock, Effect } from "effect"
import { englishReason } from "../../base/reason/english.ts"
import { type ValidationFailed, invalidField } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { stateIn, timesIn } from "../../engine/store/body-fields.ts"
import { type OwedJob, type OwingCount, type RawRecord, type RecordName, Store } from "../../engine/store/store.ts"
import { isoInstant, isoInstantOrNull, secondsUntil } from "../../base/time/instant.ts"

export interface ListOwing {
  readonly cursor?: string | undefined
  /** Whether only records with an outcome that is not known are requested. */
  readonly isUnknown: boolean
}

/** One page of what is open, by kind and id, and how much there is in all. */
export const listOwing = Effect.fnUntraced(function*({ cursor, isUnknown }: ListOwing) {
  const store = yield* Store
  const now = yield* Clock.currentTimeMillis
  const after = cursor === undefined ? undefined : yield* placeOf(cursor)
  const limit = limits.eventPage
  const rows = yield* store.owing({ isDoubted: isUnknown, limit, ...(after === undefined ? {} : { after }) })
  const found = yield* store.ask(rows.map(({ id, kind }) => ({ by: "id", kind, id })))
  const counts = yield* store.owingCounts
  const last = rows.at(-1)
  return {
    kinds: counts.map((count) => countView(count, now)),
    open: rows.flatMap((row, index) => (found[index] ?? []).map(({ record }) => rowView(row, record, now))),
    nextCursor: last === undefined || rows.length < limit ? null : cursorAt(last)
  }
})

const countView = ({ doubted, doubtedAt, kind, records }: OwingCount, now: number) => ({
  kind,
  open: records,
  unknown: doubted,
  oldestUnknownSeconds: doubtedAt === null ? null : secondsUntil(doubtedAt, now)
})

// An outcome that is unknown is as old as the doubt; anything else as the last change of its record.
const rowView = (row: OwedJob, record: RawRecord, now: number) => {
  const since = row.doubtedAt ?? timesIn(record).updatedAt
  return {
    kind: row.kind,
    id: row.id,
    accountId: record.owner,
    state: stateIn(record),
    isUnknown: row.doubtedAt !== null,
    since: isoInstant(since),
    ageSeconds: secondsUntil(since, now),
    job: row.job,
    jobStatus: row.status,
    nextAttemptAt: row.status === "waiting" ? isoInstantOrNull(row.runAt) : null,
    attempts: row.attempt,
    problem: row.problem === null ? "" : englishReason(row.problem),
    cause: row.problem
  }
}

const cursorAt = ({ id, kind }: RecordName): string => base64urlnopad.encode(utf8.decode(`${kind} ${id}`))

// A forged cursor can only name another place of the same walk.
const placeOf = (cursor: string): Effect.Effect<RecordName, ValidationFailed> =>
  Effect.try({
    try: () => {
      const text = utf8.encode(base64urlnopad.decode(cursor))
      const end = text.indexOf(" ")
      if (end < 1 || text.includes("\u0000")) throw new Error("no place")
      return { kind: text.slice(0, end), id: text.slice(end + 1) }
    },
    catch: () => invalidField("cursor", "not a cursor of this list")
  })
