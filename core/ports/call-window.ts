// How often somebody may do something: calls counted by name over the time just past. What is counted is no record of
// the business and may be lost with the process.
import { Context, type Effect } from "effect"

/** So many calls in any stretch of so many milliseconds. */
export interface CallLimit {
  readonly calls: number
  readonly withinMs: number
}

/** What became of a call. */
export interface CallCount {
  readonly isTaken: boolean
  /** Calls that are left now. */
  readonly remaining: number
  /** When the oldest of the calls that count is forgotten, and one more is free; Unix milliseconds. */
  readonly freeAt: number
}

export class CallWindow extends Context.Service<CallWindow, {
  /** Counts a call at `now`; a call too many is not counted. */
  readonly take: (name: string, limit: CallLimit, now: number) => Effect.Effect<CallCount>
}>()("pontepay/core/ports/CallWindow") {}
