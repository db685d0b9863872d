// The operator sends the sats of a Lightning invoice back (spec "Manual Lightning refund", "Payout status" row 3; 0098).
// Asked again while they are on their way or back, it changes nothing.
import { Clock, Effect, Option } from "effect"
import { NotFound, StateConflict, invalidField } from "../errors/errors.ts"
import { find } from "../ports/records.ts"
import { receiptUrlOf } from "../access/receipt-link.ts"
import { type Operator, actOf } from "../review/operator-act.ts"
import { LightningInvoices } from "./lightning-invoice.ts"
import { lightningAddressOf } from "./lightning-invoice-request.ts"
import { lightningInvoiceRecord } from "./lightning-invoice-view.ts"
import { commitFact } from "./invoice-commit.ts"
import { previewOf } from "./planned-refund.ts"

export interface RefundLightningInvoice {
  readonly paymentHash: string
  /** Where the sats go; the invoice's own refund address unless told. */
  readonly refundAddress?: string | undefined
  /** The preview that was agreed to: an invoice that has changed since is in conflict. */
  readonly agreed?: string | undefined
}

/** Starts the refund and gives the record as it stands then. */
export const refundLightningInvoice = Effect.fnUntraced(
  function*(operator: Operator, { agreed, paymentHash, refundAddress }: RefundLightningInvoice) {
    const { value: invoice, version } = yield* invoiceOf(paymentHash)
    const address = refundAddress ?? invoice.refundAddress
    if (address === null) return yield* invalidField("refundAddress", "is required: the invoice names none")
    const normal = yield* lightningAddressOf(address)
    const deed = {
      action: "lightningInvoice.refund",
      owner: invoice.owner,
      subject: invoice.id,
      version,
      detail: { refundAddress: normal },
      at: yield* Clock.currentTimeMillis
    }
    const outcome = yield* commitFact(
      invoice.id,
      (standing) =>
        agreed === undefined || agreed === previewOf(standing, normal)
          ? Effect.succeed({ on: "refundAsked" as const, address: normal })
          : Effect.fail(new StateConflict({ resource: "Lightning invoice", state: "changed since it was previewed" })),
      { writes: [actOf(operator, deed)] }
    )
    const { value: after } = yield* invoiceOf(paymentHash)
    return outcome === "Rejected"
      ? yield* new StateConflict({ resource: "Lightning invoice", state: lightningInvoiceRecord(after).status })
      : { ...lightningInvoiceRecord(after), receiptUrl: yield* receiptUrlOf(after.id, after.settledAt) }
  }
)

const invoiceOf = Effect.fnUntraced(function*(paymentHash: string) {
  const found = yield* find(LightningInvoices, "paymentHash", paymentHash.toLowerCase())
  return Option.getOrUndefined(found) ?? (yield* new NotFound({ resource: "Invoice" }))
})
