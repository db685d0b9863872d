// The Postgres adapter against the contract of the store and of the queue, on a real server.
import { Effect, Layer } from "effect"
import { describe, it } from "vitest"
import { layer } from "../../adapters/postgres/store.ts"
import { cannotRun, freshDatabase } from "../support/postgres.ts"
import { jobQueueSuite } from "./job-queue.suite.ts"
import { storeSuite } from "./store.suite.ts"

const missing = await cannotRun()

if (missing === undefined) {
  const fresh = Effect.promise(freshDatabase).pipe(Effect.map((url) => layer({ url })))
  storeSuite("postgres", Layer.unwrap(fresh), { reopening: fresh })
  jobQueueSuite("postgres", Layer.unwrap(fresh))
} else {
  describe("postgres", () => {
    it(`cannot be tested on this machine: ${missing}`, (context) => context.skip(missing))
  })
}
