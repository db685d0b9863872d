// A process of its own that delivers on TRON from a data store in a file, until it is killed or has an answer to everything. Its first argument
// is the JSON of the adapter, the second the file, the others are ids and addresses.
import { Effect, Layer } from "effect"
import { layer as sqlite } from "../../../adapters/sqlite/store.ts"
import { openFrom } from "./adapter-of.ts"

const [json = "", filename = "", ...orders] = process.argv.slice(2)

const deliveries = Effect.gen(function*() {
  const chain = yield* openFrom(json).chain
  yield* Effect.forEach(
    orders.filter((_, place) => place % 2 === 0),
    (operationId, place) =>
      chain.deliver({
        operationId,
        asset: "USDT",
        network: "tron",
        address: orders[place * 2 + 1] ?? "",
        units: 1_000_001n
      }),
    { concurrency: "unbounded" }
  )
})

await Effect.runPromise(Effect.provide(deliveries, sqlite({ filename, synchronous: "NORMAL" }).pipe(Layer.orDie)))
