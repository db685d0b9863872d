// A fact under an event id that has a trace already: the same fact again is counted, and a different one is raised. An event
// counts once, so a different fact under its id was not applied.
import { Effect, Option } from "effect"
import { operatorOwner } from "../base/ids/ids.ts"
import { Deposits, PixReceipts } from "../payments/deposit/deposit.ts"
import { KycAttempts } from "../customers/kyc/kyc-attempt.ts"
import { LightningInvoices } from "../payments/lightning-invoice/lightning-invoice.ts"
import { Payouts } from "../payments/payout/payout.ts"
import { type FactTrace, FactTraces, contradicts } from "../engine/event/fact-trace.ts"
import { byId, byKey, get, replace, together } from "../engine/store/records.ts"
import { Store, VersionConflict, changeSet } from "../engine/store/store.ts"
import { raiseReview } from "../engine/review/raise-review.ts"

/** Counts a fact that arrived again under its event id, or raises that another one did. */
export const repeatTrace = (trace: FactTrace) => {
  const attempt = Effect.gen(function*() {
    const before = Option.getOrThrow(yield* get(FactTraces, trace.id))
    const isOther = contradicts(before.value, trace)
    if (isOther) yield* raiseReused(trace)
    // While it is kept, its job alone changes the row.
    if (before.value.outcome === "kept") return
    const outcome = isOther ? "review" as const : before.value.outcome
    const times = before.value.times + 1
    const write = replace(FactTraces, before, { ...before.value, outcome, times, updatedAt: trace.updatedAt })
    yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
  })
  return Effect.retry(attempt, { while: (error) => error instanceof VersionConflict })
}

const raiseReused = Effect.fnUntraced(function*(trace: FactTrace) {
  const { digest, eventId, sender, subject, type } = trace
  yield* raiseReview({
    ...(yield* aboutOf(trace)),
    reason: { code: "eventReused", type, about: subject, digest: digest.slice(0, 8), sender, eventId }
  })
})

/** The record that a fact is about, for whoever looks at the review. */
const aboutOf = Effect.fnUntraced(function*({ subject, type }: FactTrace) {
  const { receipt, ...found } = yield* together({
    receipt: byId(PixReceipts, subject),
    deposit: byKey(Deposits, "trackId", subject),
    payout: byId(Payouts, subject),
    invoice: byId(LightningInvoices, subject),
    paid: byKey(LightningInvoices, "paymentHash", subject),
    attempt: byId(KycAttempts, subject)
  })
  if (receipt !== undefined) {
    return { owner: receipt.owner, subject: type === "DisputeMoved" ? subject : receipt.depositId }
  }
  const record = found.deposit ?? found.payout ?? found.invoice ?? found.paid ?? found.attempt
  return { owner: record?.owner ?? operatorOwner, subject: record?.id ?? subject }
})
