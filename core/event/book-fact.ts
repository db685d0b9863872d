// Brings one fact about a record into the books: read, decide, commit, and again when somebody else was faster. A fact that
// is known already changes nothing, so every caller may repeat itself.
import { Clock, Effect } from "effect"
import {
  type ChangeSet,
  DuplicateKey,
  type FinishedJob,
  Store,
  VersionConflict,
  type Write,
  changeSet
} from "../ports/store.ts"
import { Reviews } from "../review/review.ts"
import { FactTraces } from "./fact-trace.ts"

/**
 * What became of a fact. `Known`: it had been booked before, or came too late to matter. `Rejected`: the record is not
 * where this can be asked of it. `EventReused`: nothing was booked, because the event that reported it has a trace already.
 */
export type BookingOutcome = "Booked" | "Known" | "Rejected" | "Alarmed" | "EventReused"

/** What goes into the same commit: the job that ends with the fact and other records of it. */
export interface Alongside {
  readonly finished?: ReadonlyArray<FinishedJob>
  readonly writes?: ReadonlyArray<Write>
}

/** What a table says of a fact, as far as booking it goes. */
type Decision =
  | { readonly _tag: "Changed" | "Alarmed"; readonly changes: ChangeSet }
  | { readonly _tag: "Ignored" | "Rejected" }

/** There is nothing to book. */
export const nothing = { _tag: "Ignored" } as const

/**
 * Books what `decide` makes, at an instant (Unix milliseconds), of the record `about` as it reads it. The job that is
 * finished with the fact ends also when the fact was known.
 */
export const bookFact = <E, R>(
  about: string,
  decide: (now: number) => Effect.Effect<Decision, E, R>,
  { finished = [], writes = [] }: Alongside = {}
) => {
  const attempt = Effect.gen(function*() {
    const decision = yield* decide(yield* Clock.currentTimeMillis)
    switch (decision._tag) {
      case "Ignored":
        yield* commit(changeSet({ finished }))
        return "Known" as const
      case "Rejected":
        return "Rejected" as const
      case "Alarmed":
        yield* Effect.logError("A fact contradicts the books", { about })
        yield* commit({ ...decision.changes, finished })
        return "Alarmed" as const
      case "Changed":
        yield* commitAll({ ...decision.changes, writes: [...decision.changes.writes, ...writes], finished })
        return "Booked" as const
    }
  })
  const known = ({ kind }: DuplicateKey) => {
    const outcome: BookingOutcome = kind === FactTraces.kind ? "EventReused" : "Known"
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

// What was raised for review before has to be raised no more, but the rest has to stand all the same.
const commitAll = (changes: ChangeSet) =>
  Effect.catchIf(
    commit(changes),
    (error): error is DuplicateKey => error instanceof DuplicateKey && error.kind === Reviews.kind,
    () => commit({ ...changes, writes: changes.writes.filter(({ kind }) => kind !== Reviews.kind) })
  )
