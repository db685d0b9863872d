// Worker step that recurs: the invariants of the whole plane, judged while it lives (0113). One process of those that share
// a plane audits it at a time, and the pause keeps the share of its time small. What does not hold is an error in the log,
// a figure of the metrics, and before the operator, once a place.
import { Clock, Effect, Option } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { type AuditFinding, Auditor } from "../../ports/auditor.ts"
import { again } from "../../engine/store/job-queue.ts"
import { type Stored, get, insert, replace } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { raisedWrite } from "../../engine/review/solve-review.ts"
import { AuditTallies, type AuditTally, counted, firstTally } from "./tally-of-audits.ts"

/** How often a plane that is not audited looks whether that has changed. */
const offMs = 300_000

/** How often a running audit is requested. */
const askMs = 1_000

/** An audit that its process has not ended by then is another's to begin. */
export const auditPatienceMs = 600_000

/** The share of the time that audits may take: one part of so many. */
const idleParts = 20

/** Begins an audit when it is time, and takes down what came of one. */
export const auditPlane = Effect.fnUntraced(function*() {
  const auditor = yield* Auditor
  if (auditor.everyMs === null) return again(offMs)
  const before = Option.getOrUndefined(yield* get(AuditTallies, "audit"))
  const state = yield* auditor.state
  const now = yield* Clock.currentTimeMillis
  const pauseAfter = (tookMs: number, everyMs: number) => now + Math.max(everyMs, tookMs * idleParts)
  switch (state._tag) {
    case "Running":
      return again(askMs)
    case "Failed": {
      const nextAt = pauseAfter(state.tookMs, auditor.everyMs)
      yield* Effect.logError("The plane could not be audited", { reason: state.reason })
      const tally = before?.value ?? firstTally(nextAt)
      yield* keep(before, { ...tally, failures: tally.failures + 1, runningSince: null, nextAt })
      return again(nextAt - now)
    }
    case "Ended": {
      const nextAt = pauseAfter(state.tookMs, auditor.everyMs)
      yield* report(state.findings, now)
      yield* keep(before, counted(before?.value ?? firstTally(nextAt), state.findings, now, nextAt))
      return again(nextAt - now)
    }
    case "Idle":
      return yield* beginWhenDue(before, auditor, auditor.everyMs, now)
  }
})

const beginWhenDue = Effect.fnUntraced(function*(
  before: Stored<AuditTally> | undefined,
  auditor: Auditor["Service"],
  everyMs: number,
  now: number
) {
  // A service that starts has other things to do first.
  if (before === undefined) {
    yield* keep(before, firstTally(now + everyMs))
    return again(everyMs)
  }
  const { nextAt, runningSince } = before.value
  if (runningSince !== null && now - runningSince < auditPatienceMs) return again(askMs)
  if (now < nextAt) return again(Math.min(nextAt - now, everyMs))
  yield* keep(before, { ...before.value, runningSince: now })
  yield* auditor.begin
  return again(askMs)
})

const keep = (before: Stored<AuditTally> | undefined, after: AuditTally) => {
  const write = before === undefined ? insert(AuditTallies, after) : replace(AuditTallies, before, after)
  return Store.use((store) => store.commit(changeSet({ writes: [write] })))
}

const report = (findings: ReadonlyArray<AuditFinding>, createdAt: number) =>
  Effect.forEach(
    findings.filter(({ violations }) => violations > 0),
    Effect.fnUntraced(function*({ invariant, places, violations }) {
      yield* Effect.logError("An invariant does not hold", { invariant, violations, first: places[0] })
      yield* Effect.forEach(places, ({ problem, record }) => raise(invariant, record, problem, createdAt), {
        discard: true
      })
    }),
    { discard: true }
  )

const raise = Effect.fnUntraced(function*(invariant: string, record: string, problem: string, createdAt: number) {
  const reason = { code: "invariantBroken", invariant, detail: problem } as const
  const writes = yield* raisedWrite({ owner: operatorOwner, subject: record, reason, createdAt })
  if (writes.length > 0) yield* Store.use((store) => store.commit(changeSet({ writes })))
})
