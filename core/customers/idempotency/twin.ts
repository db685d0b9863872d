// Requests with one Idempotency-Key at the same time (C1). Whichever comes second waits for the first and gets its answer,
// also on another process: the first leaves the name of the request on what it holds, such as an attempt on a PIN.
import { Context, Effect, Schedule } from "effect"
import { UnlockInProgress } from "../../base/errors/errors.ts"

/** Names the request that runs, the same for its twins: owner, route and key. Undefined for one without a key. */
export const KeyedRequest = Context.Reference<string | undefined>("pontepay/core/idempotency/KeyedRequest", {
  defaultValue: () => undefined
})

/** A twin of this request holds what it needs: `waitingForTwin` waits for it. */
export class TwinInProgress extends UnlockInProgress {}

const poll = Schedule.spaced("100 millis")

/** Runs a request under its name, and again for as long as a twin is at work. It has to look first for the twin's answer. */
export const waitingForTwin = <A, E, R>(name: string, request: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  request.pipe(
    Effect.provideService(KeyedRequest, name),
    Effect.retry({ while: (error) => error instanceof TwinInProgress, schedule: poll })
  )
