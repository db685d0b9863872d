// Brings one fact about a Lightning invoice into the books: read, decide, commit, and again when somebody else was faster.
// A fact that is known already changes nothing, so every caller may repeat itself.
import { Clock, Effect, Option } from "effect"
import { ProviderEvents } from "../event/provider-event.ts"
import { get, insert } from "../ports/records.ts"
import {
  type ChangeSet,
  DuplicateKey,
  type FinishedJob,
  Store,
  VersionConflict,
  type Write,
  changeSet
} from "../ports/store.ts"
import { Reviews, review } from "../review/review.ts"
import { type LightningInvoiceFact, decideLightningInvoice } from "./decide-lightning-invoice.ts"
import { type LightningInvoice, LightningInvoices } from "./lightning-invoice.ts"

/**
 * What became of a fact. `Known`: it had been booked before, or came too late to matter. `EventReused`: nothing was
 * booked, because the event that told it had told something before. `Rejected`: who asked for it may not.
 */
export type FactOutcome = "Booked" | "Known" | "Rejected" | "Alarmed" | "EventReused"

/** What goes into the same commit: the job that ends with the fact, and the event that told it. */
export interface Alongside {
  readonly finished?: ReadonlyArray<FinishedJob>
  readonly writes?: ReadonlyArray<Write>
}

/** Books the fact that `factFor` makes of the invoice as it stands; `undefined` means there is nothing to book. */
export const commitFact = <E, R>(
  invoiceId: string,
  factFor: (invoice: LightningInvoice) => Effect.Effect<LightningInvoiceFact | undefined, E, R>,
  { finished = [], writes = [] }: Alongside = {}
) => {
  const attempt = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = Option.getOrThrow(yield* get(LightningInvoices, invoiceId))
    const fact = yield* factFor(before.value)
    const decision = fact === undefined ? { _tag: "Ignored" as const } : decideLightningInvoice(before, fact, now)
    switch (decision._tag) {
      case "Ignored":
      case "Rejected":
        yield* commit(changeSet({ finished }))
        return decision._tag === "Ignored" ? "Known" as const : "Rejected" as const
      case "Alarmed":
        yield* Effect.logError("A fact contradicts the books", { invoice: invoiceId, fact: fact?.on })
        yield* commit({ ...decision.changes, finished })
        return "Alarmed" as const
      case "Changed":
        yield* commit({ ...decision.changes, writes: [...decision.changes.writes, ...writes], finished })
        return "Booked" as const
    }
  })
  const known = ({ kind }: DuplicateKey) => {
    const outcome: FactOutcome = kind === ProviderEvents.kind ? "EventReused" : "Known"
    return Effect.as(commit(changeSet({ finished })), outcome)
  }
  return attempt.pipe(
    Effect.retry({ while: (error) => error instanceof VersionConflict }),
    Effect.catchIf((error): error is DuplicateKey => error instanceof DuplicateKey, known)
  )
}

const commit = (changes: ChangeSet) =>
  changes.writes.length + changes.entries.length + changes.jobs.length + changes.finished.length === 0
    ? Effect.void
    : Store.use((store) => store.commit(changes))

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
