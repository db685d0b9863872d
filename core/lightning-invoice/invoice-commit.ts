// Brings one fact about a Lightning invoice into the books, and what matches none of them before the operator.
import { Clock, Effect, Option } from "effect"
import { type Alongside, bookFact, nothing } from "../event/book-fact.ts"
import { get, insert } from "../ports/records.ts"
import { Store, changeSet } from "../ports/store.ts"
import { receiptUrl } from "../access/receipt-link.ts"
import { Reviews, review } from "../review/review.ts"
import { type LightningInvoiceFact, decideLightningInvoice } from "./decide-lightning-invoice.ts"
import { type LightningInvoice, LightningInvoices } from "./lightning-invoice.ts"

/** Books the fact that `factFor` makes of the invoice as it stands; `undefined` means there is nothing to book. */
export const commitFact = <E, R>(
  invoiceId: string,
  factFor: (invoice: LightningInvoice) => Effect.Effect<LightningInvoiceFact | undefined, E, R>,
  alongside?: Alongside
) =>
  bookFact(invoiceId, (now) =>
    Effect.gen(function*() {
      const before = Option.getOrThrow(yield* get(LightningInvoices, invoiceId))
      const fact = yield* factFor(before.value)
      return fact === undefined
        ? nothing
        : decideLightningInvoice(before, fact, now, yield* receiptUrl(invoiceId, now))
    }), alongside)

/** Puts a provider's fact that matches nothing of ours, or matches it wrongly, before the operator; once a fact. */
export const raise = Effect.fnUntraced(function*(
  about: { readonly owner: string; readonly subject: string },
  reason: string,
  evidence: string
) {
  const createdAt = yield* Clock.currentTimeMillis
  yield* Effect.logError("A provider's fact matches nothing of ours", { subject: about.subject, reason })
  const write = insert(Reviews, review({ ...about, reason: `${reason}/${evidence}`, evidence, createdAt }))
  yield* Store.use((store) => store.commit(changeSet({ writes: [write] }))).pipe(
    // Raised before.
    Effect.catchTag("DuplicateKey", () => Effect.void)
  )
})

/** Who a provider's fact is for when nothing of ours matches it. */
export const nobody = "operator"
