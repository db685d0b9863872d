// When requests begin: the owners in turn, as many in each turn of the event loop as its time allows, so that an owner who
// sends many at once waits behind the others. Much of a request runs without a pause: without turns, all that arrived together
// would run before the loop looks at what arrived since; with one request a turn, none would share a commit (0206). Nothing
// is held while a request goes on: what it waits for later is shared elsewhere.
import { Effect } from "effect"
import { Turns } from "../../../../core/base/limits/turns.ts"

/** Resolves when a request of an owner may begin: at once while this turn of the loop has time. */
export type RequestTurns = (owner: string) => Effect.Effect<void>

/** The event loop, as far as turns need it. */
interface EventLoop {
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number
  /** Runs something once what has arrived meanwhile was looked at. */
  readonly afterwards: (run: () => void) => void
}

const nodeLoop: EventLoop = { now: () => performance.now(), afterwards: (run) => void setImmediate(run) }

/** `turnMs`: how many milliseconds of each turn of the loop requests may begin in; with 0, one begins in each turn. */
export const makeRequestTurns = (turnMs: number, { afterwards, now }: EventLoop = nodeLoop): RequestTurns => {
  // Connections are bounded, and each has one request at a time.
  const waiting = new Turns<() => void>(Number.POSITIVE_INFINITY)
  // Undefined until something begins in this turn.
  let endsAt: number | undefined
  const hasTime = (): boolean => endsAt === undefined || now() < endsAt
  const begin = (run: () => void): void => {
    if (endsAt === undefined) {
      endsAt = now() + turnMs
      afterwards(nextTurn)
    }
    run()
  }
  const nextTurn = (): void => {
    endsAt = undefined
    while (hasTime()) {
      const run = waiting.next()
      if (run === undefined) return
      begin(run)
    }
  }
  return (owner) =>
    Effect.callback<void>((resume) => {
      const run = () => resume(Effect.void)
      // Where there is time, no one waits.
      if (hasTime()) begin(run)
      else waiting.add(owner, run)
      return Effect.sync(() => void waiting.remove(owner, run))
    })
}
