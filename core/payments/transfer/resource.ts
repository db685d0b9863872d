// Transfers, and the other side of those between two holders, as everybody else has to know them. A transfer converts nothing,
// so only a peg says what it was worth.
import { booked } from "../../engine/resource/booked.ts"
import { amountText, browsable, endOf, span, worthByPeg } from "../../engine/resource/browsable.ts"
import { living } from "../../engine/resource/explanation.ts"
import { none } from "../../engine/resource/none.ts"
import { inStatement, stableAmount } from "../../engine/resource/statement-source.ts"
import { zero } from "../../base/money/units.ts"
import { paymentResource } from "../movement/outcomes.ts"
import { oneMovementProspects } from "../movement/prospects.ts"
import { hearTransfer } from "./decide-transfer.ts"
import { transferOutline } from "./outline.ts"
import { transferStates } from "./transfer.states.ts"
import { TransferReceipts, Transfers } from "./transfer.ts"

const rows = browsable(Transfers, {
  states: transferStates.states,
  final: ["CONFIRMED", "FAILED"],
  listed: { by: "time", lists: ["statement"] },
  row: (transfer) => ({
    id: transfer.id,
    subAccountId: transfer.subAccountId,
    end: endOf(transfer.state, "CONFIRMED", "FAILED"),
    asset: transfer.asset,
    network: transfer.network,
    value: worthByPeg(transfer.asset, transfer.units),
    assetAmount: amountText(transfer.asset, transfer.units),
    fee: zero("BRL"),
    externalId: transfer.reference,
    endToEndId: null,
    txHash: transfer.txHash,
    settled: transfer.state === "CONFIRMED" ? span(transfer.createdAt, transfer.updatedAt) : null
  }),
  outline: transferOutline
})

const sent = inStatement(Transfers, ["transfer"], (transfer) => ({
  id: transfer.id,
  type: "WALLET_TRANSFER",
  status: transferStates.states[transfer.state],
  asset: transfer.asset,
  network: transfer.network,
  value: worthByPeg(transfer.asset, transfer.units),
  stableAmount: stableAmount(transfer.asset, transfer.units),
  fee: zero("BRL"),
  isDone: transferStates.states[transfer.state] === "CONFIRMED",
  returned: zero("BRL"),
  txHash: transfer.txHash,
  endToEndId: null,
  createdAt: transfer.createdAt,
  updatedAt: transfer.updatedAt
}))

const facts = booked(
  Transfers,
  "trf",
  "transfer",
  ({ declared, id, network, recipientAddress, senderAddress, subAccountId, toSubAccountId }) => ({
    id,
    subAccountId,
    network,
    fee: null,
    rate: null,
    counterparty: null,
    declared,
    addressDeclared: declared,
    senderAddress,
    recipientAddress: toSubAccountId === null ? recipientAddress : null,
    beneficiaryTaxId: null
  })
)

export const transferResource = paymentResource(Transfers, {
  explanation: living(Transfers, transferStates, ({ state }) => state, oneMovementProspects),
  outcomes: { hear: hearTransfer, waitsFor: none },
  browsable: rows,
  statement: sent,
  booked: facts,
  sealed: none,
  isAnnounced: true,
  isInner: false
})

// It is there only once its transfer is final.
const received = inStatement(TransferReceipts, ["transfer"], (receipt) => ({
  id: receipt.id,
  type: "WALLET_TRANSFER",
  status: transferStates.states.CONFIRMED,
  asset: receipt.asset,
  network: receipt.network,
  value: worthByPeg(receipt.asset, receipt.units),
  stableAmount: stableAmount(receipt.asset, receipt.units),
  fee: zero("BRL"),
  isDone: true,
  returned: zero("BRL"),
  txHash: receipt.txHash,
  endToEndId: null,
  createdAt: receipt.createdAt,
  updatedAt: receipt.updatedAt
}))

export const transferReceiptResource = paymentResource(TransferReceipts, {
  explanation: none,
  outcomes: none,
  browsable: none,
  statement: received,
  booked: none,
  sealed: none,
  isAnnounced: false,
  isInner: false
})
