// Brings one fact about an attempt on record: read, decide, commit, and again when somebody else was faster. A fact that is
// known already changes nothing, so every caller may repeat itself.
import { Clock, Effect, Option } from "effect"
import { Accounts } from "../account/account.ts"
import { ProviderEvents } from "../event/provider-event.ts"
import { get, insert, list } from "../ports/records.ts"
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
import { Subaccounts } from "../subaccount/subaccount.ts"
import { type KycSurroundings, decideKyc } from "./decide-kyc.ts"
import { type KycAttempt, KycAttempts, isProof } from "./kyc-attempt.ts"
import type { KycFact } from "./kyc-fact.ts"

/** `EventReused`: nothing was recorded, because the event that told the fact had told something before. */
export type KycFactOutcome = "Recorded" | "Known" | "Alarmed" | "EventReused"

/** What goes into the same commit: the job that ends with the fact, and the event that told it. */
interface Alongside {
  readonly finished?: ReadonlyArray<FinishedJob>
  readonly writes?: ReadonlyArray<Write>
}

// A company is asked for each proof until it is approved: more than these nobody hands in.
const maximumProofs = 100

const surroundingsOf = Effect.fnUntraced(function*(attempt: KycAttempt) {
  const account = Option.getOrThrow(yield* get(Accounts, attempt.owner)).value
  const subaccount = Option.getOrThrow(yield* get(Subaccounts, attempt.subAccountId))
  const proofs = isProof(attempt)
    ? yield* list(KycAttempts, "proofs", attempt.subAccountId, { limit: maximumProofs })
    : []
  return { account, subaccount, proofs: proofs.map(({ value }) => value) } satisfies KycSurroundings
})

/** Records a fact; the job that is finished with it ends also when the fact was known. `undefined` records nothing. */
export const commitKycFact = (
  attemptId: string,
  fact: KycFact | undefined,
  { finished = [], writes = [] }: Alongside = {}
) => {
  const attempt = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = Option.getOrThrow(yield* get(KycAttempts, attemptId))
    const decided = fact === undefined
      ? { _tag: "Ignored" as const }
      : decideKyc(before, yield* surroundingsOf(before.value), fact, now)
    switch (decided._tag) {
      case "Ignored":
        yield* commit(changeSet({ finished }))
        return "Known" as const
      case "Alarmed":
        yield* Effect.logError("A decision contradicts the one on record", { attempt: attemptId, fact: fact?.on })
        yield* commit({ ...decided.changes, finished })
        return "Alarmed" as const
      case "Changed":
        yield* commit({ ...decided.changes, writes: [...decided.changes.writes, ...writes], finished })
        return "Recorded" as const
    }
  })
  const known = ({ kind }: DuplicateKey) => {
    const outcome: KycFactOutcome = kind === ProviderEvents.kind ? "EventReused" : "Known"
    return Effect.as(commit(changeSet({ finished })), outcome)
  }
  return attempt.pipe(
    Effect.retry({ while: (error) => error instanceof VersionConflict }),
    Effect.catchIf((error): error is DuplicateKey => error instanceof DuplicateKey, known)
  )
}

/** Raises something that a person has to look at, once a subject and reason. */
export const raiseKycReview = Effect.fnUntraced(function*(
  about: { readonly owner: string; readonly subject: string; readonly reason: string; readonly evidence: string }
) {
  const createdAt = yield* Clock.currentTimeMillis
  yield* Effect.logError("A decision about an attempt matches nothing of ours", {
    subject: about.subject,
    reason: about.reason
  })
  yield* commit(changeSet({ writes: [insert(Reviews, review({ ...about, createdAt }))] })).pipe(
    // Raised before.
    Effect.catchTag("DuplicateKey", () => Effect.void)
  )
})

const commit = (changes: ChangeSet) =>
  changes.writes.length + changes.entries.length + changes.jobs.length + changes.finished.length === 0
    ? Effect.void
    : Store.use((store) => store.commit(changes))
