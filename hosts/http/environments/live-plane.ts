// What the dashboard adds to a plane: word of what changes in it, and a clock that the sandbox can move.
import { Clock, Context, Effect, Layer } from "effect"
import { type ChangeSet, Store } from "../../../core/engine/store/store.ts"
import { everyResource } from "../../../core/resources.ts"
import { WorldClock, isoInstant } from "../../../core/base/time/instant.ts"

// What changes in a data plane, as this process commits it (decision 0134): the store tells the names of the records that a
// commit wrote to whoever listens. No one waits for a listener, and one that breaks breaks no commit.

/** A record that changed. */
export interface Changed {
  readonly kind: string
  readonly id: string
  readonly accountId: string
}

type Listener = (changes: ReadonlyArray<Changed>) => void

/** Where changes are told. */
export class ChangeHub {
  private readonly listeners = new Set<Listener>()

  /** Listens until the answer is called. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  tell(changes: ReadonlyArray<Changed>): void {
    if (changes.length === 0) return
    for (const listener of this.listeners) listener(changes)
  }
}

/** The hub of a plane; one that no one watches stays silent. */
export const Changes = Context.Reference<ChangeHub>("pontepay/hosts/http/Changes", {
  defaultValue: () => new ChangeHub()
})

// What people look at. Answers, counters, seals and messages are no one's news.
const told = new Set(everyResource.flatMap(({ isAnnounced, kind }) => isAnnounced ? [kind] : []))

/** The store of a plane, with what it commits told to the plane's hub. */
export const watched = <Out, E, R>(store: Layer.Layer<Out | Store, E, R>): Layer.Layer<Out | Store, E, R> =>
  Layer.effectContext(Effect.gen(function*() {
    const services = yield* Effect.context<Out | Store>()
    const hub = new ChangeHub()
    const inner = yield* Store
    const commit: typeof inner.commit = (changes) =>
      Effect.tap(inner.commit(changes), () => Effect.sync(() => hub.tell(newsIn(changes))))
    return services.pipe(Context.add(Store, { ...inner, commit }), Context.add(Changes, hub))
  })).pipe(Layer.provide(store))

const newsIn = ({ writes }: ChangeSet): ReadonlyArray<Changed> =>
  writes.filter(({ kind }) => told.has(kind)).map(({ id, kind, owner }) => ({ kind, id, accountId: owner }))

// The clock of the sandbox (decision 0135): that of the world, and as far ahead of it as the panel has moved it. It moves
// forward only, is kept in this process, and is read by requests and jobs of the plane alike.

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
export const SandboxClock = Context.Reference<MovableClock | undefined>("pontepay/hosts/http/SandboxClock", {
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
