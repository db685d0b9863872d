// What stands before an operator's use case: the event that it names, or the refusal. Events are listed and sent again for
// as long as the interface promises; what is older is no longer there.
import { Effect, Option } from "effect"
import { NotFound } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { get } from "../../engine/store/records.ts"
import { Events } from "../../engine/event/event.ts"

/** Unix milliseconds of the oldest event that is shown at an instant. */
export const oldestShown = (now: number): number => now - limits.eventsKeptMs

/** The event of an id, unless it is too old. */
export const recentEventOf = Effect.fnUntraced(function*(eventId: string, now: number) {
  const found = Option.getOrUndefined(yield* get(Events, eventId))?.value
  return found !== undefined && found.createdAt >= oldestShown(now) ? found : yield* new NotFound({ resource: "Event" })
})
