// The operator sends the sats of a Lightning invoice back (spec "Manual Lightning refund", "Payout status" row 3; 0098).
// Ordered again while they are on their way or back, it changes nothing.
import { Clock, Effect, Option } from "effect"
import { receiptUrlOf } from "../../customers/access/proofs.ts"
import { NotFound, StateConflict, invalidField } from "../../base/errors/errors.ts"
import { Movements } from "../movement/movement.ts"
import { isGivenBack } from "../pix-payment/pix-payment.ts"
import { Ids } from "../../engine/store/ids.ts"
import { find, list } from "../../engine/store/records.ts"
import { type Actor, actsOf } from "../../engine/review/operator-act.ts"
import { lightningInvoiceFacts } from "./decide-lightning-invoice.ts"
import { LightningInvoices, lightningInvoiceRecord, previewOf } from "./lightning-invoice.ts"
import { lightningAddressOf } from "./lightning-invoice-request.ts"

export interface RefundLightningInvoice {
  readonly paymentHash: string
  /** Where the sats go; the invoice's own refund address by default. */
  readonly refundAddress?: string | undefined
  /** The preview that was agreed to: an invoice that has changed since is in conflict. */
  readonly agreed?: string | undefined
}

/** Orders the refund and gives the record as it stands then. */
export const refundLightningInvoice = Effect.fnUntraced(
  function*(operator: Actor, { agreed, paymentHash, refundAddress }: RefundLightningInvoice) {
    const { value: invoice, version } = yield* invoiceOf(paymentHash)
    const named = refundAddress ?? invoice.refundAddress
    if (named === null) return yield* invalidField("refundAddress", "is required: the invoice names none")
    const address = yield* lightningAddressOf(named)
    const refundId = yield* Ids.use((ids) => ids.next("rfd", invoice.owner))
    const action = {
      action: "lightningInvoice.refund",
      owner: invoice.owner,
      subject: invoice.id,
      version,
      detail: { refundId, refundAddress: address },
      at: yield* Clock.currentTimeMillis
    }
    const outcome = yield* lightningInvoiceFacts.book(
      invoice.id,
      (found) =>
        agreed === undefined || agreed === previewOf(found, address)
          ? Effect.succeed({ on: "refundOrdered" as const, refundId, address })
          : Effect.fail(new StateConflict({ resource: "Lightning invoice", state: "changed since it was previewed" })),
      { writes: actsOf(operator, action) }
    )
    const { value: after } = yield* invoiceOf(paymentHash)
    const record = lightningInvoiceRecord(after)
    return outcome === "Booked" || (yield* isOnItsWay(after.id))
      ? { ...record, receiptUrl: yield* receiptUrlOf(after.id, after.paidAt) }
      : yield* new StateConflict({ resource: "Lightning invoice", state: record.status })
  }
)

const invoiceOf = Effect.fnUntraced(function*(paymentHash: string) {
  const found = yield* find(LightningInvoices, "paymentHash", paymentHash.toLowerCase())
  return Option.getOrUndefined(found) ?? (yield* new NotFound({ resource: "Invoice" }))
})

// Sats that go back, or are back.
const isOnItsWay = (invoiceId: string) =>
  Effect.map(
    list(Movements, "bySubject", invoiceId, { limit: 50 }),
    (movements) => movements.some(({ value: { purpose, state } }) => isGivenBack(purpose) && state !== "REFUSED")
  )
