// Lightning invoices, as everybody else has to know them. The payment hash names an invoice outside (C20).
import { booked, sendsNothing } from "../../engine/resource/booked.ts"
import { amountText, browsable, endOf, span } from "../../engine/resource/browsable.ts"
import { living } from "../../engine/resource/explanation.ts"
import { none } from "../../engine/resource/none.ts"
import { inStatement } from "../../engine/resource/statement-source.ts"
import type { Cents } from "../../base/money/units.ts"
import { paymentResource } from "../movement/outcomes.ts"
import { unpaid } from "../pix-payment/outline.ts"
import { grossOf } from "../pix-payment/pix-payment.ts"
import { hearLightningInvoice } from "./decide-lightning-invoice.ts"
import { lightningInvoiceStates } from "./lightning-invoice.states.ts"
import { type LightningInvoice, LightningInvoices } from "./lightning-invoice.ts"
import { lightningInvoiceOutline } from "./outline.ts"
import { lightningInvoiceProspects } from "./prospects.ts"

const rows = browsable(LightningInvoices, {
  states: lightningInvoiceStates.states,
  final: ["COMPLETED", "FAILED", "REFUNDED", "EXPIRED"],
  listed: { by: "time", lists: ["statement", "statementWithFee"] },
  row: (invoice) => ({
    id: invoice.paymentHash,
    subAccountId: invoice.subAccountId,
    end: endOf(invoice.state, "COMPLETED", ...unpaid),
    asset: "BTC",
    network: "lightning",
    value: invoice.value,
    assetAmount: amountText("BTC", invoice.sats),
    fee: invoice.fee,
    externalId: null,
    endToEndId: invoice.endToEndId,
    txHash: invoice.paymentHash,
    settled: span(invoice.createdAt, invoice.paidAt)
  }),
  outline: lightningInvoiceOutline
})

/** The states in which all that came in is back. */
const back: ReadonlySet<string> = new Set(["RESTORED", "GIVEN_BACK", "RESTORED_PAID", "GIVEN_BACK_PAID"])

const givenBack = (invoice: LightningInvoice): Cents => back.has(invoice.state) ? grossOf(invoice) : invoice.refunded

const statement = inStatement(LightningInvoices, ["payout"], (invoice) => ({
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

const facts = booked(
  LightningInvoices,
  "inv",
  "lightning-invoice",
  ({ declared, fee, paymentHash, rate, receiver, refundAddress, subAccountId }) => ({
    id: paymentHash,
    subAccountId,
    network: "lightning",
    fee,
    rate,
    counterparty: receiver,
    declared,
    ...sendsNothing,
    recipientAddress: refundAddress
  })
)

export const lightningInvoiceResource = paymentResource(LightningInvoices, {
  explanation: living(LightningInvoices, lightningInvoiceStates, ({ state }) => state, lightningInvoiceProspects),
  outcomes: { hear: hearLightningInvoice, waitsFor: none },
  browsable: rows,
  statement,
  booked: facts,
  sealed: none,
  isAnnounced: true,
  isInner: false
})
