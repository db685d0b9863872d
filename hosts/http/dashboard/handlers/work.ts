// What waits, what broke and what needs a person; the operator's alone.
import { Clock, Effect } from "effect"
import { listDeadJobs } from "../../../../core/job/list-dead-jobs.ts"
import { reviveDeadJob } from "../../../../core/job/revive-dead-job.ts"
import { JobQueue } from "../../../../core/ports/job-queue.ts"
import { listOwing } from "../../../../core/reconcile/list-owing.ts"
import { listActs } from "../../../../core/review/list-acts.ts"
import { listReviews } from "../../../../core/review/list-reviews.ts"
import { isoInstantOrNull } from "../../../../core/time/instant.ts"
import type { Handlers } from "../bind.ts"

export const workHandlers: Handlers<
  "listOpen" | "readQueue" | "listDeadJobs" | "retryDeadJob" | "listReviews" | "listActs"
> = {
  listOpen: (_, { query }) => listOwing({ cursor: query.cursor, isUnknown: query.unknown === "true" }),
  readQueue: Effect.fnUntraced(function*() {
    const now = yield* Clock.currentTimeMillis
    const depth = yield* JobQueue.use((queue) => queue.depth(now))
    return { ...depth, oldestDueAt: isoInstantOrNull(depth.oldestDueAt) }
  }),
  listDeadJobs: (_, { query }) => listDeadJobs(query.cursor),
  retryDeadJob: ({ operator }, { params }) => reviveDeadJob(operator, params.jobId),
  listReviews: (_, { query }) => listReviews(query.cursor),
  listActs: (_, { query }) => listActs(query.cursor)
}
