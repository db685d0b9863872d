// POST /admin/dead-jobs/{jobId}/retry: a dead letter is tried once more, its attempts still counted, so that it looks up what
// it may have requested (0107). The action is written down first: a job that runs again without a trace cannot be.
import { Clock, Effect, Option } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { explainable } from "../../reports/explain/explainable.ts"
import { JobQueue } from "../../engine/store/job-queue.ts"
import { DuplicateKey, Store, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { jobView } from "../../reports/explain/job-view.ts"

/** Makes a dead letter due now. */
export const reviveDeadJob = Effect.fnUntraced(function*(operator: Actor, id: string) {
  const queue = yield* JobQueue
  const now = yield* Clock.currentTimeMillis
  const job = Option.getOrUndefined(yield* queue.find(id))
  if (job === undefined || !job.isDead) return yield* new NotFound({ resource: "Job" })
  const action = {
    action: "job.retry",
    owner: yield* ownerOf(job.subject),
    subject: id,
    version: job.attempt,
    detail: { task: job.task, subject: job.subject, problem: job.problem },
    at: now
  }
  // Asked for before and not carried out: the action stands already.
  yield* Store.use((store) => store.commit(changeSet({ writes: [actOf(operator, action)] }))).pipe(
    Effect.catchIf((error) => error instanceof DuplicateKey, () => Effect.void)
  )
  yield* queue.revive(id, now)
  return jobView({ ...job, isDead: false, runAt: now })
})

// Whose record the job is about; what recurs is about none.
const ownerOf = Effect.fnUntraced(function*(subject: string) {
  const questions = Object.keys(explainable).map((kind) => ({ by: "id" as const, kind, id: subject }))
  const found = yield* Store.use((store) => store.ask(questions))
  return found.flat()[0]?.record.owner ?? operatorOwner
})
