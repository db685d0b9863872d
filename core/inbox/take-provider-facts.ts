// The facts of one message as it arrives: each is applied at once and by itself, so that one that fails keeps none of the
// others, and each leaves its trace. A fact that arrives before we requested what it reports waits in the data store until its
// time has come. The message is acknowledged once every fact is applied or kept (0172).
import { Cause, Clock, Effect, Exit, Match } from "effect"
import type { Caller } from "../customers/access/caller.ts"
import { subjects } from "../payments/resources.ts"
import { applyReturnRefusal } from "../payments/deposit/apply-return-refusal.ts"
import { refundDeposit } from "../payments/deposit/refund-deposit.ts"
import { reviewPixWithoutCharge } from "../payments/deposit/unclaimed-pix.ts"
import { settleDeposit } from "../payments/deposit/settle-deposit.ts"
import { depositOfTicket } from "../payments/deposit/hear-deposit.ts"
import { applyDisputeEvent } from "../payments/dispute/apply-dispute-event.ts"
import { NotFound } from "../base/errors/errors.ts"
import type { BookingOutcome } from "../engine/event/book-fact.ts"
import {
  type FactTrace,
  type FactTraceOutcome,
  FactTraces,
  digestOf,
  keepFact,
  traceOf
} from "../engine/event/fact-trace.ts"
import { operatorOwner } from "../base/ids/ids.ts"
import { applyKycDecision } from "../customers/kyc/apply-kyc-decision.ts"
import { LightningInvoices } from "../payments/lightning-invoice/lightning-invoice.ts"
import { settleLightningInvoice } from "../payments/lightning-invoice/settle-lightning-invoice.ts"
import { applyPaymentFact } from "../payments/movement/apply-payment-fact.ts"
import { Payouts } from "../payments/payout/payout.ts"
import { Ids } from "../engine/store/ids.ts"
import { backOffMs } from "../engine/store/job-queue.ts"
import { raiseReview } from "../engine/review/raise-review.ts"
import type { FactOf, ProviderFact } from "../ports/provider-fact.ts"
import { byId, byKey, insert, together } from "../engine/store/records.ts"
import { Store, type Write, changeSet } from "../engine/store/store.ts"
import { repeatTrace } from "./repeat-trace.ts"

// Leads each fact of a provider to the use case of its kind, whatever brought it: a request, or a message that waited. A
// key owner may vouch for his own sandbox charges and for nothing else.

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
  | typeof reviewPixWithoutCharge
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
      PixWithoutCharge: (fact) => signedOnly(reviewPixWithoutCharge(fact)),
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
      Unsupported: () => signedOnly(unsupported),
      Unreadable: (fact) => signedOnly(reviewUnreadable(fact))
    }),
    Match.exhaustive
  )
}

const reviewUnreadable = ({ place, text }: FactOf<"Unreadable">) =>
  raiseReview({
    owner: operatorOwner,
    subject: place,
    reason: { code: "factUnreadable", digest: digestOf(text), detail: text }
  }).pipe(Effect.as("Alarmed" as const))

/** Who vouches for the facts: the provider of an inbox, or a key owner for his own sandbox charges. */
export interface Sender {
  /** The name of the inbox. */
  readonly inbox: string
  readonly caller?: Caller | undefined
}

/**
 * Takes the facts of a message. Fails when one of them did: with what may succeed later rather than with what we do not have.
 */
export const takeProviderFacts = Effect.fnUntraced(function*(sender: Sender, facts: ReadonlyArray<ProviderFact>) {
  const exits = yield* Effect.forEach(placed(facts), ([fact, place]) => Effect.exit(takeFact(sender, fact, place)))
  const failures = exits.filter(Exit.isFailure)
  const failure = failures.find(({ cause }) => !isMissing(cause)) ?? failures[0]
  if (failure !== undefined) yield* failure
})

const isMissing = (cause: Cause.Cause<unknown>): boolean => Cause.squash(cause) instanceof NotFound

// The place among the facts of the same event, so that a message that is batched in another way has the same ids.
const placed = (facts: ReadonlyArray<ProviderFact>): ReadonlyArray<readonly [fact: ProviderFact, place: number]> =>
  facts.map((fact, index) => [fact, facts.slice(0, index).filter(({ eventId }) => eventId === fact.eventId).length])

const takeFact = Effect.fnUntraced(function*({ caller, inbox }: Sender, fact: ProviderFact, place: number) {
  const now = yield* Clock.currentTimeMillis
  const sender = caller?.account.id ?? inbox
  const id = fact.eventId === null
    ? yield* Ids.use((ids) => ids.next("fct", operatorOwner))
    : `${sender}/${fact.eventId}/${place}`
  const trace = traceOf(fact, { id, owner: caller?.account.id ?? "provider", sender, now })
  const applied = yield* applyProviderFact(caller, [insert(FactTraces, trace)])(fact).pipe(
    Effect.catchTags({
      PaymentNotAsked: () => Effect.succeed("Early" as const),
      ReturnIsEarly: () => Effect.succeed("Early" as const)
    })
  )
  switch (applied) {
    case "Booked":
      return
    case "Early":
      return yield* keep(fact, trace, now)
    case "Known":
    case "Rejected":
    case "EventReused":
    case "Alarmed":
    case "ProofUsed":
    case "Unsupported":
      return yield* note({ ...trace, outcome: outcomes[applied] })
  }
})

const outcomes: Readonly<Record<Exclude<Applied, "Booked">, FactTraceOutcome>> = {
  Known: "ignored",
  Rejected: "ignored",
  EventReused: "ignored",
  Alarmed: "review",
  ProofUsed: "review",
  Unsupported: "unsupported"
}

const note = (trace: FactTrace) =>
  Store.use((store) => store.commit(changeSet({ writes: [insert(FactTraces, trace)] }))).pipe(
    Effect.catchTag("DuplicateKey", () => repeatTrace(trace))
  )

const keep = (fact: ProviderFact, trace: FactTrace, now: number) => {
  const { job, write } = keepFact(fact, trace, now + backOffMs(1))
  return Store.use((store) => store.commit(changeSet({ writes: [write], jobs: [job] }))).pipe(
    Effect.catchTag("DuplicateKey", () => repeatTrace(trace))
  )
}
