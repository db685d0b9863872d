// Every lifecycle, for those who count which rows of it were taken.
import { depositStates } from "../../core/payments/deposit/deposit.states.ts"
import { disputeStates } from "../../core/payments/dispute/dispute.states.ts"
import { kycStates } from "../../core/customers/kyc/kyc-attempt.states.ts"
import { lightningInvoiceStates } from "../../core/payments/lightning-invoice/lightning-invoice.states.ts"
import type { AnyMachine } from "../../core/engine/machine/machine.ts"
import { payoutStates } from "../../core/payments/payout/payout.states.ts"
import { swapStates } from "../../core/payments/swap/swap.states.ts"
import { transferStates } from "../../core/payments/transfer/transfer.states.ts"

export const machines: ReadonlyArray<Pick<AnyMachine, "name" | "rows">> = [
  depositStates,
  payoutStates,
  lightningInvoiceStates,
  transferStates,
  swapStates,
  disputeStates,
  kycStates
]
