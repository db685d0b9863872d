// What the page of a Lightning invoice begins with. Who pays one is never told.
import { type Story, amountOf, outlined, story } from "../../engine/resource/outline.ts"
import type { Movement } from "../movement/movement.ts"
import { paymentStory, pixPayee, pixPaymentExpected } from "../pix-payment/outline.ts"
import { type LightningInvoice, LightningInvoices, cameInOf } from "./lightning-invoice.ts"

const expected = {
  awaitingLightning: ["invoicePaid", "invoiceExpired"],
  invoiceExpired: [],
  ...pixPaymentExpected
} as const

const storyOf = (invoice: LightningInvoice, movements: ReadonlyArray<Movement>): Story<keyof typeof expected> => {
  const { expiresAt: at, state } = invoice
  if (state === "WAITING") return story("awaitingLightning", { at })
  if (state === "EXPIRED") return story("invoiceExpired", { at })
  return paymentStory({ ...invoice, state }, cameInOf(invoice), movements)
}

export const lightningInvoiceOutline = outlined(LightningInvoices, {
  expected,
  counterparty: "payee",
  readsMovements: true,
  of: (invoice, movements: ReadonlyArray<Movement>) => ({
    payer: null,
    payee: pixPayee(invoice.destination, invoice.receiver),
    state: invoice.state,
    paid: amountOf("BTC", invoice.sats),
    received: amountOf("BRL", invoice.value),
    story: storyOf(invoice, movements)
  })
})
