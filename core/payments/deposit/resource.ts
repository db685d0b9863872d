// Deposits, and the PIX that came in and went back for them, as everybody else has to know them.
import { Effect } from "effect"
import { booked } from "../../engine/resource/booked.ts"
import { amountText, browsable, endOf, span } from "../../engine/resource/browsable.ts"
import { living, still } from "../../engine/resource/explanation.ts"
import { none } from "../../engine/resource/none.ts"
import { inStatement, stableAmount } from "../../engine/resource/statement-source.ts"
import { paymentResource } from "../movement/outcomes.ts"
import { depositStates } from "./deposit.states.ts"
import { Deposits, PixReceipts, PixReturns } from "./deposit.ts"
import { hearDeposit, hearPixReceipt, returnBeforeDelivery } from "./hear-deposit.ts"
import { depositOutline } from "./outline.ts"
import { depositProspects } from "./prospects.ts"

const rows = browsable(Deposits, {
  states: depositStates.states,
  final: ["COMPLETED", "FAILED", "EXPIRED", "REFUNDED"],
  listed: { by: "time", lists: ["statement", "statementWithFee"] },
  row: (deposit) => ({
    id: deposit.id,
    subAccountId: deposit.subAccountId,
    end: endOf(deposit.state, "COMPLETED", "FAILED"),
    asset: deposit.asset,
    network: deposit.network,
    value: deposit.value,
    assetAmount: amountText(deposit.delivers, deposit.units),
    fee: deposit.fee,
    externalId: deposit.externalId,
    endToEndId: deposit.endToEndId,
    txHash: deposit.transactionHash,
    settled: span(deposit.paidAt, deposit.confirmedAt)
  }),
  outline: depositOutline
})

const statement = inStatement(Deposits, ["deposit"], (deposit) => ({
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

const facts = booked(
  Deposits,
  "dep",
  "deposit",
  ({ address, declared, fee, id, network, payer, rate, subAccountId, taxId }) => ({
    id,
    subAccountId,
    network,
    fee,
    rate,
    counterparty: payer,
    declared,
    addressDeclared: declared,
    senderAddress: null,
    recipientAddress: address,
    beneficiaryTaxId: taxId
  })
)

export const depositResource = paymentResource(Deposits, {
  explanation: living(Deposits, depositStates, ({ state }) => state, depositProspects),
  outcomes: {
    hear: hearDeposit,
    waitsFor: (movement) => movement.purpose === "deliver" ? returnBeforeDelivery(movement) : Effect.undefined
  },
  browsable: rows,
  statement,
  booked: facts,
  sealed: none,
  isAnnounced: true,
  isInner: false
})

const pix = {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: false,
  isInner: false
} as const

export const pixReceiptResource = paymentResource(PixReceipts, {
  ...pix,
  outcomes: { hear: hearPixReceipt, waitsFor: none }
})

export const pixReturnResource = paymentResource(PixReturns, { ...pix, outcomes: none })
