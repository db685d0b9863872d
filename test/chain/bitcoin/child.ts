// A process of its own that delivers on Bitcoin, to be killed at any moment: settings of the adapter, a SQLite file and orders come as
// arguments. It says on a line that it has begun, and each answer on another.
import { Effect } from "effect"
import { layer as sqlite } from "../../../adapters/sqlite/store.ts"
import type { DeliveryOrder } from "../../../core/ports/chain.ts"
import { openFrom } from "./adapter-of.ts"

const [settings = "", filename = "", orders = "[]"] = process.argv.slice(2)

const wanted = JSON.parse(orders) as ReadonlyArray<Omit<DeliveryOrder, "units"> & { readonly units: string }>

const work = Effect.gen(function*() {
  const { carry, chain } = openFrom(settings)
  const adapter = yield* chain
  console.log("begun")
  // What a process before this one left is carried on first.
  yield* carry
  yield* Effect.forEach(
    wanted,
    (order) =>
      Effect.map(adapter.deliver({ ...order, units: BigInt(order.units) }), ({ _tag }) => {
        console.log(`${order.operationId} ${_tag}`)
      }),
    { concurrency: "unbounded" }
  )
})

await Effect.runPromise(Effect.scoped(Effect.provide(work, sqlite({ filename }))))
