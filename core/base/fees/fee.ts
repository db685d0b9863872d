// The fee of one operation and where it falls (spec "Fees"; C4, C5). Invariant: gross = net + fee, exactly, and
// a fee taken out of a value is never more than the value.
import { type Cents, add, min, mulDivHalfUp, unitsUnsafe } from "../money/units.ts"
import { type FeeOperation, type FeeOverrides, type FeeRow, feeSchedule } from "./schedule.ts"

/** What the customer pays in all, what we keep, and what the receiving side is worth; in cents. */
export interface FeeLines {
  readonly gross: Cents
  readonly fee: Cents
  readonly net: Cents
}

const rounded = { halfUp: mulDivHalfUp } satisfies Record<FeeRow["rounding"], typeof mulDivHalfUp>

/**
 * The fee in cents for an operation of `value` cents, half up to the cent. Where the fee is inside the value and an
 * override would make it more, it is the whole value: the net is zero and the caller refuses the operation as too small.
 */
export const feeFor = (operation: FeeOperation, value: Cents, overrides: FeeOverrides = {}): Cents => {
  const row = { ...feeSchedule[operation], ...overrides[operation] }
  const share = unitsUnsafe("BRL", rounded[row.rounding](value, BigInt(row.basisPoints), 10_000n))
  const fee = add(row.fixedCents, share)
  return row.placement === "inside" ? min(fee, value) : fee
}

/** Gross, fee and net of an operation of `value` cents: on top the value is the net, inside it is the gross. */
export const feeLines = (operation: FeeOperation, value: Cents, overrides: FeeOverrides = {}): FeeLines => {
  const fee = feeFor(operation, value, overrides)
  switch (feeSchedule[operation].placement) {
    case "onTop":
      return { gross: add(value, fee), fee, net: value }
    case "inside":
      return { gross: value, fee, net: unitsUnsafe("BRL", value - fee) }
  }
}
