// What the PIX provider tells about the PIX of a Lightning invoice: settled, refused, or sent back by the receiver's bank
// (contract of the PIX-OUT event). Each counts once, in whatever order the words come; one that comes before the rail was
// asked for the PIX is not believed yet (0070).
import { Effect, Option } from "effect"
import { NotFound } from "../errors/errors.ts"
import { PaymentNotAsked } from "../event/payment-not-asked.ts"
import { PixRail } from "../ports/pix-rail.ts"
import type { ProviderFact } from "../ports/provider-fact.ts"
import { find, get } from "../ports/records.ts"
import type { Write } from "../ports/store.ts"
import { type LightningInvoiceFact, unreturnedOf } from "./decide-lightning-invoice.ts"
import { type LightningInvoice, LightningInvoices } from "./lightning-invoice.ts"
import { commitFact, nobody, raise } from "./invoice-commit.ts"

type Told<Tag extends ProviderFact["_tag"]> = Extract<ProviderFact, { readonly _tag: Tag }>
type PaymentFact = Told<"PaymentSettled"> | Told<"PaymentRefused"> | Told<"PaymentReversed">

/**
 * Books the fact, with `trace` in the same commit. One about an unknown payment is not found, and a person looks at it; one about a PIX that was not asked
 * for yet has to be told again.
 */
export const applyPixPayment = Effect.fnUntraced(function*(fact: PaymentFact, trace: ReadonlyArray<Write> = []) {
  const invoice = yield* invoiceOf(fact.paymentId)
  if (invoice === undefined) {
    yield* raise({ owner: nobody, subject: fact.paymentId }, "word about an unknown PIX", fact._tag)
    return yield* new NotFound({ resource: "Payment" })
  }
  // The bank can only send back what has settled, and what the rail itself has as settled was not refused: the settlement
  // is booked first where nobody had told of it.
  if (yield* hasSettledBefore(invoice, fact)) {
    yield* commitFact(invoice.id, (current) => isUnsettled(current) ? settled(current, null) : Effect.undefined)
  }
  return yield* commitFact(invoice.id, (current) => factFor(current, fact), { writes: trace })
})

const invoiceOf = Effect.fnUntraced(function*(paymentId: string) {
  const found = yield* paymentId.startsWith("inv_")
    ? get(LightningInvoices, paymentId)
    : find(LightningInvoices, "paymentHash", paymentId.toLowerCase())
  return Option.getOrUndefined(found)?.value
})

const isPending = ({ state }: LightningInvoice): boolean => state === "PAYING" || state === "UNKNOWN"

// Asked for, and not known to have settled; also where a refusal was believed.
const isUnsettled = (invoice: LightningInvoice): boolean =>
  invoice.settledAt === null &&
  (isPending(invoice) || invoice.state === "FAILED" || invoice.state === "REFUNDING" || invoice.state === "REFUNDED")

/** The settlement as the rail has it. Of an open PIX that the rail has never heard of, no word can be true yet. */
const settlementOf = Effect.fnUntraced(function*(invoice: LightningInvoice) {
  const found = yield* PixRail.use((rail) => rail.lookUpPayment(invoice.id))
  if (found._tag === "Absent" && isPending(invoice)) return yield* new PaymentNotAsked({ paymentId: invoice.id })
  return found._tag === "Done" ? found.value : undefined
})

const hasSettledBefore = (
  invoice: LightningInvoice,
  fact: PaymentFact
): Effect.Effect<boolean, PaymentNotAsked, PixRail> => {
  switch (fact._tag) {
    case "PaymentSettled":
      return Effect.succeed(false)
    case "PaymentReversed":
      return Effect.succeed(isUnsettled(invoice))
    case "PaymentRefused":
      return isPending(invoice)
        ? Effect.map(settlementOf(invoice), (pix) => pix !== undefined)
        : Effect.succeed(false)
  }
}

const factFor = (
  invoice: LightningInvoice,
  fact: PaymentFact
): Effect.Effect<LightningInvoiceFact | undefined, PaymentNotAsked, PixRail> => {
  if (fact._tag === "PaymentSettled") return settled(invoice, fact.endToEndId)
  const told = fact._tag === "PaymentRefused" ? refusedBy(fact) : reversedBy(invoice, fact)
  // The sats may have come after the invoice was read first, so the rail is asked about it as it stands.
  return isPending(invoice) ? Effect.as(settlementOf(invoice), told) : Effect.succeed(told)
}

const refusedBy = ({ reason }: Told<"PaymentRefused">): LightningInvoiceFact => ({
  on: "pixRefused",
  reason: reason ?? "refused by the provider"
})

const reversedBy = (
  invoice: LightningInvoice,
  { reason, returnId, returnedValue }: Told<"PaymentReversed">
): LightningInvoiceFact | undefined => {
  const id = returnId ?? `return of ${invoice.id}`
  const isKnown = invoice.reversals.some((reversal) => reversal.returnId.toUpperCase() === id.toUpperCase())
  return isKnown
    ? undefined
    : { on: "pixReversed", returnId: id, value: returnedValue ?? unreturnedOf(invoice), reason }
}

// The event says that it settled; the rail's own record says more, where it can be read.
const settled = (
  invoice: LightningInvoice,
  endToEndId: string | null
): Effect.Effect<LightningInvoiceFact, PaymentNotAsked, PixRail> =>
  Effect.map(settlementOf(invoice), (pix) => {
    if (pix === undefined) return { on: "pixPaid", endToEndId, receipt: null }
    const { endToEndId: recorded, ...receipt } = pix
    return { on: "pixPaid", endToEndId: endToEndId ?? recorded, receipt }
  })
