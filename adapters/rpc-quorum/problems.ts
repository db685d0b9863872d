// What went wrong on the way to an answer, as the port of a chain says it: Unknown where something may have been sent, Held where nothing was.
import { Effect } from "effect"
import { ChainUnavailable } from "../../core/ports/chain.ts"
import { type Held, type Unknown, held, unknown } from "../../core/ports/outcome.ts"
import { NetworkWrong } from "./network-wrong.ts"
import { NodeAway } from "./node-away.ts"

/** In words; it quotes nothing that a node answered. */
export const problemOf = (error: unknown): string => {
  if (error instanceof NodeAway || error instanceof ChainUnavailable) return error.reason
  return error instanceof NetworkWrong ? error.problem : "the records of the chain cannot be read"
}

/** An answer in any case, of something that may have been sent. */
export const outcome = <A, R>(answer: Effect.Effect<A, unknown, R>): Effect.Effect<A | Unknown, never, R> =>
  answer.pipe(Effect.catch((error) => Effect.succeed(unknown("noAnswer", problemOf(error)))))

/** An answer in any case, of something of which nothing was sent. */
export const unsent = <A, R>(answer: Effect.Effect<A, unknown, R>): Effect.Effect<A | Held, never, R> =>
  answer.pipe(Effect.catch((error) => Effect.succeed(held("paused", problemOf(error)))))

/** An answer of something that moves nothing. */
export const available = <A, R>(answer: Effect.Effect<A, unknown, R>): Effect.Effect<A, ChainUnavailable, R> =>
  Effect.mapError(answer, (error) => new ChainUnavailable({ reason: problemOf(error) }))
