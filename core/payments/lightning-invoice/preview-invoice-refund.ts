// What a manual refund of a Lightning invoice would move and book, were it ordered now. What routing will take is not known
// before, and is not in it. It changes nothing.
import { Clock, Effect, Option } from "effect"
import { NotFound } from "../../base/errors/errors.ts"
import { entryViews } from "../../engine/ledger/entry-view.ts"
import { printDecimal } from "../../base/money/decimal.ts"
import { zero } from "../../base/money/units.ts"
import { foreseen } from "../movement/foreseen.ts"
import { find } from "../../engine/store/records.ts"
import { type LightningInvoiceFact, decideLightningInvoice, factOf } from "./decide-lightning-invoice.ts"
import { lightningAddressOf } from "./lightning-invoice-request.ts"
import { lightningInvoiceStates } from "./lightning-invoice.states.ts"
import { LightningInvoices, previewOf } from "./lightning-invoice.ts"

export interface PreviewInvoiceRefund {
  readonly paymentHash: string
  /** Where the sats go; the invoice's own refund address by default. */
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
  const now = yield* Clock.currentTimeMillis
  const receipt = { kind: "lightningPayment", paymentHash: "preview", preimage: null, fee: zero("BTC") } as const
  const plan = foreseen(
    found,
    (before, fact: LightningInvoiceFact) => decideLightningInvoice(before, fact, now),
    { on: "refundOrdered", refundId: "preview", address: address ?? "" },
    (movement) => factOf({ on: "moved", movement, receipt }, [])
  )
  return {
    kind: "lightningInvoice" as const,
    id: invoice.paymentHash,
    accountId: invoice.owner,
    status: lightningInvoiceStates.states[invoice.state],
    problem: plan === undefined ? `An invoice that is ${invoice.state} has nothing to give back` : null,
    moves: plan?.movement.order.kind === "lightningPayment"
      ? [{ asset: "BTC", network: "lightning", amount: printDecimal("BTC", plan.movement.order.sats), to: address }]
      : [],
    entries: plan === undefined ? [] : entryViews(plan.entries),
    preview: previewOf(invoice, address)
  }
})
