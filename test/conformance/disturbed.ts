// A data plane behind a line that can be disturbed: for adapters whose other side is the data plane itself.
import { Context, Effect, Layer, Scope } from "effect"
import { layer as memory } from "../../adapters/memory/store.ts"
import type { Line, LineState } from "../../adapters/conformance/index.ts"
import { CommitUnknown, Store, StoreUnavailable } from "../../core/engine/store/store.ts"

const cause = new Error("the line is disturbed")

/** A store whose reads and commits fail as the line says. */
const disturbed = (store: Store["Service"], state: () => LineState): Store["Service"] => {
  const reading = <A>(read: Effect.Effect<A, StoreUnavailable>) =>
    Effect.suspend(() => state() === "whole" ? read : Effect.fail(new StoreUnavailable({ cause })))
  return Store.of({
    ...store,
    get: (kind, id) => reading(store.get(kind, id)),
    find: (kind, key, value) => reading(store.find(kind, key, value)),
    // What a commit read for itself came before the line was disturbed.
    commit: (changes) =>
      Effect.suspend(() => {
        switch (state()) {
          case "whole":
            return store.commit(changes)
          // A data plane that does not let us in, or that a pooler keeps us from, can be asked as little as one that is away.
          case "cut":
          case "unauthorised":
          case "gateway":
            return Effect.fail(new StoreUnavailable({ cause }))
          case "deaf":
          case "silent":
            return Effect.andThen(store.commit(changes), Effect.fail(new CommitUnknown({ cause })))
        }
      })
  })
}

export interface DisturbedPlane {
  /** The store as its owner sees it. */
  readonly store: Store["Service"]
  /** Opens a service on the disturbed store. */
  readonly open: <I, S>(of: (services: Context.Context<I>) => S, layer: Layer.Layer<I, never, Store>) => Promise<S>
  readonly line: Line
}

/** A fresh plane in memory. */
export const disturbedPlane = async (): Promise<DisturbedPlane> => {
  let state: LineState = "whole"
  const build = <A>(layer: Layer.Layer<A, unknown>) =>
    Effect.runPromise(
      Layer.build(layer).pipe(Effect.provideService(Scope.Scope, Scope.makeUnsafe())) as Effect.Effect<
        Context.Context<A>
      >
    )
  const store = Context.get(await build(memory), Store)
  const seen = Layer.succeed(Store, disturbed(store, () => state))
  return {
    store,
    open: async (of, layer) => of(await build(Layer.provide(layer, Layer.fresh(seen)))),
    line: {
      states: ["whole", "cut", "deaf", "unauthorised", "gateway"],
      set: async (next) => {
        state = next
      }
    }
  }
}
