// GET /admin/dead-jobs: jobs that broke again and again and were put aside, the last that was due first.
import { base64urlnopad, utf8 } from "@scure/base"
import { Effect } from "effect"
import { type ValidationFailed, invalidField } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { type DeadPlace, JobQueue } from "../../engine/store/job-queue.ts"
import { jobView } from "../../reports/explain/job-view.ts"

/** One page of dead letters. */
export const listDeadJobs = Effect.fnUntraced(function*(cursor: string | undefined) {
  const limit = limits.eventPage
  const before = cursor === undefined ? undefined : yield* placeOf(cursor)
  const page = before === undefined ? { limit: limit + 1 } : { limit: limit + 1, before }
  const rows = yield* JobQueue.use((queue) => queue.dead(page))
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    jobs: shown.map(jobView),
    nextCursor: rows.length > limit && last !== undefined ? cursorAt(last) : null
  }
})

const cursorAt = ({ id, runAt }: DeadPlace): string => base64urlnopad.encode(utf8.decode(`${runAt} ${id}`))

// A forged cursor can only name another place of the same list.
const placeOf = (cursor: string): Effect.Effect<DeadPlace, ValidationFailed> =>
  Effect.try({
    try: () => {
      const [, runAt, id] = /^(\d{1,15}) ([^\u0000]*)$/.exec(utf8.encode(base64urlnopad.decode(cursor))) ?? []
      if (runAt === undefined || id === undefined) throw new Error("no place")
      return { runAt: Number(runAt), id }
    },
    catch: () => invalidField("cursor", "not a cursor of this list")
  })
