// A job as the operator sees it.
import { isoInstant, isoInstantOrNull } from "../../base/time/instant.ts"

interface JobFields {
  readonly id: string
  readonly task: string
  readonly subject: string
  readonly runAt: number
  readonly attempt: number
  readonly leasedUntil: number | null
  readonly isDead: boolean
  readonly problem: string
}

/** A job with its times as text; `nextAttemptAt` is null for a dead one. */
export const jobView = ({ attempt, id, isDead, leasedUntil, problem, runAt, subject, task }: JobFields) => ({
  jobId: id,
  task,
  subject,
  attempt,
  dead: isDead,
  nextAttemptAt: isDead ? null : isoInstant(runAt),
  lastDueAt: isoInstant(runAt),
  heldUntil: isoInstantOrNull(leasedUntil),
  problem: problem === "" ? null : problem
})
