// A Lightning invoice of ours was paid: the sats are in, whenever they came, and the PIX goes out (contract of the LIGHTNING
// event; 0095). Told again it is known.
import { Clock, Effect, Option } from "effect"
import { NotFound } from "../errors/errors.ts"
import { rememberEvent } from "../event/provider-event.ts"
import type { ProviderFact } from "../ports/provider-fact.ts"
import { find } from "../ports/records.ts"
import { LightningInvoices } from "./lightning-invoice.ts"
import { commitFact, nobody, raise } from "./invoice-commit.ts"

/** Books the sats. A payment of an unknown invoice is not found, and a person looks at it. */
export const settleLightningInvoice = Effect.fnUntraced(
  function*(fact: Extract<ProviderFact, { readonly _tag: "InvoicePaid" }>) {
    const paymentHash = fact.paymentHash.toLowerCase()
    const invoice = Option.getOrUndefined(yield* find(LightningInvoices, "paymentHash", paymentHash))?.value
    if (invoice === undefined) {
      yield* raise({ owner: nobody, subject: paymentHash }, "payment of an unknown Lightning invoice", paymentHash)
      return yield* new NotFound({ resource: "Invoice" })
    }
    const writes = rememberEvent(fact.eventId, "provider", yield* Clock.currentTimeMillis)
    const outcome = yield* commitFact(invoice.id, () => Effect.succeed({ on: "invoicePaid" }), { writes })
    if (outcome !== "EventReused") return outcome
    yield* raise({ owner: invoice.owner, subject: invoice.id }, "told by an event that told another fact", paymentHash)
    return "Alarmed" as const
  }
)
