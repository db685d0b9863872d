// What a process that delivers does: it carries on what one before it left, asks for each delivery, and says each answer on a line.
import { Effect, References } from "effect"
import { layer as sqlite } from "../../adapters/sqlite/store.ts"
import type { DeliveryOrder } from "../../core/ports/chain.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import type { Store } from "../../core/ports/store.ts"

/** Units are decimal text. */
export type PlainOrder = Omit<DeliveryOrder, "units"> & { readonly units: string }

/** Delivers what its command line says, by an adapter of these settings. */
export const deliverAll = async (
  open: (settings: string) => Effect.Effect<ChainAdapter, never, Store>
): Promise<void> => {
  const [settings = "", filename = "", orders = "[]"] = process.argv.slice(2)
  const wanted = JSON.parse(orders) as ReadonlyArray<PlainOrder>
  const work = Effect.gen(function*() {
    const adapter = yield* open(settings)
    yield* Effect.ignore(adapter.carry ?? Effect.void)
    yield* Effect.forEach(
      wanted,
      (order) =>
        Effect.map(adapter.deliver({ ...order, units: BigInt(order.units) }), ({ _tag }) => {
          console.log(`${order.operationId} ${_tag}`)
        }),
      { concurrency: "unbounded" }
    )
    yield* Effect.ignore(adapter.carry ?? Effect.void)
  })
  await Effect.runPromise(
    Effect.scoped(Effect.provide(work, sqlite({ filename }))).pipe(
      Effect.provideService(References.MinimumLogLevel, "None")
    )
  )
  // Connections that stay open would keep it.
  process.exit()
}
