// What a PIX on a charge does to its deposit, by what was paid and when. Pure; amounts in cents, instants in Unix
// milliseconds. Invariant: what funds the deposit and what goes back to the payer add up to what was paid.
import { type Cents, compare, subtract, zero } from "../money/units.ts"

/** What is known of the charge. */
export interface ChargeOpen {
  readonly value: Cents
  readonly expiresAt: number
  /** Whether a PIX has already funded the deposit. */
  readonly isFunded: boolean
}

/** What is known of the PIX; `value` null means the value of the charge. */
export interface PixReceived {
  readonly value: Cents | null
  /** When the rail settled it; null where the rail does not say. */
  readonly paidAt: number | null
}

/**
 * `Funds`: the deposit is funded, at the current price where `isLate`, and `surplus` goes back as a part of the same PIX.
 * `Partial`: it is below the charge, does not fund it, and goes back whole. `Surplus`: another PIX funded the deposit, and
 * this one goes back whole.
 */
export type PaymentReceived =
  | { readonly _tag: "Funds"; readonly surplus: Cents; readonly isLate: boolean }
  | { readonly _tag: "Partial"; readonly returned: Cents }
  | { readonly _tag: "Surplus"; readonly returned: Cents }

/** How much of the PIX goes back to its payer. */
export const goesBack = (received: PaymentReceived): Cents =>
  received._tag === "Funds" ? received.surplus : received.returned

/**
 * Decides a PIX on a charge. It is late when the rail settled it at or after `expiresAt`; where the rail does not say when,
 * `now` counts, the instant at which we learned of it.
 */
export const paymentReceived = (charge: ChargeOpen, pix: PixReceived, now: number): PaymentReceived => {
  const paid = pix.value ?? charge.value
  if (charge.isFunded) return { _tag: "Surplus", returned: paid }
  if (compare(paid, charge.value) < 0) return { _tag: "Partial", returned: paid }
  return {
    _tag: "Funds",
    surplus: subtract(paid, charge.value) ?? zero("BRL"),
    isLate: (pix.paidAt ?? now) >= charge.expiresAt
  }
}
