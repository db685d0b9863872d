// The time by which messages to and from outside are dated. It is the service's own, unless that can be moved (a sandbox):
// whoever checks a timestamp lives in the world.
import { Clock, Context, Effect } from "effect"

/** The clock of the world, where the service's own may differ from it. */
export const WorldClock = Context.Reference<Clock.Clock | undefined>("pontepay/time/WorldClock", {
  defaultValue: () => undefined
})

/** Unix milliseconds. */
export const worldTimeMillis: Effect.Effect<number> = Effect.flatMap(
  WorldClock,
  (clock) => clock?.currentTimeMillis ?? Clock.currentTimeMillis
)
