// What the PIX provider tells about the PIX of a Lightning invoice: settled, refused, or sent back by the receiver's bank
// (contract of the PIX-OUT event). Each counts once, in whatever order the words come.
import { Clock, Effect, Option } from "effect"
import { NotFound } from "../errors/errors.ts"
import { rememberEvent } from "../event/provider-event.ts"
import { PixRail } from "../ports/pix-rail.ts"
import type { ProviderFact } from "../ports/provider-inbox.ts"
import { find, get } from "../ports/records.ts"
import { type LightningInvoiceFact, unreturnedOf } from "./decide-lightning-invoice.ts"
import { type LightningInvoice, LightningInvoices } from "./lightning-invoice.ts"
import { commitFact, nobody, raise } from "./invoice-commit.ts"

type PaymentFact = Extract<ProviderFact, { readonly _tag: "PaymentSettled" | "PaymentRefused" | "PaymentReversed" }>

/** Books the fact; one about an unknown payment is not found, and a person looks at it. */
export const applyPixPayment = Effect.fnUntraced(function*(fact: PaymentFact) {
  const invoice = yield* invoiceOf(fact.paymentId)
  if (invoice === undefined) {
    yield* raise({ owner: nobody, subject: fact.paymentId }, "word about an unknown PIX", fact._tag)
    return yield* new NotFound({ resource: "Payment" })
  }
  // The bank can only send back what has settled, so the settlement is booked first where nobody had told of it.
  if (fact._tag === "PaymentReversed" && isPending(invoice)) {
    yield* commitFact(invoice.id, (current) => isPending(current) ? settled(current, null) : Effect.undefined)
  }
  const writes = rememberEvent(fact.eventId, "provider", yield* Clock.currentTimeMillis)
  const outcome = yield* commitFact(invoice.id, (current) => factFor(current, fact), { writes })
  if (outcome !== "EventReused") return outcome
  yield* raise({ owner: invoice.owner, subject: invoice.id }, "told by an event that told another fact", fact._tag)
  return "Alarmed" as const
})

const invoiceOf = Effect.fnUntraced(function*(paymentId: string) {
  const found = yield* paymentId.startsWith("inv_")
    ? get(LightningInvoices, paymentId)
    : find(LightningInvoices, "paymentHash", paymentId.toLowerCase())
  return Option.getOrUndefined(found)?.value
})

const isPending = ({ state }: LightningInvoice): boolean => state === "PAYING" || state === "UNKNOWN"

const factFor = (
  invoice: LightningInvoice,
  fact: PaymentFact
): Effect.Effect<LightningInvoiceFact | undefined, never, PixRail> => {
  switch (fact._tag) {
    case "PaymentSettled":
      return settled(invoice, fact.endToEndId)
    case "PaymentRefused":
      return Effect.succeed({ on: "pixRefused", reason: fact.reason ?? "refused by the provider" })
    case "PaymentReversed": {
      const { reason, returnedValue } = fact
      const returnId = fact.returnId ?? `return of ${invoice.id}`
      const isKnown = invoice.reversals.some((reversal) => reversal.returnId.toUpperCase() === returnId.toUpperCase())
      const value = returnedValue ?? unreturnedOf(invoice)
      return Effect.succeed(isKnown ? undefined : { on: "pixReversed", returnId, value, reason })
    }
  }
}

// The event says that it settled; the rail's own record says more, where it can be read.
const settled = (
  invoice: LightningInvoice,
  endToEndId: string | null
): Effect.Effect<LightningInvoiceFact, never, PixRail> =>
  Effect.map(PixRail.use((rail) => rail.lookUpPayment(invoice.id)), (found) => {
    if (found._tag !== "Done") return { on: "pixPaid", endToEndId, receipt: null }
    const { endToEndId: recorded, ...receipt } = found.value
    return { on: "pixPaid", endToEndId: endToEndId ?? recorded, receipt }
  })
