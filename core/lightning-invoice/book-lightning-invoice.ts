// Brings one fact about a Lightning invoice into the books.
import { Effect, Option } from "effect"
import { receiptUrl } from "../access/receipt-link.ts"
import { type Alongside, bookFact } from "../event/book-fact.ts"
import { get } from "../ports/records.ts"
import { type LightningInvoiceFact, decideLightningInvoice } from "./decide-lightning-invoice.ts"
import { type LightningInvoice, LightningInvoices } from "./lightning-invoice.ts"

/** Books the fact that `factFor` makes of the invoice as it stands, or fails as it does. */
export const bookLightningInvoice = <E = never, R = never>(
  invoiceId: string,
  factFor: (invoice: LightningInvoice) => Effect.Effect<LightningInvoiceFact, E, R>,
  alongside?: Alongside
) =>
  bookFact(invoiceId, (now) =>
    Effect.gen(function*() {
      const before = Option.getOrThrow(yield* get(LightningInvoices, invoiceId))
      return decideLightningInvoice(before, yield* factFor(before.value), now, yield* receiptUrl(invoiceId, now))
    }), alongside)
