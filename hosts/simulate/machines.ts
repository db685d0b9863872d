// Every lifecycle, for those who count which rows of it were taken.
import { depositStates } from "../../core/deposit/deposit.states.ts"
import { disputeStates } from "../../core/dispute/dispute.states.ts"
import { kycStates } from "../../core/kyc/kyc-attempt.states.ts"
import { lightningInvoiceStates } from "../../core/lightning-invoice/lightning-invoice.states.ts"
import type { AnyMachine } from "../../core/machine/machine.ts"
import { payoutStates } from "../../core/payout/payout.states.ts"
import { swapStates } from "../../core/swap/swap.states.ts"
import { transferStates } from "../../core/transfer/transfer.states.ts"

export const machines: ReadonlyArray<Pick<AnyMachine, "name" | "rows">> = [
  depositStates,
  payoutStates,
  lightningInvoiceStates,
  transferStates,
  swapStates,
  disputeStates,
  kycStates
]
