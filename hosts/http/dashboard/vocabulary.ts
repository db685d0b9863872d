// The words of what moves records, by the kinds of the records that are explained: those of the service for triggers, and the
// shape of what a language needs. What is new in a lifecycle does not compile until both languages have a word for it.
import { type depositStates, depositTriggers } from "../../../core/deposit/deposit.states.ts"
import { type disputeStates, disputeTriggers } from "../../../core/dispute/dispute.states.ts"
import { type kycStates, kycTriggers } from "../../../core/kyc/kyc-attempt.states.ts"
import {
  type lightningInvoiceStates,
  lightningInvoiceTriggers
} from "../../../core/lightning-invoice/lightning-invoice.states.ts"
import { type movementStates, movementTriggers } from "../../../core/movement/movement.states.ts"
import { type payoutStates, payoutTriggers } from "../../../core/payout/payout.states.ts"
import { type swapStates, swapTriggers } from "../../../core/swap/swap.states.ts"
import { type transferStates, transferTriggers } from "../../../core/transfer/transfer.states.ts"

/** What triggers mean, in the service's own words. */
export const triggers = {
  deposit: depositTriggers,
  dispute: disputeTriggers,
  kycAttempt: kycTriggers,
  lightningInvoice: lightningInvoiceTriggers,
  movement: movementTriggers,
  payout: payoutTriggers,
  swap: swapTriggers,
  transfer: transferTriggers
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
}

/** A word for every trigger and every guard of every lifecycle. */
export type LifecycleWords = {
  readonly [Kind in keyof Lifecycles]: {
    readonly triggers: Readonly<Record<keyof Lifecycles[Kind]["triggers"], string>>
    readonly guards: Readonly<Record<keyof Lifecycles[Kind]["guards"], string>>
  }
}
