// How often somebody may do something: calls counted by name over the time just past. What is counted is no record of
// the business and may be lost with the process.
import { Context, type Effect } from "effect"

/** So many calls in any stretch of so many milliseconds. */
export interface CallLimit {
  readonly calls: number
  readonly withinMs: number
}

export class CallWindow extends Context.Service<CallWindow, {
  /** Counts a call at `now` and gives that instant; a call too many is not counted, and gives when one is taken again. */
  readonly take: (name: string, limit: CallLimit, now: number) => Effect.Effect<number>
}>()("pontepay/core/ports/CallWindow") {}
