// Lightning invoices for given / when / then: one that waits, the facts that can be told about it, and what became of it
// after some. Values are 10.00 at 500,000.00 a bitcoin, so that amounts can be checked by hand: fee 0.25, 2,050 satoshis.
import { Result } from "effect"
import {
  type LightningInvoiceDecision,
  type LightningInvoiceFact,
  decideLightningInvoice
} from "../../core/lightning-invoice/decide-lightning-invoice.ts"
import type { LightningInvoice } from "../../core/lightning-invoice/lightning-invoice.ts"
import { type Rate, rateFromDecimal } from "../../core/money/rate.ts"
import { unitsUnsafe } from "../../core/money/units.ts"
import { returnIdAt } from "../support/ids.ts"
import { cents, minute, owner } from "./deposit.given.ts"

const sats = (value: number) => unitsUnsafe("BTC", BigInt(value))

const rate: Rate<"BTC"> = Result.getOrThrow(rateFromDecimal("BTC", "500000", "test", 0))

export const waiting: LightningInvoice = {
  id: "inv_1",
  owner: owner.id,
  subAccountId: owner.mainSubAccountId,
  state: "WAITING",
  value: cents(1_000),
  fee: cents(25),
  gross: cents(1_025),
  sats: sats(2_050),
  rate,
  destination: { by: "key", key: "ana@example.com", keyType: "EMAIL" },
  refundAddress: null,
  bolt11: "lnbc20500n1p",
  paymentHash: "ab".repeat(32),
  endToEndId: null,
  settledAt: null,
  receipt: null,
  refusal: null,
  reversals: [],
  refund: null,
  expiresAt: minute(60),
  createdAt: minute(0),
  updatedAt: minute(0)
}

export const refundable: LightningInvoice = { ...waiting, refundAddress: "ana@wallet.example.com" }

export const invoicePaid: LightningInvoiceFact = { on: "invoicePaid" }
export const invoiceLapsed: LightningInvoiceFact = { on: "invoiceLapsed" }
export const pixPaid = (endToEndId: string | null = "E1"): LightningInvoiceFact => ({
  on: "pixPaid",
  endToEndId,
  receipt: null
})
export const pixRefused: LightningInvoiceFact = { on: "pixRefused", reason: "no such key" }
export const pixUnknown: LightningInvoiceFact = { on: "pixUnknown" }
export const pixReversed = (value: number, n = 1): LightningInvoiceFact => ({
  on: "pixReversed",
  returnId: returnIdAt(n),
  value: cents(value),
  reason: "the account is closed"
})
export const refundAsked: LightningInvoiceFact = { on: "refundAsked", address: "bob@wallet.example.com" }
export const refundSent: LightningInvoiceFact = { on: "refundSent", paymentHash: "cd".repeat(32), networkFee: sats(3) }
export const refundRefused: LightningInvoiceFact = { on: "refundRefused", reason: "no route" }

/** The decision of a fact about an invoice, ten minutes past. */
export const when = (given: LightningInvoice, fact: LightningInvoiceFact): LightningInvoiceDecision =>
  decideLightningInvoice({ value: given, version: 7 }, fact, minute(10))

/** The decision, which must change the invoice. */
export const changed = (given: LightningInvoice, fact: LightningInvoiceFact) => {
  const decision = when(given, fact)
  if (decision._tag !== "Changed") throw new Error(`${fact.on} in ${given.state} was ${decision._tag}`)
  return decision
}

/** Decides the facts one after the other; each must change the invoice. */
export const after = (
  facts: ReadonlyArray<LightningInvoiceFact>,
  from: LightningInvoice = waiting
): LightningInvoice => facts.reduce((invoice, fact) => changed(invoice, fact).invoice, from)
