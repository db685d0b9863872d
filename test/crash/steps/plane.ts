// A store of a trial by its address.
import { Effect, Layer } from "effect"
import * as sqlite from "../../../adapters/sqlite/store.ts"
import { StoreUnavailable } from "../../../core/engine/store/store.ts"
import type { Plane } from "./attempt.ts"

/** A database that a busy machine keeps silent for too long is taken for gone, as in service. */
export const away = "the store is away"

/** Does something with the store at this address: a file of SQLite, or a database of PostgreSQL, which is loaded only then. */
export const withPlane = async <A>(
  url: string,
  use: (plane: Plane) => Effect.Effect<A, unknown>
): Promise<A | typeof away> => {
  const layer = url.startsWith("postgres:")
    ? (await import("../../../adapters/postgres/store.ts")).layer({ url, maxConnections: 2 })
    : sqlite.layer({ filename: url })
  return await Effect.scoped(Effect.flatMap(Layer.build(layer), use)).pipe(
    Effect.catchIf((error) => error instanceof StoreUnavailable, () => Effect.succeed<typeof away>(away)),
    Effect.runPromise
  )
}
