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
import { applyKycDecision } from "../kyc/apply-kyc-decision.ts"
import { applyPixPayment } from "../lightning-invoice/apply-pix-payment.ts"
import { isLightningPayment } from "../lightning-invoice/lightning-invoice.ts"
import { settleLightningInvoice } from "../lightning-invoice/settle-lightning-invoice.ts"
import { applyPaymentFact } from "../payout/apply-payment-fact.ts"
import type { ProviderFact } from "../ports/provider-fact.ts"

const notForKeys = Effect.fail(new NotFound({ resource: "Ticket" }))

// A PIX goes out for a payout of a wallet or for a Lightning invoice; the id of the payment says for which.
const ofPayment = (fact: Parameters<typeof applyPaymentFact>[0]) =>
  isLightningPayment(fact.paymentId) ? applyPixPayment(fact) : applyPaymentFact(fact)

type Applied = ReturnType<
  | typeof settleDeposit
  | typeof refundDeposit
  | typeof applyReturnRefusal
  | typeof depositOfTicket
  | typeof applyPixPayment
  | typeof applyPaymentFact
  | typeof applyKycDecision
  | typeof applyDisputeEvent
  | typeof settleLightningInvoice
>
type Apply = (
  fact: ProviderFact
) => Effect.Effect<unknown, Effect.Error<Applied> | NotFound, Effect.Services<Applied>>

/** Applies a fact; `caller` is undefined when the provider itself vouches for it. */
export const applyProviderFact = (caller: Caller | undefined): Apply => {
  const signedOnly = <A, E, R>(effect: Effect.Effect<A, E, R>) => caller === undefined ? effect : notForKeys
  return Match.type<ProviderFact>().pipe(
    Match.tags({
      ChargePaid: (fact) => settleDeposit({ fact, caller }),
      PixReturned: (fact) => signedOnly(refundDeposit(fact)),
      ReturnRefused: (fact) => signedOnly(applyReturnRefusal(fact)),
      // A word about a delivery that our own port makes is no evidence; the delivery's job finds out by our id.
      DeliveryDoubted: ({ trackId }) => Effect.asVoid(depositOfTicket(trackId, caller)),
      PaymentSettled: (fact) => signedOnly(ofPayment(fact)),
      PaymentRefused: (fact) => signedOnly(ofPayment(fact)),
      PaymentReversed: (fact) => signedOnly(ofPayment(fact)),
      KycDecided: (fact) => signedOnly(applyKycDecision(fact)),
      DisputeMoved: (fact) => signedOnly(applyDisputeEvent(fact)),
      InvoicePaid: (fact) => signedOnly(settleLightningInvoice(fact)),
      Unsupported: () => signedOnly(Effect.void)
    }),
    Match.exhaustive
  )
}
