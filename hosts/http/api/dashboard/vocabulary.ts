// The words of what moves records, by the kinds of the records that are explained: those of the service for triggers, and the
// shape of what a language needs. What is new in a lifecycle does not compile until both languages have a word for it.
import type { Lifecycle } from "../../../../core/engine/machine/may-happen.ts"
import type { resources } from "../../../../core/resources.ts"
import { depositTriggers } from "../../../../core/payments/deposit/deposit.triggers.ts"
import { disputeTriggers } from "../../../../core/payments/dispute/dispute.triggers.ts"
import { kycTriggers } from "../../../../core/customers/kyc/kyc-attempt.triggers.ts"
import { lightningInvoiceTriggers } from "../../../../core/payments/lightning-invoice/lightning-invoice.triggers.ts"
import { movementTriggers } from "../../../../core/payments/movement/movement.triggers.ts"
import { payoutTriggers } from "../../../../core/payments/payout/payout.triggers.ts"
import { swapTriggers } from "../../../../core/payments/swap/swap.triggers.ts"
import { transferTriggers } from "../../../../core/payments/transfer/transfer.triggers.ts"
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
} as const satisfies { readonly [K in keyof Lifecycles]: Lifecycles[K]["triggers"] }

type Explained = { readonly [K in keyof typeof resources]: (typeof resources)[K]["explanation"] }

/** The lifecycles of the kinds that have one. */
type Lifecycles = {
  readonly [K in keyof Explained as Explained[K] extends { readonly lifecycle: Lifecycle } ? K : never]:
    Explained[K] extends { readonly lifecycle: infer L extends Lifecycle } ? L : never
}

/** A word for every trigger and every guard of every lifecycle. */
export type LifecycleWords = {
  readonly [Kind in keyof Lifecycles]: {
    readonly triggers: Readonly<Record<keyof Lifecycles[Kind]["triggers"], string>>
    readonly guards: Readonly<Record<keyof Lifecycles[Kind]["guards"], string>>
  }
}
