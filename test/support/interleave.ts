// Something that happens between two steps of a use case: right after it has read a record.
import { Context, Effect } from "effect"
import { Store } from "../../core/engine/store/store.ts"
import type { Services } from "./world.ts"

/** Decorates the services of a world; what is `planned` happens once, after the next reading of a record of the kind. */
export class Interleaving {
  planned: (() => Promise<unknown>) | undefined

  decorate(kind: string): (services: Context.Context<Services>) => Context.Context<Services> {
    return (services) => {
      const store = Context.get(services, Store)
      return Context.add(services, Store, {
        ...store,
        get: (read, id) => Effect.tap(store.get(read, id), () => read === kind ? this.happens() : Effect.void),
        ask: (questions) =>
          Effect.tap(
            store.ask(questions),
            () =>
              questions.some((question) => question.by !== "list" && question.kind === kind)
                ? this.happens()
                : Effect.void
          )
      })
    }
  }

  private happens(): Effect.Effect<unknown> {
    const { planned } = this
    this.planned = undefined
    return planned === undefined ? Effect.void : Effect.promise(() => planned())
  }
}
