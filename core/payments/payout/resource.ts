// Payouts, as everybody else has to know them.
import { booked, sendsNothing } from "../../engine/resource/booked.ts"
import { amountText, browsable, endOf, span } from "../../engine/resource/browsable.ts"
import { living } from "../../engine/resource/explanation.ts"
import { none } from "../../engine/resource/none.ts"
import { inStatement, stableAmount } from "../../engine/resource/statement-source.ts"
import { paymentResource } from "../movement/outcomes.ts"
import { unpaid } from "../pix-payment/outline.ts"
import { hearPayout } from "./decide-payout.ts"
import { payoutOutline } from "./outline.ts"
import { payoutStates } from "./payout.states.ts"
import { Payouts } from "./payout.ts"
import { payoutProspects } from "./prospects.ts"

const rows = browsable(Payouts, {
  states: payoutStates.states,
  final: ["COMPLETED", "FAILED", "REFUNDED"],
  listed: { by: "time", lists: ["statement", "statementWithFee"] },
  row: (payout) => ({
    id: payout.id,
    subAccountId: payout.subAccountId,
    end: endOf(payout.state, "COMPLETED", "FAILED", ...unpaid),
    asset: payout.asset,
    network: payout.network,
    value: payout.value,
    assetAmount: amountText(payout.asset, payout.units),
    fee: payout.fee,
    externalId: payout.externalId,
    endToEndId: payout.endToEndId,
    txHash: payout.transactionHash,
    settled: span(payout.createdAt, payout.paidAt)
  }),
  outline: payoutOutline
})

const statement = inStatement(Payouts, ["payout", "withdraw"], (payout) => ({
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

const facts = booked(
  Payouts,
  "pay",
  "payout",
  ({ declared, fee, id, network, rate, receiver, subAccountId }) => ({
    id,
    subAccountId,
    network,
    fee,
    rate,
    counterparty: receiver,
    declared,
    ...sendsNothing
  })
)

export const payoutResource = paymentResource(Payouts, {
  explanation: living(Payouts, payoutStates, ({ state }) => state, payoutProspects),
  outcomes: { hear: hearPayout, waitsFor: none },
  browsable: rows,
  statement,
  booked: facts,
  sealed: none,
  isAnnounced: true,
  isInner: false
})
