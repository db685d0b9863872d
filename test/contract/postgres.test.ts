// The contracts of the data plane, shown by the store on a real PostgreSQL.
import { Effect, Layer } from "effect"
import { jobQueueSuite, storeSuite } from "../../adapters/conformance/index.ts"
import { layer } from "../../adapters/postgres/store.ts"
import { describePostgres, emptied, freshDatabase } from "../support/postgres.ts"
import { conforms } from "../conformance/conforms.ts"
import { randomly } from "./store-random.ts"

const free: Array<string> = []

// A new database takes longer than most tests: one that a test gave back is emptied and used again.
const database = Effect.acquireRelease(
  Effect.promise(async () => free.pop() ?? freshDatabase()),
  (url) => Effect.promise(async () => void free.push(await emptied(url)))
)
const fresh = Effect.map(database, (url) => layer({ url }))

await describePostgres("PostgreSQL", () => {
  const subject = { layer: Layer.unwrap(fresh), reopening: fresh }
  conforms("PostgreSQL", storeSuite, subject)
  conforms("PostgreSQL", jobQueueSuite, subject)
  randomly("PostgreSQL", subject.layer)
})
