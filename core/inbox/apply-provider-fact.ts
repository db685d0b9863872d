// Leads each fact of a provider to the use case of its kind, whatever brought it: a request, or a message that waited. A
// key owner may vouch for his own sandbox charges and for nothing else.
import { Effect, Match } from "effect"
import type { Caller } from "../access/caller.ts"
import { applyReturnRefusal } from "../deposit/apply-return-refusal.ts"
import { refundDeposit } from "../deposit/refund-deposit.ts"
import { settleDeposit } from "../deposit/settle-deposit.ts"
import { depositOfTicket } from "../deposit/ticket.ts"
import { applyDisputeEvent } from "../dispute/apply-dispute-event.ts"
import { NotFound } from "../errors/errors.ts"
import type { BookingOutcome } from "../event/book-fact.ts"
import { applyKycDecision } from "../kyc/apply-kyc-decision.ts"
import { LightningInvoices } from "../lightning-invoice/lightning-invoice.ts"
import { settleLightningInvoice } from "../lightning-invoice/settle-lightning-invoice.ts"
import { subjects } from "../composition/subjects.ts"
import { applyPaymentFact } from "../movement/apply-payment-fact.ts"
import { Payouts } from "../payout/payout.ts"
import type { ProviderFact } from "../ports/provider-fact.ts"
import { byId, byKey, together } from "../ports/records.ts"
import type { Write } from "../ports/store.ts"

const notForKeys = Effect.fail(new NotFound({ resource: "Ticket" }))

// A PIX goes out for a payout of a wallet or for a Lightning invoice, which messages may also name by its payment hash.
const paymentOf = Effect.fnUntraced(function*(paymentId: string) {
  const found = yield* together({
    payout: byId(Payouts, paymentId),
    invoice: byId(LightningInvoices, paymentId),
    byHash: byKey(LightningInvoices, "paymentHash", paymentId.toLowerCase())
  })
  const invoice = found.invoice ?? found.byHash
  if (invoice !== undefined) return { id: invoice.id, owner: invoice.owner, willPlan: invoice.state === "WAITING" }
  const { payout } = found
  return payout && { id: payout.id, owner: payout.owner, willPlan: payout.state === "DEBITING" }
})

const applyMovementFact = applyPaymentFact(subjects, paymentOf)

type FactUseCase = ReturnType<
  | typeof settleDeposit
  | typeof refundDeposit
  | typeof applyReturnRefusal
  | typeof depositOfTicket
  | typeof applyMovementFact
  | typeof applyKycDecision
  | typeof applyDisputeEvent
  | typeof settleLightningInvoice
>
/** What became of a fact. */
export type Applied = BookingOutcome | "Unsupported"
type Apply = (
  fact: ProviderFact
) => Effect.Effect<Applied, Effect.Error<FactUseCase> | NotFound, Effect.Services<FactUseCase>>

/**
 * Applies a fact; `caller` is undefined when the provider itself vouches for it. `trace` is written in the commit that books
 * it, and in no other.
 */
export const applyProviderFact = (caller: Caller | undefined, trace: ReadonlyArray<Write> = []): Apply => {
  const signedOnly = <A, E, R>(effect: Effect.Effect<A, E, R>) => caller === undefined ? effect : notForKeys
  const unsupported = Effect.succeed("Unsupported" as const)
  return Match.type<ProviderFact>().pipe(
    Match.tags({
      ChargePaid: (fact) => settleDeposit({ fact, caller, trace }),
      PixReturned: (fact) => signedOnly(refundDeposit(fact, trace)),
      ReturnRefused: (fact) => signedOnly(applyReturnRefusal(fact)),
      // A word about a delivery that our own port makes is no evidence; the delivery's job finds out by our id.
      DeliveryDoubted: ({ trackId }) => Effect.andThen(depositOfTicket(trackId, caller), unsupported),
      PaymentSettled: (fact) => signedOnly(applyMovementFact(fact, trace)),
      PaymentRefused: (fact) => signedOnly(applyMovementFact(fact, trace)),
      PaymentReversed: (fact) => signedOnly(applyMovementFact(fact, trace)),
      KycDecided: (fact) => signedOnly(applyKycDecision(fact, trace)),
      DisputeMoved: (fact) => signedOnly(applyDisputeEvent(fact, trace)),
      InvoicePaid: (fact) => signedOnly(settleLightningInvoice(fact, trace)),
      Unsupported: () => signedOnly(unsupported)
    }),
    Match.exhaustive
  )
}
