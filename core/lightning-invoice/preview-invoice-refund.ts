// What a manual refund of a Lightning invoice would move and book, were it asked for now. It changes nothing.
import { Clock, Effect, Option } from "effect"
import { NotFound } from "../errors/errors.ts"
import { entryViews } from "../ledger/entry-view.ts"
import { printDecimal } from "../money/decimal.ts"
import { find } from "../ports/records.ts"
import { lightningAddressOf } from "./lightning-invoice-request.ts"
import { lightningInvoiceStates } from "./lightning-invoice.states.ts"
import { LightningInvoices } from "./lightning-invoice.ts"
import { previewOf, refundPlan } from "./planned-refund.ts"

export interface PreviewInvoiceRefund {
  readonly paymentHash: string
  /** Where the sats go; the invoice's own refund address unless told. */
  readonly refundAddress?: string | undefined
}

/** The preview; its name goes with the confirmation. */
export const previewInvoiceRefund = Effect.fnUntraced(function*({ paymentHash, refundAddress }: PreviewInvoiceRefund) {
  const stored = Option.getOrUndefined(yield* find(LightningInvoices, "paymentHash", paymentHash.toLowerCase()))
  const found = stored ?? (yield* new NotFound({ resource: "Invoice" }))
  const invoice = found.value
  const told = refundAddress ?? invoice.refundAddress
  const address = told === null ? null : yield* lightningAddressOf(told)
  // Whether anything can be given back does not depend on where it goes.
  const plan = refundPlan(found, address ?? "", yield* Clock.currentTimeMillis)
  return {
    kind: "lightningInvoice" as const,
    id: invoice.paymentHash,
    accountId: invoice.owner,
    status: lightningInvoiceStates.states[invoice.state],
    problem: plan === undefined ? `An invoice that is ${invoice.state} has nothing to give back` : null,
    moves: plan === undefined
      ? []
      : [{ asset: "BTC", network: "lightning", amount: printDecimal("BTC", plan.sats), to: address }],
    entries: plan === undefined ? [] : entryViews(plan.entries),
    preview: previewOf(invoice, address)
  }
})
