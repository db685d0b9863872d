// What the interface shows of a payout: the answer of creation and the status record (spec "Wallet payout"; C9, C44).
// Names and units are the wire's; providers have no name here.
import { printBrl, printDecimal } from "../money/decimal.ts"
import type { Units } from "../money/units.ts"
import { payoutFailedText, pixKeyOf, pixReceiptView, previewName, qrCodeOf } from "../pix-payment/pix-payment-view.ts"
import { isoInstant } from "../time/instant.ts"
import { type Payout, Payouts, debitOf } from "./payout.ts"
import { payoutStates } from "./payout.states.ts"

/** An amount of the asset of a payout as a decimal string. */
export const inWholeUnits = (asset: Payout["asset"], units: bigint): string =>
  printDecimal(asset, units as Units<typeof asset>)

type Priced = Pick<Payout, "asset" | "units" | "value" | "fee" | "network">

/** What creation says of price and pair. */
const priceOf = ({ asset, fee, network, units, value }: Priced) => ({
  stableAmount: inWholeUnits(asset, units),
  valueInBrl: printBrl(value),
  fee: printBrl(fee),
  network
})

/** The answer of creation. It reads only what never changes, so a replay gives the same bytes. */
export const payoutAnswer = (payout: Payout) => ({
  success: true as const,
  transactionId: payout.id,
  status: "PROCESSING" as const,
  ...priceOf(payout),
  jobId: debitOf(payout.id)
})

/** What creation would answer: nothing has an id, since there is nothing. */
export const previewAnswer = (priced: Priced) => ({
  success: true as const,
  transactionId: null,
  status: "PROCESSING" as const,
  ...priceOf(priced),
  jobId: null
})
export type PayoutAnswer = ReturnType<typeof payoutAnswer> | ReturnType<typeof previewAnswer>

/** The status record. */
export const payoutRecord = (payout: Payout) => ({
  transactionId: payout.id,
  status: payoutStates.states[payout.state],
  network: payout.network,
  txHash: payout.transactionHash,
  endToEndId: payout.endToEndId,
  valueInBrl: printBrl(payout.value),
  fee: printBrl(payout.fee),
  pixKey: pixKeyOf(payout),
  qrCode: qrCodeOf(payout),
  provider: "PIX",
  correlationID: payout.externalId,
  failureReason: payoutStates.states[payout.state] === "FAILED" ? payoutFailedText : null,
  receipt: pixReceiptView(payout),
  createdAt: isoInstant(payout.createdAt),
  updatedAt: isoInstant(payout.updatedAt)
})

/** Names a payout as it stands: anything that changes about it changes the name. */
export const previewOf = (payout: Payout): string => previewName(Payouts.encode(payout))
