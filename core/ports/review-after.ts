// How long doubt lasts before an operator has to look at it (C70). The hours are the operator's to set.
import { Context } from "effect"
import { limits } from "../base/limits/limits.ts"

const hourMs = 3_600_000

/** Milliseconds each. */
export interface DoubtLimits {
  /** A movement whose outcome is unknown. */
  readonly unknownMs: number
  /** A movement that is held for too little float or fuel, a limit, a pause or a missing signature. */
  readonly heldMs: number
  /** A report of a provider that was accepted and cannot be applied yet. */
  readonly keptMs: number
}

export const ReviewAfter = Context.Reference<DoubtLimits>("pontepay/core/ports/ReviewAfter", {
  defaultValue: () => ({ unknownMs: 4 * hourMs, heldMs: 4 * hourMs, keptMs: limits.earlyReturnMs })
})
