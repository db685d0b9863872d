// Retrying a POST whose answer holds a secret (C1): the first answer is kept sealed for the key it was given under, and
// comes back byte for byte all the same.
import { Effect, Redacted } from "effect"
import { Secrets } from "../ports/secrets.ts"
import type { Write } from "../ports/store.ts"
import { type Attempt, type Once, once } from "./idempotency.ts"

/** Makes the write that remembers an answer, sealed; it goes into the commit of the effect. */
export type RememberSealed<A> = (answer: A, now: number) => Effect.Effect<ReadonlyArray<Write>, never, Secrets>

/** Runs a use case at most once for an Idempotency-Key, as `once` does. */
export const onceSealed = <A, E, R>(
  owner: string,
  attempt: Attempt<A> | undefined,
  run: (remember: RememberSealed<A>) => Effect.Effect<Once<A>, E, R>
) => {
  const place = `answer/${owner}/${attempt?.route}/${attempt?.key}`
  const kept = attempt && { ...attempt, encode: (sealed: string) => sealed }
  const answered = once(owner, kept, (remember) =>
    run((answer, now) => {
      if (attempt === undefined) return Effect.succeed([])
      const sealed = Secrets.use((secrets) => secrets.seal(Redacted.make(attempt.encode(answer)), place))
      return Effect.map(sealed, (text) => remember(text, now))
    }))
  return Effect.flatMap(answered, (answer): Effect.Effect<Once<A>, never, Secrets> =>
    answer._tag === "Answered"
      ? Effect.succeed(answer)
      : Effect.map(
        Secrets.use((secrets) => secrets.open(answer.body, place)),
        (body) => ({ _tag: "Stored", body: Redacted.value(body) })
      ))
}
