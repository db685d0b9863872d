// The words of what moves records, by the kinds of the records that are explained: those of the service for triggers, and the
// shape of what a language needs. What is new in a lifecycle does not compile until both languages have a word for it.
import type { depositStates } from "../../../../core/payments/deposit/deposit.states.ts"
import { depositTriggers } from "../../../../core/payments/deposit/deposit.triggers.ts"
import type { disputeStates } from "../../../../core/payments/dispute/dispute.states.ts"
import { disputeTriggers } from "../../../../core/payments/dispute/dispute.triggers.ts"
import type { kycStates } from "../../../../core/customers/kyc/kyc-attempt.states.ts"
import { kycTriggers } from "../../../../core/customers/kyc/kyc-attempt.triggers.ts"
import type { lightningInvoiceStates } from "../../../../core/payments/lightning-invoice/lightning-invoice.states.ts"
import { lightningInvoiceTriggers } from "../../../../core/payments/lightning-invoice/lightning-invoice.triggers.ts"
import type { movementStates } from "../../../../core/payments/movement/movement.states.ts"
import { movementTriggers } from "../../../../core/payments/movement/movement.triggers.ts"
import type { payoutStates } from "../../../../core/payments/payout/payout.states.ts"
import { payoutTriggers } from "../../../../core/payments/payout/payout.triggers.ts"
import type { swapStates } from "../../../../core/payments/swap/swap.states.ts"
import { swapTriggers } from "../../../../core/payments/swap/swap.triggers.ts"
import type { transferStates } from "../../../../core/payments/transfer/transfer.states.ts"
import { transferTriggers } from "../../../../core/payments/transfer/transfer.triggers.ts"
import type { treasurySweepStates } from "../../../../core/payments/treasury-sweep/treasury-sweep.states.ts"
import { treasurySweepTriggers } from "../../../../core/payments/treasury-sweep/treasury-sweep.triggers.ts"

/** What triggers mean, in the service's own words. */
export const triggers = {
  deposit: depositTriggers,
  dispute: disputeTriggers,
  kycAttempt: kycTriggers,
  lightningInvoice: lightningInvoiceTriggers,
  movement: movementTriggers,
  payout: payoutTriggers,
  swap: swapTriggers,
  transfer: transferTriggers,
  treasurySweep: treasurySweepTriggers
} as const

interface Lifecycles {
  readonly deposit: typeof depositStates
  readonly dispute: typeof disputeStates
  readonly kycAttempt: typeof kycStates
  readonly lightningInvoice: typeof lightningInvoiceStates
  readonly movement: typeof movementStates
  readonly payout: typeof payoutStates
  readonly swap: typeof swapStates
  readonly transfer: typeof transferStates
  readonly treasurySweep: typeof treasurySweepStates
}

/** A word for every trigger and every guard of every lifecycle. */
export type LifecycleWords = {
  readonly [Kind in keyof Lifecycles]: {
    readonly triggers: Readonly<Record<keyof Lifecycles[Kind]["triggers"], string>>
    readonly guards: Readonly<Record<keyof Lifecycles[Kind]["guards"], string>>
  }
}
