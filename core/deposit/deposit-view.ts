// What the interface shows of a deposit: the answer of creation and the status record (spec "Deposit response", "Deposit
// status record"; C44). Units and names are the wire's.
import type { Account } from "../account/account.ts"
import { decimalsOf } from "../money/assets.ts"
import { printBrl } from "../money/decimal.ts"
import { rateNumber } from "../money/rate.ts"
import { isoInstant, isoInstantOrNull } from "../time/instant.ts"
import type { Deposit } from "./deposit.ts"
import { depositStates } from "./deposit.states.ts"

/** The text that customers see when a delivery is impossible; the provider's own words stay inside. */
export const deliveryFailedText = "The asset could not be delivered. The payment is kept until it is returned."

/** The answer of creation. Of the deposit it reads only what never changes, so a replay gives the same bytes. */
export const depositAnswer = (deposit: Deposit, chargeUrl: string | null) => ({
  success: true as const,
  externalId: deposit.externalId,
  qrCode: deposit.qrCode,
  fee: Number(deposit.fee),
  fxRateAtTx: rateNumber(deposit.quotedRate),
  walletCharge: deposit.id,
  trackId: deposit.trackId,
  chargeUrl
})
export type DepositAnswer = ReturnType<typeof depositAnswer>

/** Whether everything that was paid has gone back. */
export const isFullyReturned = (deposit: Deposit): boolean => deposit.refunded === deposit.value

const refundStatusOf = (deposit: Deposit): "PARTIALLY_REFUNDED" | "CONFIRMED" | null => {
  if (deposit.refunded === 0n) return null
  return isFullyReturned(deposit) ? "CONFIRMED" : "PARTIALLY_REFUNDED"
}

/** The status record. `receivedAmount` is exact, whatever its size (C36). */
export const depositRecord = (deposit: Deposit, account: Account) => {
  const failed = deposit.refusal !== null
  const delivered = deposit.transactionHash !== null
  return {
    externalId: deposit.externalId,
    walletCharge: deposit.id,
    trackId: deposit.trackId,
    status: depositStates.states[deposit.state],
    errorCode: failed ? "DEPOSIT_DELIVERY_FAILED" : null,
    errorDescription: failed ? deliveryFailedText : null,
    retryable: isFullyReturned(deposit),
    refundStatus: refundStatusOf(deposit),
    refundedValue: deposit.refunded === 0n ? null : Number(deposit.refunded),
    refundedAt: isoInstantOrNull(deposit.refundedAt),
    refundEndToEndId: deposit.refundEndToEndId,
    processingStep: deposit.processingStep,
    asset: deposit.asset,
    network: deposit.network,
    address: deposit.address,
    value: Number(deposit.value),
    valueInBrl: printBrl(deposit.value),
    fee: Number(deposit.fee),
    feeInBrl: printBrl(deposit.fee),
    fxRateAtTx: rateNumber(deposit.rate),
    receivedAmount: delivered ? deposit.units : null,
    receivedAmountDecimals: delivered ? decimalsOf(deposit.delivers) : null,
    transactionHash: deposit.transactionHash,
    qrCode: deposit.qrCode,
    endToEndId: deposit.endToEndId,
    paidAt: isoInstantOrNull(deposit.paidAt),
    paidValue: deposit.paidValue === undefined ? null : Number(deposit.paidValue),
    payer: account.virtualAccount ? deposit.payer : null,
    confirmedAt: isoInstantOrNull(deposit.confirmedAt),
    createdAt: isoInstant(deposit.createdAt),
    updatedAt: isoInstant(deposit.updatedAt)
  }
}
