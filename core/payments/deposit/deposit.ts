// A deposit: a PIX charge that, once paid, is delivered as an asset (spec "Deposit"). One record for the charge, its
// funding PIX, the delivery and the returns. Amounts are cents of BRL and smallest units of the delivered asset.
import { Schema } from "effect"
import { Reason } from "../../base/reason/reason.ts"
import type { Account } from "../../customers/account/account.ts"
import type { Flag } from "../../customers/account/flags.ts"
import { Network } from "../../standards/address/network.ts"
import { Payer } from "../../standards/pix/pix-parties.ts"
import { declaredPart } from "../../standards/identity/declaration.ts"
import { history } from "../../engine/machine/machine.ts"
import {
  type AssetCode,
  type AssetWith,
  assetCodes,
  assetRoutes,
  assetsWith,
  decimalsOf,
  flagOf
} from "../../base/money/assets.ts"
import { printBrl } from "../../base/money/decimal.ts"
import { RateSchema, rateNumber } from "../../base/money/rate.ts"
import { CentsFromNumber } from "../../base/money/units.ts"
import { owedIn, recordKind } from "../../engine/store/records.ts"
import { isoInstant, isoInstantOrNull, statementLists } from "../../base/time/instant.ts"
import { type DepositState, depositOwed, depositStates } from "./deposit.states.ts"
import {
  declaredFields,
  historyFields,
  noPersonalData,
  paymentRecords,
  personalField
} from "../../engine/store/personal.ts"

// Which asset is delivered where (spec "Valid on-ramp asset/network pairs", C38): the ledger's asset, the networks, and the flag
// that gates the pair. The pair table rules over the schema's enum.

interface DepositRoute {
  readonly networks: ReadonlyArray<Network>
  /** What is counted and delivered: Lightning delivers satoshis. */
  readonly delivers: AssetCode
  readonly flag: Flag | undefined
}

export type DepositAsset = "LIGHTNING" | AssetWith<"deposits">

export const depositAssets: ReadonlyArray<DepositAsset> = ["LIGHTNING", ...assetsWith("deposits")]

/** The route of an asset. */
export const routeOf = (asset: DepositAsset): DepositRoute =>
  asset === "LIGHTNING"
    ? { networks: ["lightning"], delivers: "BTC", flag: undefined }
    : { networks: assetRoutes[asset].deposits, delivers: asset, flag: flagOf(asset) }

/** Every pair that can be deposited, in both environments. */
export const depositPairs = depositAssets.flatMap((asset) =>
  routeOf(asset).networks.map((network) => ({ asset, network }))
)

export const Deposit = Schema.Struct({
  /** Also `walletCharge`: the service's id of the charge. */
  id: Schema.String,
  owner: Schema.String,
  subAccountId: Schema.String,
  externalId: Schema.String,
  state: Schema.Literals(Object.keys(depositStates.states) as ReadonlyArray<DepositState>),
  processingStep: Schema.NullOr(Schema.Literals(["LATE_PAYMENT", "DELIVERY_UNKNOWN"])),
  asset: Schema.Literals(depositAssets),
  network: Network,
  address: Schema.String,
  /** The beneficiary that was declared, if one was. */
  taxId: Schema.NullOr(Schema.String),
  ...declaredPart,
  value: CentsFromNumber,
  fee: CentsFromNumber,
  /** The price at creation, which the first answer shows, once it is not the one that is delivered at; null until then. */
  quotedRate: Schema.NullOr(RateSchema),
  /** The price that is delivered at: that of creation, or of the settlement when the payment came late (C8). */
  rate: RateSchema,
  /** What is delivered, and the asset it is counted in. */
  delivers: Schema.Literals(assetCodes),
  units: Schema.BigInt,
  /** The account that made the charge. It alone knows what was paid on it, and can return it. */
  via: Schema.String,
  trackId: Schema.String,
  qrCode: Schema.String,
  endToEndId: Schema.NullOr(Schema.String),
  payer: Schema.NullOr(Payer),
  /** When the funding PIX settled, by the rail where it says so, else when we learned of it. */
  paidAt: Schema.NullOr(Schema.Int),
  /** What the funding PIX paid, once it has: the charge, or more, of which the surplus goes back (C45). */
  paidValue: Schema.optionalKey(CentsFromNumber),
  transactionHash: Schema.NullOr(Schema.String),
  confirmedAt: Schema.NullOr(Schema.Int),
  /** Why delivery is impossible, for the operator; customers see the error code alone. */
  refusal: Schema.NullOr(Reason),
  /** Cumulative confirmed returns. */
  refunded: CentsFromNumber,
  refundedAt: Schema.NullOr(Schema.Int),
  refundEndToEndId: Schema.NullOr(Schema.String),
  /** What had been returned when an operator ordered the delivery of the rest, which leaves it out; else 0. */
  withheld: CentsFromNumber,
  /** Until when the rail has to report the return that it makes by itself; null where none is waited for (C46). */
  returnDueAt: Schema.NullOr(Schema.Int),
  expiresAt: Schema.Int,
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  history
})
export type Deposit = typeof Deposit.Type

export const Deposits = recordKind({
  kind: "deposit",
  schema: Deposit,
  personal: {
    purpose: paymentRecords,
    seenBy: "the account, operators",
    fields: {
      taxId: personalField.beneficiary,
      "payer.name": personalField.payer,
      "payer.taxId": personalField.payer,
      address: personalField.address,
      "refusal.detail": personalField.text,
      ...declaredFields,
      ...historyFields
    }
  },
  keys: {
    externalId: (deposit: Deposit) => externalIdKey(deposit.owner, deposit.externalId),
    trackId: (deposit: Deposit) => deposit.trackId
  },
  lists: statementLists,
  owed: owedIn(depositOwed, (deposit: Deposit) => deposit.state)
})

/** The look-up key of a caller's own id: no owner can reach another's. */
export const externalIdKey = (owner: string, externalId: string): string => `${owner}/${externalId}`

/**
 * A PIX that came in, under its own end-to-end id: what funds a deposit, or a surplus, which goes back whole because it is
 * below the charge or the charge was paid before (C41, C45).
 */
export const PixReceipt = Schema.Struct({
  /** The end-to-end id in upper case: ids are compared without case. */
  id: Schema.String,
  owner: Schema.String,
  depositId: Schema.String,
  endToEndId: Schema.String,
  role: Schema.Literals(["funding", "surplus"]),
  /** What was paid. */
  value: CentsFromNumber,
  /** How much of it we send back: all of a surplus, and of a funding PIX what is above the charge (C45). */
  surplus: CentsFromNumber,
  /** What the provider took for it from what it holds of us, where it says so. */
  cost: Schema.optionalKey(CentsFromNumber),
  createdAt: Schema.Int
})
export type PixReceipt = typeof PixReceipt.Type

export const PixReceipts = recordKind({
  kind: "pixReceipt",
  schema: PixReceipt,
  personal: noPersonalData("ids and amounts of a PIX"),
  lists: { byDeposit: (receipt: PixReceipt) => receipt.depositId }
})

/** A return of a funding PIX, under the id of the rail, so that each counts once whatever the order. */
export const PixReturn = Schema.Struct({
  /** The return id in upper case. */
  id: Schema.String,
  owner: Schema.String,
  depositId: Schema.String,
  returnId: Schema.String,
  value: CentsFromNumber,
  createdAt: Schema.Int
})
export type PixReturn = typeof PixReturn.Type

export const PixReturns = recordKind({
  kind: "pixReturn",
  schema: PixReturn,
  personal: noPersonalData("ids and amounts of a return"),
  lists: { byDeposit: (pixReturn: PixReturn) => pixReturn.depositId }
})

// What the interface shows of a deposit: the answer of creation and the status record (spec "Deposit response", "Deposit
// status record"; C44). Units and names are the wire's.

/** The text that customers see when a delivery is impossible; the provider's own words stay inside. */
export const deliveryFailedText = "The asset could not be delivered. The payment is kept until it is returned."

/** The answer of creation. Of the deposit it reads only what never changes, so a replay gives the same bytes. */
export const depositAnswer = (deposit: Deposit, chargeUrl: string | null) => ({
  success: true as const,
  externalId: deposit.externalId,
  qrCode: deposit.qrCode,
  fee: Number(deposit.fee),
  fxRateAtTx: rateNumber(deposit.quotedRate ?? deposit.rate),
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
