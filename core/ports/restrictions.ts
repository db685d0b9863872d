// What restricts an environment, in one value. Each restriction is a service without a default, and each part of the value is required:
// whoever makes an environment writes every one of them, and where there is none writes that.
import { Context, Layer } from "effect"
import { RequiredFields } from "../standards/identity/declaration.ts"
import type { Cents } from "../base/money/units.ts"
import { DocumentRetention } from "./document-store.ts"
import { type FloatMark, FloatMarks } from "./float-marks.ts"
import { PersonRetention } from "./person-retention.ts"
import { type LimitsOfTreasuries, TreasuryLimits } from "./treasury-limits.ts"

/** Above how many cents of a dollar an operation is refused (0229). */
export class OperationLimit extends Context.Service<OperationLimit, bigint | null>()(
  "pontepay/core/ports/OperationLimit"
) {
  static readonly none = null
}

/** Above how many cents of a real an order of an operator waits for a second one (C62). */
export class SecondOperatorAbove extends Context.Service<SecondOperatorAbove, Cents | null>()(
  "pontepay/core/ports/SecondOperatorAbove"
) {
  /** No order waits. */
  static readonly none = null
}

/** What restricts an environment. */
export interface Restrictions {
  /** In cents of a dollar, at the official rate of the day; or `OperationLimit.none`. */
  readonly operationLimit: bigint | null
  /** In cents of a real; or `SecondOperatorAbove.none`. */
  readonly secondOperatorAbove: Cents | null
  /** As `deposit.purpose`; or `RequiredFields.none`. */
  readonly requiredFields: ReadonlyArray<string>
  /** What may leave each treasury without an operator; or `TreasuryLimits.none`. */
  readonly treasuryLimits: LimitsOfTreasuries
  /** What floats should hold, and where what is above may be swept to; or `FloatMarks.none`. */
  readonly floatMarks: ReadonlyArray<FloatMark>
  /** In milliseconds; or `DocumentRetention.forever`. */
  readonly documentRetentionMs: number | null
  /** In milliseconds; or `PersonRetention.ofTheLaw`. */
  readonly personRetentionMs: number
}

/** The services of all restrictions. */
export type Restricting =
  | OperationLimit
  | SecondOperatorAbove
  | RequiredFields
  | TreasuryLimits
  | FloatMarks
  | DocumentRetention
  | PersonRetention

/** All restrictions of an environment as a layer. */
export const restrictions = (values: Restrictions): Layer.Layer<Restricting> =>
  Layer.succeedContext(
    Context.make(OperationLimit, values.operationLimit).pipe(
      Context.add(SecondOperatorAbove, values.secondOperatorAbove),
      Context.add(RequiredFields, values.requiredFields),
      Context.add(TreasuryLimits, values.treasuryLimits),
      Context.add(FloatMarks, values.floatMarks),
      Context.add(DocumentRetention, values.documentRetentionMs),
      Context.add(PersonRetention, values.personRetentionMs)
    )
  )
