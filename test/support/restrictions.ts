// What restricts the environments of tests: nothing, unless a test says what.
import { DocumentRetention } from "../../core/ports/document-store.ts"
import { FloatMarks } from "../../core/ports/float-marks.ts"
import { PersonRetention } from "../../core/ports/person-retention.ts"
import { OperationLimit, type Restrictions, SecondOperatorAbove } from "../../core/ports/restrictions.ts"
import { TreasuryLimits } from "../../core/ports/treasury-limits.ts"
import { RequiredFields } from "../../core/standards/identity/declaration.ts"

export const unrestricted: Restrictions = {
  operationLimit: OperationLimit.none,
  secondOperatorAbove: SecondOperatorAbove.none,
  requiredFields: RequiredFields.none,
  treasuryLimits: TreasuryLimits.none,
  floatMarks: FloatMarks.none,
  documentRetentionMs: DocumentRetention.forever,
  personRetentionMs: PersonRetention.ofTheLaw
}

/** What variables say, for hosts that are given adapters. */
export const asConfigured = (configured: Restrictions): Restrictions => configured
