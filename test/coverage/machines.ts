// Every state table of the core.
import { approvalStates } from "../../core/engine/approval/approval.states.ts"
import { commandStates } from "../../core/engine/command/command.states.ts"
import { kycImportStates } from "../../core/customers/kyc/kyc-import.states.ts"
import { deliveryStates } from "../../core/webhooks/webhook/delivery.states.ts"
import { depositStates } from "../../core/payments/deposit/deposit.states.ts"
import { disputeStates } from "../../core/payments/dispute/dispute.states.ts"
import { kycStates } from "../../core/customers/kyc/kyc-attempt.states.ts"
import { lightningInvoiceStates } from "../../core/payments/lightning-invoice/lightning-invoice.states.ts"
import { reviewStates } from "../../core/engine/review/review.states.ts"
import { operatorStates } from "../../core/operations/operator/operator.states.ts"
import { movementStates } from "../../core/payments/movement/movement.states.ts"
import { payoutStates } from "../../core/payments/payout/payout.states.ts"
import { swapStates } from "../../core/payments/swap/swap.states.ts"
import { transferStates } from "../../core/payments/transfer/transfer.states.ts"
import { treasurySweepStates } from "../../core/payments/treasury-sweep/treasury-sweep.states.ts"
import type { AnyMachine } from "../../core/engine/machine/machine.ts"

export const machines: ReadonlyArray<AnyMachine> = [
  depositStates,
  disputeStates,
  kycStates,
  payoutStates,
  transferStates,
  lightningInvoiceStates,
  swapStates,
  deliveryStates,
  kycImportStates,
  commandStates,
  operatorStates,
  approvalStates,
  treasurySweepStates,
  reviewStates,
  movementStates
]
