// Leads each fact of a provider to the use case of its kind, whatever brought it: a request, or a message that waited. A
// key owner may vouch for his own sandbox charges and for nothing else.
import { Effect, Match } from "effect"
import type { Caller } from "../access/caller.ts"
import { refundDeposit } from "../deposit/refund-deposit.ts"
import { settleDeposit } from "../deposit/settle-deposit.ts"
import { depositOfTicket } from "../deposit/ticket.ts"
import { NotFound } from "../errors/errors.ts"
import type { ProviderFact } from "../ports/provider-inbox.ts"

const notForKeys = Effect.fail(new NotFound({ resource: "Ticket" }))

/** Applies a fact; `caller` is undefined when the provider itself vouches for it. */
export const applyProviderFact = (caller: Caller | undefined) => {
  const signedOnly = <A, E, R>(effect: Effect.Effect<A, E, R>) => caller === undefined ? effect : notForKeys
  return Match.type<ProviderFact>().pipe(
    Match.tags({
      ChargePaid: (fact) => settleDeposit({ fact, caller }),
      PixReturned: (fact) => signedOnly(refundDeposit(fact)),
      // A word about a delivery that our own port makes is no evidence; the delivery's job finds out by our id.
      DeliveryDoubted: ({ trackId }) => Effect.asVoid(depositOfTicket(trackId, caller)),
      PaymentSettled: () => signedOnly(Effect.void),
      PaymentRefused: () => signedOnly(Effect.void),
      PaymentReversed: () => signedOnly(Effect.void),
      KycDecided: () => signedOnly(Effect.void),
      DisputeMoved: () => signedOnly(Effect.void),
      InvoicePaid: () => signedOnly(Effect.void),
      Unsupported: () => signedOnly(Effect.void)
    }),
    Match.exhaustive
  )
}
