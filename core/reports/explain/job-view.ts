// A job as the operator sees it.
import type { Reason } from "../../base/reason/reason.ts"
import { englishReason } from "../../base/reason/english.ts"
import { isoInstant, isoInstantOrNull } from "../../base/time/instant.ts"

interface JobFields {
  readonly id: string
  readonly task: string
  readonly subject: string
  readonly runAt: number
  readonly attempt: number
  readonly leasedUntil: number | null
  readonly isDead: boolean
  readonly problem: Reason | null
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
  problem: problem && englishReason(problem),
  cause: problem
})
