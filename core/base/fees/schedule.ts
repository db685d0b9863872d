// What each operation costs, as data (spec "Limits" and "Fees"; C4, C5, C6). A row says its rounding and whether
// the fee is added to the value or taken out of it; an account may override the figures, never the rule.
import { Schema } from "effect"
import { type Cents, CentsFromNumber, unitsUnsafe } from "../money/units.ts"

/** What may cost a fee. */
export type FeeOperation = "payout" | "deposit" | "lightningInvoice" | "transfer" | "swap"

/** What one operation costs. */
export interface FeeRow {
  readonly fixedCents: Cents
  /** Hundredths of a percent of the value. */
  readonly basisPoints: number
  readonly rounding: "halfUp"
  /** `onTop`: the customer pays value + fee. `inside`: the customer receives value - fee. */
  readonly placement: "onTop" | "inside"
}

const none = unitsUnsafe("BRL", 0n)

/** The fees of every operation, unless an account has figures of its own. */
export const feeSchedule: { readonly [O in FeeOperation]: FeeRow } = {
  payout: { fixedCents: unitsUnsafe("BRL", 150n), basisPoints: 250, rounding: "halfUp", placement: "onTop" },
  deposit: { fixedCents: none, basisPoints: 250, rounding: "halfUp", placement: "inside" },
  lightningInvoice: { fixedCents: none, basisPoints: 250, rounding: "halfUp", placement: "onTop" },
  transfer: { fixedCents: none, basisPoints: 0, rounding: "halfUp", placement: "onTop" },
  swap: { fixedCents: none, basisPoints: 0, rounding: "halfUp", placement: "onTop" }
}

const FeeOverride = Schema.Struct({
  fixedCents: Schema.optionalKey(CentsFromNumber),
  basisPoints: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })))
})

/** The figures an account pays instead of the schedule's; what is absent stays as scheduled. */
export const FeeOverrides = Schema.Struct({
  payout: Schema.optionalKey(FeeOverride),
  deposit: Schema.optionalKey(FeeOverride),
  lightningInvoice: Schema.optionalKey(FeeOverride),
  transfer: Schema.optionalKey(FeeOverride),
  swap: Schema.optionalKey(FeeOverride)
})
export type FeeOverrides = typeof FeeOverrides.Type
