// What changes in a data plane, as this process commits it (decision 0134): the store tells the names of the records that a
// commit wrote to whoever listens. Nobody waits for a listener, and one that breaks breaks no commit.
import { Context, Effect, Layer } from "effect"
import { type ChangeSet, Store } from "../../../core/ports/store.ts"

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

/** The hub of a plane; one that nobody watches stays silent. */
export const Changes = Context.Reference<ChangeHub>("pontepay/hosts/http/dashboard/Changes", {
  defaultValue: () => new ChangeHub()
})

// What people look at. Answers, counters, seals and messages are nobody's news.
const told: ReadonlySet<string> = new Set([
  "account",
  "apiKey",
  "command",
  "delivery",
  "deposit",
  "dispute",
  "event",
  "kycAttempt",
  "lightningInvoice",
  "operatorAct",
  "payout",
  "review",
  "subaccount",
  "swap",
  "transfer",
  "wallet",
  "webhook"
])

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
