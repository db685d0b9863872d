// What a fact about a deposit brings about beside the record: the payloads of its events (spec "DEPOSIT_ASSET_SUCCESS data",
// "Deposit failure and refund events"; C44), and its journal entries. Pure.
import type { Account } from "../account/account.ts"
import type { Posting } from "../ledger/journal.ts"
import * as templates from "../ledger/templates.ts"
import type { AssetCode } from "../money/assets.ts"
import { printBrl, printDecimal } from "../money/decimal.ts"
import { rateNumber } from "../money/rate.ts"
import { type Cents, type Units, subtract, zero } from "../money/units.ts"
import { isoInstant, isoInstantOrNull } from "../time/instant.ts"
import type { Deposit } from "./deposit.ts"
import { deliveryFailedText, isFullyReturned } from "./deposit-view.ts"
import { depositStates } from "./deposit.states.ts"

const destinationKind = (deposit: Deposit): string => {
  if (deposit.network !== "lightning") return "ADDRESS"
  if (deposit.address.includes("@")) return "LIGHTNING_ADDRESS"
  return /^lnurl1/i.test(deposit.address) ? "LNURL" : "LIGHTNING_INVOICE"
}

/** DEPOSIT_ASSET_SUCCESS, always in its extended form. Payer and funding PIX only for owners of a virtual account. */
export const successData = (deposit: Deposit, account: Pick<Account, "virtualAccount">) => ({
  success: true,
  value: Number(deposit.value),
  asset: deposit.asset,
  externalId: deposit.externalId,
  fee: printBrl(deposit.fee),
  fxRateAtTx: rateNumber(deposit.rate),
  network: deposit.network,
  finalDestinationKind: destinationKind(deposit),
  valueInBrl: printBrl(deposit.value),
  valueInCurrency: wholeUnits(deposit),
  trackId: deposit.trackId,
  ...(account.virtualAccount
    ? { payer: deposit.payer, endToEndId: deposit.endToEndId, paidAt: isoInstantOrNull(deposit.paidAt) }
    : {})
})

// A JSON number in whole units, at most 15 significant digits; the exact amount is `receivedAmount` of the record.
const wholeUnits = (deposit: Deposit): number =>
  Number(Number(printDecimal(deposit.delivers, deposit.units as Units<AssetCode>)).toPrecision(15))

const common = (deposit: Deposit, eventId: string, now: number) => ({
  eventId,
  occurredAt: isoInstant(now),
  externalId: deposit.externalId,
  walletCharge: deposit.id,
  trackId: deposit.trackId,
  asset: deposit.asset,
  network: deposit.network,
  value: Number(deposit.value),
  valueInBrl: printBrl(deposit.value)
})

/** DEPOSIT_ASSET_FAILED: delivery is impossible. It does not say that money was returned. */
export const failedData = (deposit: Deposit, eventId: string, now: number) => ({
  ...common(deposit, eventId, now),
  success: false,
  status: "FAILED",
  errorCode: "DEPOSIT_DELIVERY_FAILED",
  errorDescription: deliveryFailedText,
  retryable: false
})

/** DEPOSIT_ASSET_REFUNDED: one confirmed return, and the cumulative total, which is the one to use. */
export const refundedData = (
  deposit: Deposit,
  refund: { readonly value: Cents; readonly returnId: string },
  eventId: string,
  now: number
) => ({
  ...common(deposit, eventId, now),
  success: true,
  status: depositStates.states[deposit.state],
  refundStatus: "CONFIRMED",
  refundValue: Number(refund.value),
  refundedValue: Number(deposit.refunded),
  refundEndToEndId: refund.returnId,
  partial: !isFullyReturned(deposit),
  retryable: isFullyReturned(deposit)
})

// The journal entries of a deposit: which accounts each business fact moves, and by how much.

/** What a delivery is worth in cents: the value less the fee, and less what was returned before the rest was ordered. */
export const netOf = ({ fee, value, withheld }: Deposit): Cents => {
  const net = subtract(value, fee)
  return (net && subtract(net, withheld)) ?? zero("BRL")
}

/** What was returned beside what the delivery leaves out: the asset was delivered for it all the same. */
const lossOf = ({ refunded, withheld }: Deposit): Cents => subtract(refunded, withheld) ?? zero("BRL")

/** Cents that a fact brings: the return that it confirms, and the surplus of a PIX. */
interface DepositEntryFacts {
  readonly returned: Cents
  readonly surplus: Cents
}

/** The postings of a template for a deposit before and after a fact. */
export const postingsOf = (
  template: keyof typeof templates,
  before: Deposit,
  deposit: Deposit,
  { returned, surplus }: DepositEntryFacts
): ReadonlyArray<Posting> => {
  switch (template) {
    case "depositReceived":
      return templates.depositReceived(deposit.owner, deposit.value)
    case "depositDelivered":
      return templates.depositDelivered(deposit.owner, netOf(deposit), deposit.delivers, deposit.units)
    case "feeEarned":
      return templates.feeEarned(deposit.owner, deposit.fee)
    case "depositReturned":
      return templates.depositReturned(deposit.owner, returned)
    case "returnedAfterDelivery":
      return templates.returnedAfterDelivery(returned)
    case "lossRecognised":
      return templates.lossRecognised(deposit.owner, lossOf(before))
    case "surplusReceived":
      return templates.surplusReceived(deposit.owner, surplus)
    case "surplusReturned":
      return templates.surplusReturned(deposit.owner, surplus)
  }
}
