// Where the operations of a statement come from, as data: one source for each kind of record, and the sources behind each
// filter (C25). A new resource is a row here and `statementLists` on its kind.
import { type Deposit, Deposits } from "../../payments/deposit/deposit.ts"
import { depositStates } from "../../payments/deposit/deposit.states.ts"
import { type LightningInvoice, LightningInvoices } from "../../payments/lightning-invoice/lightning-invoice.ts"
import { lightningInvoiceStates } from "../../payments/lightning-invoice/lightning-invoice.states.ts"
import { type AssetCode, assets, isBrlPegged } from "../../base/money/assets.ts"
import { printDecimal } from "../../base/money/decimal.ts"
import { centsForAsset, pegRate } from "../../base/money/rate.ts"
import { type Cents, type Units, zero } from "../../base/money/units.ts"
import { grossOf } from "../../payments/pix-payment/pix-payment.ts"
import { type Payout, Payouts } from "../../payments/payout/payout.ts"
import { payoutStates } from "../../payments/payout/payout.states.ts"
import type { RecordKind } from "../../engine/store/records.ts"
import { type Transfer, type TransferReceipt, TransferReceipts, Transfers } from "../../payments/transfer/transfer.ts"
import { transferStates } from "../../payments/transfer/transfer.states.ts"
import type { StatementOperation } from "./operation.ts"
import type { StatementType } from "./statement-request.ts"

/** An operation with the id that its place has. */
export interface SourceRecord {
  readonly recordId: string
  readonly operation: StatementOperation
}

/** A kind of record that stands in statements. */
export interface StatementSource {
  readonly kind: string
  /** Reads a stored record. */
  readonly read: (body: string) => SourceRecord
}

const source = <A extends { readonly id: string; readonly owner: string }>(
  kind: RecordKind<A, string, string>,
  operationOf: (record: A) => StatementOperation
): StatementSource => ({
  kind: kind.kind,
  read: (body) => {
    const record = kind.decode(body)
    return { recordId: record.id, operation: operationOf(record) }
  }
})

// Bitcoin is no stablecoin: its amount is not one to add up with the others.
const stableAmount = (asset: AssetCode, units: bigint): string | null =>
  assets[asset].peg === "BTC" ? null : printDecimal(asset, units as Units<AssetCode>)

const deposits = source(Deposits, (deposit: Deposit) => ({
  id: deposit.id,
  type: "DEPOSIT_ASSET",
  status: depositStates.states[deposit.state],
  asset: deposit.asset,
  network: deposit.network,
  value: deposit.value,
  stableAmount: stableAmount(deposit.delivers, deposit.units),
  fee: deposit.fee,
  isDone: deposit.confirmedAt !== null,
  returned: deposit.refunded,
  txHash: deposit.transactionHash,
  endToEndId: deposit.endToEndId,
  createdAt: deposit.createdAt,
  updatedAt: deposit.updatedAt
}))

const payouts = source(Payouts, (payout: Payout) => ({
  id: payout.id,
  type: "PIX_OUT",
  status: payoutStates.states[payout.state],
  asset: payout.asset,
  network: payout.network,
  value: payout.value,
  stableAmount: stableAmount(payout.asset, payout.units),
  fee: payout.fee,
  isDone: payout.paidAt !== null,
  returned: payout.refunded,
  txHash: payout.transactionHash,
  endToEndId: payout.endToEndId,
  createdAt: payout.createdAt,
  updatedAt: payout.updatedAt
}))

const lightningInvoices = source(LightningInvoices, (invoice: LightningInvoice) => ({
  // The payment hash names the invoice outside (C20).
  id: invoice.paymentHash,
  type: "LIGHTNING_OUT",
  status: lightningInvoiceStates.states[invoice.state],
  asset: "LIGHTNING",
  network: "lightning",
  value: invoice.value,
  stableAmount: null,
  fee: invoice.fee,
  isDone: invoice.paidAt !== null,
  returned: givenBack(invoice),
  txHash: invoice.bolt11,
  endToEndId: invoice.endToEndId,
  createdAt: invoice.createdAt,
  updatedAt: invoice.updatedAt
}))

const givenBack = (invoice: LightningInvoice): Cents => back.has(invoice.state) ? grossOf(invoice) : invoice.refunded

/** The states in which all that came in is back. */
const back: ReadonlySet<string> = new Set(["RESTORED", "GIVEN_BACK", "RESTORED_PAID", "GIVEN_BACK_PAID"])

// A transfer converts nothing, so only a peg says what it was worth.
const worth = (asset: AssetCode, units: bigint): Cents | null =>
  isBrlPegged(asset) ? centsForAsset(pegRate(asset), units as Units<typeof asset>) : null

const transfers = source(Transfers, (transfer: Transfer) => ({
  id: transfer.id,
  type: "WALLET_TRANSFER",
  status: transferStates.states[transfer.state],
  asset: transfer.asset,
  network: transfer.network,
  value: worth(transfer.asset, transfer.units),
  stableAmount: stableAmount(transfer.asset, transfer.units),
  fee: zero("BRL"),
  isDone: transferStates.states[transfer.state] === "CONFIRMED",
  returned: zero("BRL"),
  txHash: transfer.txHash,
  endToEndId: null,
  createdAt: transfer.createdAt,
  updatedAt: transfer.updatedAt
}))

// The other side of a transfer between two holders, which is there only once it is final.
const received = source(TransferReceipts, (receipt: TransferReceipt) => ({
  id: receipt.id,
  type: "WALLET_TRANSFER",
  status: transferStates.states.CONFIRMED,
  asset: receipt.asset,
  network: receipt.network,
  value: worth(receipt.asset, receipt.units),
  stableAmount: stableAmount(receipt.asset, receipt.units),
  fee: zero("BRL"),
  isDone: true,
  returned: zero("BRL"),
  txHash: receipt.txHash,
  endToEndId: null,
  createdAt: receipt.createdAt,
  updatedAt: receipt.updatedAt
}))

const sourcesOf: Readonly<Record<StatementType, ReadonlyArray<StatementSource>>> = {
  deposit: [deposits],
  payout: [payouts, lightningInvoices],
  withdraw: [payouts],
  transfer: [transfers, received]
}

/** The sources behind filters, each once. */
export const sourcesFor = (types: ReadonlyArray<StatementType>): ReadonlyArray<StatementSource> => [
  ...new Set(types.flatMap((type) => sourcesOf[type]))
]
