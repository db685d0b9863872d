// Makes every call to a port wait for its turn, so that a scheduler of fast-check decides in which order concurrent work
// meets the store, the queue and the chain. Open until a scheduler stands at it.
import { Context, Effect } from "effect"
import type * as fc from "fast-check"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { chainAdapter, pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import { Store } from "../../core/engine/store/store.ts"
import type { Services } from "./world.ts"

export class Turnstile {
  /** Undefined: everybody passes at once. */
  scheduler: fc.Scheduler | undefined

  readonly decorate = (services: Context.Context<Services>): Context.Context<Services> =>
    services.pipe(
      Context.add(Store, this.queued("store", Context.get(services, Store))),
      Context.add(JobQueue, this.queued("queue", Context.get(services, JobQueue))),
      Context.merge(chainAdapter.services(this.queued("chain", chainAdapter.of(services)))),
      Context.merge(pixRailAdapter.services(this.queued("rail", pixRailAdapter.of(services))))
    )

  private pass(label: string): Effect.Effect<unknown> {
    return Effect.suspend(() => {
      const { scheduler } = this
      return scheduler === undefined ? Effect.void : Effect.promise(() => scheduler.schedule(Promise.resolve(), label))
    })
  }

  // Both ways take a turn: what was asked and what was answered may be overtaken.
  private queued<S extends object>(port: string, service: S): S {
    return new Proxy(service, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name)
        // What is no effect is known without a call.
        const inTurn = (answer: unknown) =>
          Effect.isEffect(answer)
            ? this.pass(`${port} ${String(name)}`).pipe(
              Effect.andThen(Effect.exit(answer as Effect.Effect<unknown>)),
              Effect.tap(() => this.pass(`${port} ${String(name)} answered`)),
              Effect.flatten
            )
            : answer
        return typeof member === "function"
          ? (...parts: ReadonlyArray<unknown>) => inTurn(Reflect.apply(member, target, parts))
          : inTurn(member)
      }
    })
  }
}
