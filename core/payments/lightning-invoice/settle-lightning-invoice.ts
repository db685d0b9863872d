// A Lightning invoice of ours was paid: the sats are in, whenever they came, and the PIX goes out (contract of the LIGHTNING
// event; 0095). Told again it is known.
import { Effect, Option } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { printHeld } from "../../base/money/decimal.ts"
import { NotFound } from "../../base/errors/errors.ts"
import type { FactOf } from "../../ports/provider-fact.ts"
import { find } from "../../engine/store/records.ts"
import type { Write } from "../../engine/store/store.ts"
import { raiseReview } from "../../engine/review/raise-review.ts"
import { lightningInvoiceFacts } from "./decide-lightning-invoice.ts"
import { LightningInvoices } from "./lightning-invoice.ts"

/**
 * Books the sats, with `trace` in the same commit. A payment of an unknown invoice is not found, and a person looks at it, as at one of less
 * than the invoice.
 */
export const settleLightningInvoice = Effect.fnUntraced(
  function*(fact: FactOf<"InvoicePaid">, trace: ReadonlyArray<Write> = []) {
    const paymentHash = fact.paymentHash.toLowerCase()
    const invoice = Option.getOrUndefined(yield* find(LightningInvoices, "paymentHash", paymentHash))?.value
    if (invoice === undefined) {
      yield* raiseReview({ owner: operatorOwner, subject: paymentHash, reason: { code: "unknownInvoice" } })
      return yield* new NotFound({ resource: "Invoice" })
    }
    if (fact.received !== undefined && fact.received < invoice.sats) {
      const said = printHeld("BTC", fact.received)
      const ordered = printHeld("BTC", invoice.sats)
      yield* raiseReview({
        owner: invoice.owner,
        subject: invoice.id,
        reason: { code: "paidLess", asset: "BTC", said, ordered }
      })
      return "Alarmed" as const
    }
    return yield* lightningInvoiceFacts.book(invoice.id, { on: "invoicePaid" }, { writes: trace })
  }
)
