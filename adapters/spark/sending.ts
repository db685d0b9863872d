// Sends what is on record, once. The record says that it is sent before the SDK is asked to, and one caller alone writes that: whoever
// comes at the same time looks it up. An error that says that nothing was sent counts where nothing is found right after it.
import { Clock, Effect } from "effect"
import {
  type Absent,
  type Held,
  type Outcome,
  type Sending,
  done,
  held,
  refused,
  unknown
} from "../../core/ports/outcome.ts"
import type { Stored } from "../../core/engine/store/records.ts"
import { errorRow } from "./codes.ts"
import { type SparkMovement, type Verdict, concluded, written } from "./movement.ts"
import type { Prepared, SparkPayment } from "./sdk.ts"
import { type Call, type SdkProblem, synchronised } from "./wallets.ts"

type Done = Extract<Verdict, { readonly _tag: "Done" }>
export type Found = Outcome<Done> | Absent

/** What was kept of an outcome. */
export const verdictOf = (verdict: Verdict): Outcome<Done> =>
  verdict._tag === "Done" ? done(verdict) : refused(verdict.reason)

/** Keeps an outcome that is final, and answers with what is kept. */
export const kept = Effect.fnUntraced(function*<A extends Found | Held>(id: string, found: A) {
  if (found._tag !== "Done" && found._tag !== "Refused") return found
  return verdictOf(yield* concluded(id, found._tag === "Done" ? found.value : found))
})

/** A movement that is to be sent, and how. */
export interface Attempt {
  readonly movement: Stored<SparkMovement>
  readonly call: Call
  /** Unix milliseconds from which nothing is sent any more; always where nothing is said. */
  readonly sendBefore?: number
  /** Whether a wallet that holds too little is waited for; a user's is not, since its seed is gone then. */
  readonly waitsForFloat: boolean
  readonly prepare: Effect.Effect<Prepared, SdkProblem>
  /** What is wrong with what was prepared; undefined where nothing is. */
  readonly problem: (prepared: Prepared) => Sending<never> | undefined
  readonly send: (prepared: Prepared) => Effect.Effect<SparkPayment, SdkProblem>
  /** What the payment that it answers with says. */
  readonly found: (payment: SparkPayment) => Outcome<Done>
  /** What the other side knows of it. */
  readonly lookUp: Effect.Effect<Found, SdkProblem>
}

// What an error says before anything was sent for the movement.
const unsent = ({ waitsForFloat }: Attempt, problem: SdkProblem): Sending<never> => {
  const row = problem._tag === "SdkThrew" ? errorRow(problem.sentence) : undefined
  switch (row?.means) {
    case "short":
      return waitsForFloat ? held("float", row.says) : refused("failed", row.says)
    case "refused":
      return refused("failed", row.says)
    case "foreign":
      return held("custody", row.says)
    case undefined:
      return held("paused", problem.reason)
  }
}

/** Asks the SDK to send a movement. What was sent before is never refused for what is wrong now. */
export const sendOnce = Effect.fnUntraced(function*(attempt: Attempt) {
  const { movement: { value } } = attempt
  const isFirst = value.sentAt === null
  const stopped = (answer: Sending<never>) =>
    isFirst
      ? kept(value.id, answer)
      : Effect.succeed(unknown("notResent"))

  const prepared = yield* Effect.result(Effect.andThen(synchronised(attempt.call), attempt.prepare))
  if (prepared._tag === "Failure") return yield* stopped(unsent(attempt, prepared.failure))
  const problem = attempt.problem(prepared.success)
  if (problem !== undefined) return yield* stopped(problem)
  const now = yield* Clock.currentTimeMillis
  if (attempt.sendBefore !== undefined && now >= attempt.sendBefore) {
    return yield* stopped(refused("expired"))
  }
  const sending = yield* written(attempt.movement, { ...value, sentAt: now })
  if (sending === undefined) return unknown("busy")

  const answer = yield* Effect.result(attempt.send(prepared.success))
  if (answer._tag === "Success") return yield* kept(value.id, attempt.found(answer.success))
  const found = yield* attempt.lookUp.pipe(Effect.catch(({ reason }) => Effect.succeed(unknown("noAnswer", reason))))
  if (found._tag === "Done" || found._tag === "Refused") return yield* kept(value.id, found)
  const isListed = answer.failure._tag === "SdkThrew" && errorRow(answer.failure.sentence) !== undefined
  if (!isFirst || !isListed) return unknown("noAnswer", answer.failure.reason)
  const said = unsent(attempt, answer.failure)
  if (said._tag === "Refused") return yield* kept(value.id, said)
  // Nothing was sent, so the next attempt is the first again.
  return (yield* written(sending, { ...sending.value, sentAt: null })) === undefined
    ? unknown("notFound")
    : said
})
