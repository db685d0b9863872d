// Brings one fact about a payout into the books: read, decide, commit, and again when somebody else was faster. A fact that
// is known already changes nothing, so every caller may repeat itself.
import { Clock, Effect, Option } from "effect"
import { Accounts } from "../account/account.ts"
import { ProviderEvents } from "../event/provider-event.ts"
import { get } from "../ports/records.ts"
import {
  type ChangeSet,
  DuplicateKey,
  type FinishedJob,
  Store,
  VersionConflict,
  type Write,
  changeSet
} from "../ports/store.ts"
import { type PayoutFact, decidePayout } from "./decide-payout.ts"
import { type Payout, Payouts } from "./payout.ts"

/**
 * What became of a fact. `Known`: it had been booked before, or came too late to matter. `Rejected`: the payout is not
 * where this can be said of it. `EventReused`: nothing was booked, because the event that told it had told something before.
 */
export type PayoutFactOutcome = "Booked" | "Known" | "Alarmed" | "Rejected" | "EventReused"

/** What goes into the same commit: the job that ends with the fact, and other records of it. */
export interface Alongside {
  readonly finished?: ReadonlyArray<FinishedJob>
  readonly writes?: ReadonlyArray<Write>
}

/**
 * Books the fact that `factFor` makes of the payout as it stands; `undefined` means there is nothing to book. The job that
 * is finished with it ends also when the fact was known.
 */
export const commitPayoutFact = <E, R>(
  payoutId: string,
  factFor: (payout: Payout) => Effect.Effect<PayoutFact | undefined, E, R>,
  { finished = [], writes = [] }: Alongside = {}
) => {
  const attempt = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = Option.getOrThrow(yield* get(Payouts, payoutId))
    const account = Option.getOrThrow(yield* get(Accounts, before.value.owner)).value
    const fact = yield* factFor(before.value)
    const decision = fact === undefined ? { _tag: "Ignored" as const } : decidePayout(before, account, fact, now)
    switch (decision._tag) {
      case "Ignored":
        yield* commit(changeSet({ finished }))
        return "Known" as const
      case "Rejected":
        return "Rejected" as const
      case "Alarmed":
        yield* Effect.logError("A fact contradicts the books", { payout: payoutId, fact: fact?.on })
        yield* commit({ ...decision.changes, finished })
        return "Alarmed" as const
      case "Changed":
        yield* commit({ ...decision.changes, writes: [...decision.changes.writes, ...writes], finished })
        return "Booked" as const
    }
  })
  const known = ({ kind }: DuplicateKey) => {
    const outcome: PayoutFactOutcome = kind === ProviderEvents.kind ? "EventReused" : "Known"
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
