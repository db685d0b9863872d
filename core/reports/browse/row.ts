// A row of the lists that people look through: one shape for every kind of operation, so that lists, search and plots read the
// same thing. What a kind has not is null. Amounts are decimal text in whole units.
import { type Deposit, Deposits } from "../../payments/deposit/deposit.ts"
import { depositStates } from "../../payments/deposit/deposit.states.ts"
import { type Dispute, Disputes } from "../../payments/dispute/dispute.ts"
import { disputeStates } from "../../payments/dispute/dispute.states.ts"
import { type LightningInvoice, LightningInvoices } from "../../payments/lightning-invoice/lightning-invoice.ts"
import { lightningInvoiceStates } from "../../payments/lightning-invoice/lightning-invoice.states.ts"
import { type AssetCode, isBrlPegged } from "../../base/money/assets.ts"
import { printBrl, printDecimal } from "../../base/money/decimal.ts"
import { centsForAsset, pegRate } from "../../base/money/rate.ts"
import { type Cents, type Units, zero } from "../../base/money/units.ts"
import { type Payout, Payouts } from "../../payments/payout/payout.ts"
import { payoutStates } from "../../payments/payout/payout.states.ts"
import type { RecordKind } from "../../engine/store/records.ts"
import type { RawRecord } from "../../engine/store/store.ts"
import { type Swap, Swaps } from "../../payments/swap/swap.ts"
import { swapStates } from "../../payments/swap/swap.states.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { type Transfer, Transfers } from "../../payments/transfer/transfer.ts"
import { transferStates } from "../../payments/transfer/transfer.states.ts"

/** The kinds of records that are looked through. */
export const browsed = ["deposit", "payout", "lightningInvoice", "transfer", "swap", "dispute"] as const
export type Browsed = (typeof browsed)[number]

/** What a row says of an operation; instants in Unix milliseconds, and what plots add up in cents. */
export interface BrowsedOperation {
  readonly kind: Browsed
  /** As the interface names it: a Lightning invoice by its payment hash. */
  readonly id: string
  readonly recordId: string
  readonly accountId: string
  readonly subAccountId: string | null
  readonly status: string
  readonly state: string
  readonly isFinal: boolean
  /** Whether it came to the end that was wanted, or to another one; an open one, or one that no one paid, to none. */
  readonly end: "succeeded" | "failed" | null
  readonly asset: string | null
  readonly network: string | null
  readonly value: Cents | null
  readonly assetAmount: string | null
  readonly fee: Cents | null
  readonly externalId: string | null
  readonly endToEndId: string | null
  readonly txHash: string | null
  /** When the money came in and when it had arrived, where both are known. */
  readonly settled: { readonly from: number; readonly at: number } | null
  readonly createdAt: number
  readonly updatedAt: number
}

type Own = Omit<BrowsedOperation, "kind" | "recordId" | "accountId" | "isFinal" | "createdAt" | "updatedAt">

interface Kept {
  readonly id: string
  readonly owner: string
  readonly createdAt: number
  readonly updatedAt: number
}

const amount = (asset: AssetCode, units: bigint): string => printDecimal(asset, units as Units<AssetCode>)
const worth = (asset: AssetCode, units: bigint): Cents | null =>
  isBrlPegged(asset) ? centsForAsset(pegRate(asset), units as Units<typeof asset>) : null

const span = (from: number | null, at: number | null): BrowsedOperation["settled"] =>
  from === null || at === null ? null : { from, at }

// What its state says of whether an operation came to the end that was wanted.
const endOf = <State extends string>(
  state: State,
  wanted: NoInfer<State>,
  ...others: ReadonlyArray<NoInfer<State>>
): BrowsedOperation["end"] => state === wanted ? "succeeded" : others.includes(state) ? "failed" : null

const depositRow = (deposit: Deposit): Own => ({
  id: deposit.id,
  subAccountId: deposit.subAccountId,
  status: depositStates.states[deposit.state],
  state: deposit.state,
  end: endOf(deposit.state, "COMPLETED", "FAILED"),
  asset: deposit.asset,
  network: deposit.network,
  value: deposit.value,
  assetAmount: amount(deposit.delivers, deposit.units),
  fee: deposit.fee,
  externalId: deposit.externalId,
  endToEndId: deposit.endToEndId,
  txHash: deposit.transactionHash,
  settled: span(deposit.paidAt, deposit.confirmedAt)
})

/** The ends of a PIX payment but for the one that was wanted. */
const unpaid = ["OWED", "RESTORED", "GIVEN_BACK", "RESTORED_PAID", "GIVEN_BACK_PAID", "REFUNDED"] as const

const payoutRow = (payout: Payout): Own => ({
  id: payout.id,
  subAccountId: payout.subAccountId,
  status: payoutStates.states[payout.state],
  state: payout.state,
  end: endOf(payout.state, "COMPLETED", "FAILED", ...unpaid),
  asset: payout.asset,
  network: payout.network,
  value: payout.value,
  assetAmount: amount(payout.asset, payout.units),
  fee: payout.fee,
  externalId: payout.externalId,
  endToEndId: payout.endToEndId,
  txHash: payout.transactionHash,
  settled: span(payout.createdAt, payout.paidAt)
})

const invoiceRow = (invoice: LightningInvoice): Own => ({
  id: invoice.paymentHash,
  subAccountId: invoice.subAccountId,
  status: lightningInvoiceStates.states[invoice.state],
  state: invoice.state,
  end: endOf(invoice.state, "COMPLETED", ...unpaid),
  asset: "BTC",
  network: "lightning",
  value: invoice.value,
  assetAmount: amount("BTC", invoice.sats),
  fee: invoice.fee,
  externalId: null,
  endToEndId: invoice.endToEndId,
  txHash: invoice.paymentHash,
  settled: span(invoice.createdAt, invoice.paidAt)
})

const transferRow = (transfer: Transfer): Own => ({
  id: transfer.id,
  subAccountId: transfer.subAccountId,
  status: transferStates.states[transfer.state],
  state: transfer.state,
  end: endOf(transfer.state, "CONFIRMED", "FAILED"),
  asset: transfer.asset,
  network: transfer.network,
  value: worth(transfer.asset, transfer.units),
  assetAmount: amount(transfer.asset, transfer.units),
  fee: zero("BRL"),
  externalId: transfer.reference,
  endToEndId: null,
  txHash: transfer.txHash,
  settled: transfer.state === "CONFIRMED" ? span(transfer.createdAt, transfer.updatedAt) : null
})

const swapRow = (swap: Swap): Own => ({
  id: swap.id,
  subAccountId: swap.subAccountId,
  status: swapStates.states[swap.state],
  state: swap.state,
  end: endOf(swap.state, "COMPLETED", "FAILED", "STRANDED"),
  asset: "DEPIX",
  network: swap.network,
  value: worth("DEPIX", swap.units),
  assetAmount: amount("DEPIX", swap.units),
  fee: zero("BRL"),
  externalId: swap.clientRequestId,
  endToEndId: null,
  txHash: swap.originTxHash,
  settled: swap.state === "COMPLETED" ? span(swap.createdAt, swap.updatedAt) : null
})

const disputeRow = (dispute: Dispute): Own => ({
  id: dispute.id,
  subAccountId: null,
  status: disputeStates.states[dispute.state],
  state: dispute.state,
  end: null,
  asset: null,
  network: null,
  value: dispute.legs[0]?.value ?? null,
  assetAmount: null,
  fee: null,
  externalId: null,
  endToEndId: dispute.endToEndId,
  txHash: null,
  settled: null
})

/** What is known of a kind that is looked through. */
export interface BrowsedKind {
  /** Reads a stored record. */
  readonly read: (raw: RawRecord) => BrowsedOperation
  /** What the interface shows as its status, in the order of its lifecycle. */
  readonly statuses: ReadonlyArray<string>
  /** Those that nothing has to follow. */
  readonly final: ReadonlyArray<string>
}

const kindOf = <A extends Kept>(
  name: Browsed,
  kind: RecordKind<A, string, string>,
  { states }: { readonly states: Readonly<Record<string, string>> },
  final: ReadonlyArray<string>,
  rowOf: (record: A) => Own
): BrowsedKind => ({
  read: ({ body }) => {
    const record = kind.decode(body)
    const own = rowOf(record)
    return {
      ...own,
      kind: name,
      recordId: record.id,
      accountId: record.owner,
      isFinal: final.includes(own.status),
      createdAt: record.createdAt,
      updatedAt: record.updatedAt
    }
  },
  statuses: [...new Set(Object.values(states))],
  final
})

/** The kinds by name. */
export const browsedKinds: Readonly<Record<Browsed, BrowsedKind>> = {
  deposit: kindOf("deposit", Deposits, depositStates, ["COMPLETED", "FAILED", "EXPIRED", "REFUNDED"], depositRow),
  payout: kindOf("payout", Payouts, payoutStates, ["COMPLETED", "FAILED", "REFUNDED"], payoutRow),
  lightningInvoice: kindOf(
    "lightningInvoice",
    LightningInvoices,
    lightningInvoiceStates,
    ["COMPLETED", "FAILED", "REFUNDED", "EXPIRED"],
    invoiceRow
  ),
  transfer: kindOf("transfer", Transfers, transferStates, ["CONFIRMED", "FAILED"], transferRow),
  swap: kindOf("swap", Swaps, swapStates, ["COMPLETED", "FAILED", "STRANDED"], swapRow),
  dispute: kindOf("dispute", Disputes, disputeStates, ["CANCELED", "REJECTED", "ACCEPTED"], disputeRow)
}

/** Whether a kind is looked through. */
export const isBrowsed = (kind: string): kind is Browsed => (browsed as ReadonlyArray<string>).includes(kind)

/** A row as it is shown. */
export const rowView = ({ createdAt, end, fee, settled, updatedAt, value, ...row }: BrowsedOperation) => ({
  ...row,
  valueBrl: value === null ? null : printBrl(value),
  feeBrl: fee === null ? null : printBrl(fee),
  createdAt: isoInstant(createdAt),
  updatedAt: isoInstant(updatedAt)
})
