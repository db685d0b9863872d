// What the audits of a plane have found so far, one record of it: every process that is asked tells the same figures.
import { Schema } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { recordKind } from "../../engine/store/records.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const AuditTally = Schema.Struct({
  id: Schema.Literal("audit"),
  owner: Schema.Literal(operatorOwner),
  audits: Schema.Int,
  failures: Schema.Int,
  /** Rows that were looked at, and violations by the name of their invariant, in all audits. */
  checks: Schema.Int,
  violations: Schema.Record(Schema.String, Schema.Int),
  /** Unix milliseconds: since when one is running, when the last one ended well, from when the next may begin. */
  runningSince: Schema.NullOr(Schema.Int),
  endedAt: Schema.NullOr(Schema.Int),
  nextAt: Schema.Int
})
export type AuditTally = typeof AuditTally.Type

export const AuditTallies = recordKind({
  kind: "auditTally",
  schema: AuditTally,
  personal: noPersonalData("counts of an audit")
})

/** Before the first audit. */
export const firstTally = (nextAt: number): AuditTally => ({
  id: "audit",
  owner: operatorOwner,
  audits: 0,
  failures: 0,
  checks: 0,
  violations: {},
  runningSince: null,
  endedAt: null,
  nextAt
})

/** What one audit says of one invariant, as far as it is counted. */
interface Counted {
  readonly invariant: string
  readonly looked: number
  readonly violations: number
}

/** The tally after one more audit. */
export const counted = (
  before: AuditTally,
  findings: ReadonlyArray<Counted>,
  endedAt: number,
  nextAt: number
): AuditTally => {
  const violations: Record<string, number> = { ...before.violations }
  for (const { invariant, violations: found } of findings) {
    violations[invariant] = (violations[invariant] ?? 0) + found
  }
  const looked = findings.reduce((sum, finding) => sum + finding.looked, 0)
  return {
    ...before,
    audits: before.audits + 1,
    checks: before.checks + looked,
    violations,
    runningSince: null,
    endedAt,
    nextAt
  }
}
