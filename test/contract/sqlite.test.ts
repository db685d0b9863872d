// The contracts of the data plane, shown by the store on SQLite.
import { Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layer } from "../../adapters/sqlite/store.ts"
import { jobQueueSuite } from "./job-queue.suite.ts"
import { storeSuite } from "./store.suite.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "pontepay-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const fresh = Layer.unwrap(Effect.map(folder, (path) => layer({ filename: join(path, "plane.db") })))

storeSuite("SQLite", fresh, {
  reopening: Effect.map(folder, (path) => layer({ filename: join(path, "plane.db") }))
})
jobQueueSuite("SQLite", fresh)
