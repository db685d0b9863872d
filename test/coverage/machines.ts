// Every state table of the core.
import { approvalStates } from "../../core/approval/approval.states.ts"
import { commandStates } from "../../core/command/command.states.ts"
import { kycImportStates } from "../../core/kyc/kyc-import.states.ts"
import { deliveryStates } from "../../core/webhook/delivery.states.ts"
import { depositStates } from "../../core/deposit/deposit.states.ts"
import { disputeStates } from "../../core/dispute/dispute.states.ts"
import { kycStates } from "../../core/kyc/kyc-attempt.states.ts"
import { lightningInvoiceStates } from "../../core/lightning-invoice/lightning-invoice.states.ts"
import { operatorStates } from "../../core/operator/operator.states.ts"
import { payoutStates } from "../../core/payout/payout.states.ts"
import { swapStates } from "../../core/swap/swap.states.ts"
import { transferStates } from "../../core/transfer/transfer.states.ts"
import { treasurySweepStates } from "../../core/treasury-sweep/treasury-sweep.states.ts"
import type { AnyMachine } from "../../core/machine/machine.ts"

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
  treasurySweepStates
]
