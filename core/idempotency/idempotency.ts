// Retrying a POST (C1): the first answer of (key owner, route, Idempotency-Key) is stored in the commit of the effect, so
// it stands exactly when the effect does. The same request replays it byte for byte; another request is a conflict.
import { Effect, Option, Schema } from "effect"
import { IdempotencyConflict } from "../errors/errors.ts"
import { get, insert, recordKind } from "../ports/records.ts"
import { CommitUnknown, DuplicateKey, StoreUnavailable, type Write } from "../ports/store.ts"
import { waitingForTwin } from "./twin.ts"

const Answer = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  fingerprint: Schema.String,
  body: Schema.String,
  createdAt: Schema.Int
})
type Answer = typeof Answer.Type

const Answers = recordKind({ kind: "answer", schema: Answer })

/** What a host knows of a request that carried an Idempotency-Key, and how it writes the answer down. */
export interface Attempt<A> {
  readonly route: string
  readonly key: string
  /** Digest of the request as it was decoded. */
  readonly fingerprint: string
  readonly encode: (answer: A) => string
}

/** What to answer: a view, or the text that was answered before. */
export type Once<A> =
  | { readonly _tag: "Answered"; readonly answer: A; readonly replayed: boolean }
  | { readonly _tag: "Stored"; readonly body: string }

export const answered = <A>(answer: A, replayed = false): Once<A> => ({ _tag: "Answered", answer, replayed })

/** Makes the write that remembers an answer; it goes into the commit of the effect. */
export type Remember<A> = (answer: A, now: number) => ReadonlyArray<Write>

/**
 * Runs a use case at most once for an Idempotency-Key. A twin that loses the race finds the first answer and replays
 * it, and one that finds the first at work waits for it; refusals leave nothing behind, so they are not kept.
 */
export const once = <A, E, R, B = A>(
  owner: string,
  attempt: Attempt<A> | undefined,
  run: (remember: Remember<A>) => Effect.Effect<Once<B>, E, R>
) => {
  if (attempt === undefined) return run(() => [])
  const id = `${owner}/${attempt.route}/${attempt.key}`
  const remember: Remember<A> = (answer, createdAt) => [
    insert(Answers, { id, owner, fingerprint: attempt.fingerprint, body: attempt.encode(answer), createdAt })
  ]
  const unanswered = Effect.gen(function*() {
    const before = Option.getOrUndefined(yield* get(Answers, id))?.value
    return before === undefined ? yield* run(remember) : yield* replay(before, attempt)
  })
  const first = waitingForTwin(id, unanswered)
  const isTwin = (error: unknown): error is DuplicateKey => error instanceof DuplicateKey && error.kind === Answers.kind
  // A slow first try may have committed meanwhile, and this one was refused because of it: for want of what that one spent.
  const late = Effect.fnUntraced(function*(error: E | IdempotencyConflict) {
    const before = Option.getOrUndefined(yield* get(Answers, id))?.value
    if (before === undefined) return yield* Effect.fail(error)
    return yield* replay(before, attempt)
  })
  return Effect.catchIf(first, isTwin, () => first).pipe(
    Effect.catchIf((error): error is E | IdempotencyConflict => !isAway(error), late)
  )
}

const isAway = (error: unknown): boolean => error instanceof StoreUnavailable || error instanceof CommitUnknown

const replay = <A>(before: Answer, attempt: Attempt<A>): Effect.Effect<Once<never>, IdempotencyConflict> =>
  before.fingerprint === attempt.fingerprint
    ? Effect.succeed({ _tag: "Stored", body: before.body })
    : Effect.fail(new IdempotencyConflict({ field: "Idempotency-Key" }))
