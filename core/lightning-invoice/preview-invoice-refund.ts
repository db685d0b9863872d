// What a manual refund of a Lightning invoice would move and book, were it ordered now. The table itself decides it, as if the
// refund were ordered and had arrived, so a preview cannot say anything else than what would happen. What routing will take is
// not known before, and is not in it. It changes nothing.
import { Clock, Effect, Option } from "effect"
import { NotFound } from "../errors/errors.ts"
import { entryViews } from "../ledger/entry-view.ts"
import { printDecimal } from "../money/decimal.ts"
import { type Sats, zero } from "../money/units.ts"
import { Movements } from "../movement/movement.ts"
import { type Stored, find } from "../ports/records.ts"
import { decideLightningInvoice } from "./decide-lightning-invoice.ts"
import { factOf } from "./hear-lightning-invoice.ts"
import { lightningAddressOf } from "./lightning-invoice-request.ts"
import { lightningInvoiceStates } from "./lightning-invoice.states.ts"
import { type LightningInvoice, LightningInvoices } from "./lightning-invoice.ts"
import { previewOf } from "./lightning-invoice-view.ts"

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

/** The sats and the entries; undefined when nothing can be given back as the invoice stands. */
const refundPlan = (before: Stored<LightningInvoice>, address: string, now: number) => {
  const ordered = decideLightningInvoice(before, { on: "refundOrdered", refundId: "preview", address }, now)
  if (ordered._tag !== "Changed") return undefined
  const write = ordered.changes.writes.find(({ kind }) => kind === Movements.kind)
  if (write === undefined) return undefined
  const movement = Movements.decode(write.body)
  const receipt = { kind: "lightningPayment", paymentHash: "preview", preimage: null, fee: zero("BTC") } as const
  const arrived = factOf({ on: "moved", movement, receipt }, [])
  const standing = { value: ordered.record, version: before.version + 1 }
  const after = arrived && decideLightningInvoice(standing, arrived, now)
  const entries = [...ordered.changes.entries, ...after?._tag === "Changed" ? after.changes.entries : []]
  const sats: Sats = movement.order.kind === "lightningPayment" ? movement.order.sats : zero("BTC")
  return { sats, entries: entries.filter(({ postings }) => postings.length > 0) }
}
