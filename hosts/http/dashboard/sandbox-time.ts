// The clock of the sandbox (decision 0135): that of the world, and as far ahead of it as the panel has moved it. It moves
// forward only, is kept in this process, and is read by requests and jobs of the plane alike.
import { Clock, Context, Effect, Layer } from "effect"
import { WorldClock, isoInstant } from "../../../core/time/instant.ts"

/** A clock that is ahead by an offset. What sleeps on it sleeps as long as the world does. */
export class MovableClock implements Clock.Clock {
  offsetMs = 0
  /** False where other processes would not know of it. */
  readonly canMove: boolean
  private readonly world: Clock.Clock
  readonly currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos = Effect.sync(() => this.monotonicTimeNanosUnsafe())

  constructor(world: Clock.Clock, canMove: boolean) {
    this.world = world
    this.canMove = canMove
  }

  currentTimeMillisUnsafe(): number {
    return this.world.currentTimeMillisUnsafe() + this.offsetMs
  }

  currentTimeNanosUnsafe(): bigint {
    return this.world.currentTimeNanosUnsafe() + BigInt(this.offsetMs) * 1_000_000n
  }

  monotonicTimeNanosUnsafe(): bigint {
    return this.world.monotonicTimeNanosUnsafe()
  }

  sleep(duration: Parameters<Clock.Clock["sleep"]>[0]): Effect.Effect<void> {
    return this.world.sleep(duration)
  }

  forward(byMs: number): void {
    this.offsetMs += byMs
  }
}

/** The movable clock of a plane; production has none. */
export const SandboxClock = Context.Reference<MovableClock | undefined>("pontepay/hosts/http/dashboard/SandboxClock", {
  defaultValue: () => undefined
})

/** Runs a plane by a clock that can be moved. */
export const movableClock = (canMove: boolean) =>
  Layer.effectContext(Effect.gen(function*() {
    const world = yield* Clock.Clock
    const clock = new MovableClock(world, canMove)
    return Context.make(Clock.Clock, clock).pipe(Context.add(SandboxClock, clock), Context.add(WorldClock, world))
  }))

/** The clock as people see it. */
export const clockView = Effect.gen(function*() {
  const clock = yield* SandboxClock
  return {
    offsetMs: clock?.offsetMs ?? 0,
    now: isoInstant(yield* Clock.currentTimeMillis),
    canMove: clock?.canMove ?? false
  }
})
