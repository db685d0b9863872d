// Fresh data planes on each store, for tests that run on all of them. Durability is not what these tests are about, so
// SQLite does not wait for the disk.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { layer as memory } from "../../adapters/memory/store.ts"
import { layer as postgres } from "../../adapters/postgres/store.ts"
import { layer as sqlite } from "../../adapters/sqlite/store.ts"
import { freshDatabase } from "./postgres.ts"
import type { PlaneLayer } from "./world.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "pontepay-plane-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

export const planes = {
  memory,
  SQLite: Layer.unwrap(
    Effect.map(folder, (path) => sqlite({ filename: join(path, "plane.db"), synchronous: "NORMAL" }))
  ),
  PostgreSQL: Layer.unwrap(Effect.map(Effect.promise(freshDatabase), (url) => postgres({ url })))
} as const satisfies Record<string, PlaneLayer>
